#include "api/read_scenario.hpp"

#include "api/load_keys.hpp"
#include "api/read_keys.hpp"
#include "api/reuse_keys.hpp"

namespace kvfit {

namespace {

Error notAnObject(const char* what, const char* example) {
    return {"wrong_type", "", "", std::string(what) + " is an object", std::string("write ") + example};
}

}  // namespace

Expected<FullScenario> fullScenarioOf(const Json& object) {
    if (!object.is_object()) return notAnObject("a scenario", "{\"tokens\": 131072}");
    FullScenario out;
    ValueReader reader;
    for (const auto& [key, value] : object.items()) {
        if (key == "model" || key == "config" || key == "architecture") continue;
        if (readKey(reader, scenarioKeys(), key, value, out.scenario)) continue;
        if (readKey(reader, reuseKeys(), key, value, out.reuse)) continue;
        if (readKey(reader, loadKeys(), key, value, out.load)) continue;
        std::vector<std::string_view> names;
        addNames(scenarioKeys(), names);
        addNames(reuseKeys(), names);
        addNames(loadKeys(), names);
        reader.unknown(key, names, "a setting");
    }
    if (!reader.errors.empty()) return reader.errors;
    out.load.prefillTokensPerSecond = out.reuse.prefillTokensPerSecond;
    out.load.hostGbPerSecond = out.reuse.hostGbPerSecond;
    out.load.ssdGbPerSecond = out.reuse.ssdGbPerSecond;
    out.load.loadLatencyMs = out.reuse.loadLatencyMs;
    return out;
}

Expected<FullScenario> readFullScenario(std::string_view text) {
    const Expected<Json> json = parseJson(text, {std::size_t{16} << 20, 64});
    if (!json) return json.errors();
    return fullScenarioOf(*json);
}

Expected<Scenario> readScenario(std::string_view text) {
    Expected<FullScenario> full = readFullScenario(text);
    if (!full) return full.errors();
    return std::move(full->scenario);
}

Expected<Scenario> scenarioOf(const Json& json) {
    Expected<FullScenario> full = fullScenarioOf(json);
    if (!full) return full.errors();
    return std::move(full->scenario);
}

Expected<Traffic> readTraffic(std::string_view text) {
    const Expected<Json> json = parseJson(text);
    if (!json) return json.errors();
    if (!json->is_object()) return notAnObject("described traffic", "{\"conversations\": 1000}");
    Traffic out;
    ValueReader reader;
    for (const auto& [key, value] : json->items()) {
        if (readKey(reader, trafficKeys(), key, value, out)) continue;
        std::vector<std::string_view> names;
        addNames(trafficKeys(), names);
        reader.unknown(key, names, "a key of described traffic");
    }
    if (!reader.errors.empty()) return reader.errors;
    return out;
}

}  // namespace kvfit
