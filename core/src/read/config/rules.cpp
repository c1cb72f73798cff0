#include "read/config/rules.hpp"

#include <algorithm>

#include "class_rules.hpp"
#include "read/config/parameter_keys.hpp"

namespace kvfit::config {

namespace {

/// models/class-rules.json, parsed once.
const Json& classes() {
    static const Json parsed = [] {
        const Expected<Json> json = parseJson(classRulesText);
        return json ? *json : Json{{"rules", Json::array()}, {"windowPools", Json::object()}};
    }();
    return parsed;
}

const Json& rules() { return classes()["rules"]; }

/// Whether the rule's list under this key has the word.
bool lists(const Json& rule, const char* key, const std::string& word) {
    const auto list = rule.find(key);
    return list != rule.end() &&
           std::any_of(list->begin(), list->end(), [&](const Json& entry) { return textIn(entry) == word; });
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
    if (rule.contains("refuses"))
        text.refuse("unknown_attention", text.at() + "/model_type", "model_type",
                    "models of the type " + type + " are not sized: " + std::string(textIn(rule["refuses"])));
    if (!rule.contains("requires")) return;
    // Keys that every published file of the class has, each under one of its spellings.
    const std::string why =
        rule.contains("why") ? std::string(textIn(rule["why"])) : "files of " + type + " say so by this key";
    for (const Json& spellings : rule["requires"]) {
        std::vector<keys::Key> known;
        for (const Json& spelling : spellings) known.push_back(textIn(spelling));
        if (!text.has(known)) text.missing(known, why);
    }
}

}  // namespace

void applyClassRules(const Fields& file, Fields& text) {
    const bool nested = text.at() != file.at();
    const Word inner = text.word(keys::modelType);
    const Word outer = file.word(keys::modelType);
    // Files of mamba_ssm have no model_type: the object that describes the mixer stands for it.
    const bool mixer = !inner && !outer && text.has(keys::mixer);
    const Word mixerClass = mixer ? text.word(keys::mixerClass) : Word{};
    const Word mixerFile = mixer ? Word{std::string(keys::mixer[0]), file.at() + "/"} : Word{};
    // LongCat's files name their class alone.
    const Node classes = inner || outer ? Node{} : file.find(keys::architectures);
    const bool named = classes && classes.value->is_array() && !classes.value->empty();
    const Word first = named ? Word{std::string(textIn(classes.value->front())), classes.source} : Word{};
    for (const Word& type : {inner, nested ? outer : Word{}, mixerClass, mixerFile, first}) {
        if (!type) continue;
        for (const Json& rule : rules())
            if (lists(rule, "modelTypes", type.value) && holds(rule, text, nested)) apply(rule, type.value, text);
    }
}

void applyTowerRules(const Fields& file, std::string_view key, Fields& tower) {
    std::vector<std::string> words = {std::string(key), file.word(keys::modelType).value};
    for (const keys::Key& one : keys::towerType)
        if (const Node type = tower.find(Names(&one, 1))) words.emplace_back(textIn(*type.value));
    for (const std::string& word : words)
        for (const Json& rule : rules())
            if (lists(rule, "towers", word) && holds(rule, tower, true)) apply(rule, word, tower);
}

bool hasWindowPool(const Fields& file, const Fields& text) {
    const Json& pools = classes()["windowPools"];
    return text.flag(keys::hybridWindows).value || lists(pools, "modelTypes", text.word(keys::modelType).value) ||
           lists(pools, "modelTypes", file.word(keys::modelType).value);
}

}  // namespace kvfit::config
