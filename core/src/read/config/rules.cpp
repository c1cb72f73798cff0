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

}  // namespace

void applyClassRules(const Fields& file, Fields& text) {
    for (const Fields& f : {text, file}) {
        const Word type = f.word(keys::modelType);
        if (!type) continue;
        for (const Json& rule : rules()) {
            const Json& types = rule["modelTypes"];
            if (std::find(types.begin(), types.end(), type.value) == types.end()) continue;
            text.supply(&rule["gives"], "class rule " + type.value);
            return;
        }
    }
}

}  // namespace kvfit::config
