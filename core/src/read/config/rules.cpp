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

/// Some rows hold for a nested text model alone, or where several keys are absent together.
bool holds(const Json& rule, const Fields& text, bool nested) {
    if (rule.contains("nested") && !nested) return false;
    if (!rule.contains("absent")) return true;
    return std::none_of(rule["absent"].begin(), rule["absent"].end(), [&](const Json& key) {
        const keys::Key spelled[] = {textIn(key)};
        return text.has(spelled);
    });
}

void apply(const Json& rule, const std::string& type, Fields& text) {
    if (rule.contains("gives")) text.supply(&rule["gives"], "class rule " + type);
    if (!rule.contains("requires")) return;
    // Keys that every published file of the class has, each under one of its spellings.
    for (const Json& spellings : rule["requires"]) {
        std::vector<keys::Key> known;
        for (const Json& spelling : spellings) known.push_back(textIn(spelling));
        if (!text.has(known)) text.missing(known, "files of " + type + " say so by this key");
    }
}

}  // namespace

void applyClassRules(const Fields& file, Fields& text) {
    const bool nested = text.at() != file.at();
    const Word inner = text.word(keys::modelType);
    const Word outer = file.word(keys::modelType);
    for (const Word& type : {inner, nested ? outer : Word{}}) {
        if (!type) continue;
        for (const Json& rule : rules())
            if (names(rule["modelTypes"], type.value) && holds(rule, text, nested)) apply(rule, type.value, text);
    }
}

}  // namespace kvfit::config
