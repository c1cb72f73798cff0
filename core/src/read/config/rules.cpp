#include "read/config/rules.hpp"

#include <algorithm>

#include "class_rules.hpp"
#include "read/config/keys.hpp"

namespace kvfit::config {

namespace {

/// The rows of models/class-rules.json, parsed once.
const Json& rules() {
    static const Json parsed = [] {
        const Expected<Json> json = parseJson(classRulesText);
        return json ? (*json)["rules"] : Json::array();
    }();
    return parsed;
}

bool names(const Json& list, const std::string& word) {
    return std::any_of(list.begin(), list.end(), [&](const Json& entry) { return textIn(entry) == word; });
}

}  // namespace

void applyClassRules(const Fields& file, Fields& text) {
    const bool nested = text.at() != file.at();
    const Word inner = text.word(keys::modelType);
    const Word outer = file.word(keys::modelType);
    for (const Word& type : {inner, nested ? outer : Word{}}) {
        if (!type) continue;
        for (const Json& rule : rules())
            if (names(rule["modelTypes"], type.value) && (nested || !rule.contains("nested")))
                text.supply(&rule["gives"], "class rule " + type.value);
    }
}

}  // namespace kvfit::config
