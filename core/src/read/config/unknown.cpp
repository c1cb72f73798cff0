#include <algorithm>

#include "read/config/known_keys.hpp"
#include "read/config/model.hpp"

namespace kvfit::config {

namespace {

bool holds(std::string_view key, Names words) {
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return key.find(word) != std::string_view::npos; });
}

bool listed(std::string_view key, Names names) { return std::find(names.begin(), names.end(), key) != names.end(); }

bool isKnown(std::string_view key) {
    return listed(key, harmlessKeys) || std::any_of(std::begin(understoodKeys), std::end(understoodKeys),
                                                    [&](Names names) { return listed(key, names); });
}

/// What is off, absent or a mere factor describes nothing that is kept.
bool describesNothing(const Json& value) {
    return value.is_null() || value.is_number_float() || value.is_string() || wholeIn(value) == 0 ||
           (value.is_structured() && value.empty());
}

/// Whether a key that is not known changes what layers keep, as far as its words and its value tell.
bool isMechanism(std::string_view key, const Json& value) {
    if (listed(key, foreignKeys)) return !value.is_null();
    if (describesNothing(value) || holds(key, otherParts) || isKnown(key)) return false;
    return holds(key, strongWords) ? !value.is_boolean() : holds(key, weakWords) && value.is_structured();
}

bool isSwitch(std::string_view key, const Json& value) {
    return value.is_boolean() && value.get<bool>() && holds(key, strongWords) && !holds(key, otherParts) &&
           !isKnown(key);
}

}  // namespace

void checkUnknownKeys(Model& model) {
    if (!model.text || !model.text.json().is_object()) return;
    // SwiftKV saves work and no cache: every layer keeps its own K and V.
    const bool swift = model.text.flag(keys::swiftKv).value;
    for (const auto& [key, value] : model.text.json().get_ref<const Json::object_t&>()) {
        if (swift && listed(key, keys::swiftKvShape)) continue;
        const std::string at = child(model.text.at(), key);
        if (isMechanism(key, value))
            model.text.refuse("unknown_attention", at, key,
                              "`" + key + "` at " + at +
                                  " seems to describe a cache mechanism that is not known here, so the model is not "
                                  "sized as if it had plain attention",
                              "remove the key if it does not change what is cached");
        else if (isSwitch(key, value))
            model.text.report().note("unknown_key", key,
                                     "`" + key + "` is not known; it is taken not to change what is cached");
    }
}

}  // namespace kvfit::config
