#include "plan/setting.hpp"

#include <cmath>
#include <type_traits>

namespace kvfit {

const ScenarioKey* findScenarioKey(std::string_view key) {
    for (const ScenarioKey& known : scenarioKeys())
        if (known.key == key) return &known;
    return nullptr;
}

std::optional<Metric> settingOf(const Scenario& scenario, std::string_view key) {
    const ScenarioKey* known = findScenarioKey(key);
    if (known == nullptr) return std::nullopt;
    return std::visit(
        [&](auto member) -> std::optional<Metric> {
            const auto& value = scenario.*member;
            if (!value) return std::nullopt;
            if constexpr (std::is_same_v<std::decay_t<decltype(*value)>, DraftLayers>)
                return value->all ? Metric(true) : Metric(value->count);
            else
                return Metric(*value);
        },
        known->member);
}

void setSetting(Scenario& scenario, std::string_view key, const Metric& value) {
    const ScenarioKey* known = findScenarioKey(key);
    if (known == nullptr) return;
    std::visit(
        [&](auto member) {
            using Value = typename std::decay_t<decltype(scenario.*member)>::value_type;
            if constexpr (!std::is_same_v<Value, DraftLayers>)
                if (const Value* same = std::get_if<Value>(&value)) scenario.*member = *same;
        },
        known->member);
}

Scenario withChanges(const Scenario& scenario, const std::map<std::string, Metric>& changes) {
    Scenario s = scenario;
    for (const auto& [key, value] : changes) setSetting(s, key, value);
    return s;
}

std::string settingText(const Metric& value) {
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
    if (const auto* count = std::get_if<std::int64_t>(&value)) return std::to_string(*count);
    std::string text = std::to_string(std::round(std::get<double>(value) * 10000) / 10000);
    text.erase(text.find_last_not_of('0') + 1);
    if (!text.empty() && text.back() == '.') text.pop_back();
    return text;
}

}  // namespace kvfit
