#include "kvfit/size.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "cache/payload_size.hpp"
#include "engine/offload.hpp"
#include "kvfit/engine.hpp"

namespace kvfit {

namespace {

Error unknownEngine(const std::string& name) {
    std::string all = "payload";
    for (const EngineProfile& e : engineProfiles()) all += ", " + std::string(e.id);
    return {
        "unknown_engine",    "/engine", "engine", "engine is \"" + shortened(name) + "\", which is not a known engine",
        "use one of " + all, 0,         0,        {{"value", shortened(name)}, {"known", all}}};
}

/// Index keys that are pooled beside keys and values of every token, or at other ratios than DeepSeek-V4's, came
/// after the releases that were read.
void warnPooledIndex(const Architecture& architecture, SizeResult& result) {
    const auto any = [&](auto test) { return std::any_of(architecture.parts.begin(), architecture.parts.end(), test); };
    if (any([](const CachePart& p) { return p.kind == Kind::compressed && (p.ratio == 4 || p.ratio == 128); }) ||
        !any([](const CachePart& p) { return p.role == Role::indexer && p.ratio > 1; }))
        return;
    result.warnings.push_back({"pooled_index_estimated",
                               "how this engine stores index keys that are pooled over several tokens has not been "
                               "compared with one that runs; its figures are estimates",
                               "engine",
                               {}});
}

}  // namespace

Expected<SizeResult> size(const Architecture& architecture, const Scenario& scenario) {
    const std::string engine = scenario.engine.value_or("payload");
    const auto& profiles = engineProfiles();
    const auto profile =
        std::find_if(profiles.begin(), profiles.end(), [&](const EngineProfile& e) { return e.id == engine; });
    if (engine != "payload" && profile == profiles.end()) return unknownEngine(engine);

    Expected<SizeResult> result = payloadSize(architecture, scenario);
    if (!result || engine == "payload") return result;
    result->engine = engine;
    const Errors errors = profile->apply(architecture, scenario, *result);
    if (!errors.empty()) return errors;
    warnPooledIndex(architecture, *result);
    addOffload(architecture, scenario, *result);
    return result;
}

}  // namespace kvfit
