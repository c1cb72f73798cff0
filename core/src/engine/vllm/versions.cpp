#include "engine/vllm/versions.hpp"

#include "base/text.hpp"

namespace kvfit::vllm {

// Logs: figures printed by running engines of these releases. Source: vllm-project/vllm @7cfb97e337.
// Where a rule changed between two releases that were seen, it changes here with the later one.
const std::vector<Rules>& rules() {
    static const std::vector<Rules> table = [] {
        std::vector<Rules> rows;
        Rules r{release(0, 0),
                {"V0", "V0 (0.2 to 0.7, V0 engine of 0.8 and 0.9)", "logs of 0.2.7 to 0.9.0, 2026-11-29"}};
        r.pool = true;
        r.needOfStage = true;
        rows.push_back(r);
        r = {release(0, 8), {"0.8", "0.8 to 0.14", "logs of 0.10.2 to 0.14.0, 2026-11-29"}};
        rows.push_back(r);
        r.since = release(0, 15);
        r.version = {"0.15", "0.15 to 0.19", "logs of 0.15.0 to 0.19.2, 2026-11-29"};
        r.alignedStates = true;
        rows.push_back(r);
        r.since = release(0, 20);
        r.version = {"0.20", "0.20 and 0.21", "logs of 0.20.2, 2026-11-29"};
        r.tokensByConcurrency = true;
        r.deductsGraphs = true;
        rows.push_back(r);
        r.since = release(0, 22);
        r.version = {"0.22", "0.22 to 0.26", "logs of 0.22 and 0.24.0, 2026-11-29"};
        r.batches = 2;
        rows.push_back(r);
        r.since = release(0, 27);
        r.version = {"0.27", "0.27 and later", "source of 2026-08-20 @7cfb97e337, read 2026-11-29"};
        r.nullBlock = true;
        r.needOfStage = true;
        r.sparseRetention = true;
        r.latentAlignment = 128;
        r.memoryUtilization = 0.92;
        rows.push_back(r);
        return rows;
    }();
    return table;
}

namespace {

const Rules& rulesOf(Release wanted) {
    const Rules* found = &rules().front();
    for (const Rules& r : rules())
        if (r.since <= wanted) found = &r;
    return *found;
}

}  // namespace

const Rules& rulesFor(const Scenario& scenario, Notes& notes) {
    const std::string text = scenario.engineVersion.value_or("");
    if (text.empty()) return rules().back();
    if (text.substr(0, 2) == "V0" || text.substr(0, 2) == "v0") {
        // `V0` and `V0 0.8.2` name the first generation; `v0.8.2` is a release.
        if (text.size() == 2 || text[2] == ' ') return rules().front();
    }
    const std::optional<Release> named = readRelease(text);
    if (named) return rulesOf(*named);
    notes.push_back({"engine_version_unknown",
                     "\"" + shortened(text) + "\" is not a known version of vLLM; the newest rules are used",
                     "engineVersion",
                     {{"value", shortened(text)}, {"used", std::string(rules().back().version.id)}}});
    return rules().back();
}

}  // namespace kvfit::vllm
