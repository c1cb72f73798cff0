#include "engine/vllm/versions.hpp"

#include "base/text.hpp"

namespace kvfit::vllm {

// Logs: figures printed by running engines of these releases. Source: vllm-project/vllm @7cfb97e337.
// Where a rule changed between two releases that were seen, it changes here with the later one. Commits were
// dated against the releases: 0.17.0 of 2026-03-07, 0.20.0 of April, 0.26.0 of 2026-07-27, 0.28.0 of 2026-08-26, which
// does not have the retention of 2026-08-17 (issue 48435); "default since v0.21.0" is what the engine prints of graphs.
const std::vector<Rules>& rules() {
    static const std::vector<Rules> table = [] {
        std::vector<Rules> rows;
        Rules r{release(0, 0),
                {"V0", "V0 (0.2 to 0.7, V0 engine of 0.8 and 0.9)", "logs of 0.2.7 to 0.9.0, 2026-11-29"}};
        r.pool = true;
        r.needOfStage = true;
        rows.push_back(r);
        r = {release(0, 8), {"0.8", "0.8 to 0.13", "logs of 0.10.2 to 0.13, source of 2025-11-15 @2bb4435cb7"}};
        r.needOfStage = true;
        r.paddedQuarters = 5;
        rows.push_back(r);
        r.since = release(0, 14);
        r.version = {"0.14", "0.14 and 0.15", "logs of 0.14 and 0.15, commits 8ee90c83f8 and 5206e5e28e"};
        r.needOfStage = false;
        r.alignedStates = true;
        rows.push_back(r);
        r.since = release(0, 16);
        r.version = {"0.16", "0.16 to 0.19", "logs of 0.17 to 0.19.2, commits c5a66d1697 and 891c60dcd5"};
        r.needOfStage = true;
        r.paddedQuarters = 6;
        rows.push_back(r);
        r.since = release(0, 20);
        r.version = {"0.20", "0.20", "logs of 0.20.2, 2026-11-29"};
        r.tokensByConcurrency = true;
        rows.push_back(r);
        r.since = release(0, 21);
        r.version = {"0.21", "0.21 to 0.25",
                     "logs of 0.22 and 0.24.0, commit 96a85c5750, source of 2026-05-05 @48954de237"};
        r.deductsGraphs = true;
        r.memoryUtilization = 0.92;
        rows.push_back(r);
        r.since = release(0, 26);
        r.version = {"0.26", "0.26",
                     "commits 67ff0ae30f, cd0de48d08 and aeeb36b1f1 of July 2026; log of 0.26.0, issue 51041"};
        r.batches = 2;
        r.windowBlock = true;
        r.latentAlignment = 128;
        rows.push_back(r);
        r.since = release(0, 27);
        r.version = {"0.27", "0.27", "commits 2e2e626b40 and f3a920a076 of July 2026"};
        r.packedByPage = false;
        rows.push_back(r);
        r.since = release(0, 28);
        r.version = {"0.28", "0.28", "commit f9c74b4b9c of August 2026"};
        r.cachesStates = true;
        rows.push_back(r);
        r.since = release(0, 29);
        r.version = {"0.29", "0.29 and later", "source of 2026-08-20 @7cfb97e337, read 2026-11-29"};
        r.nullBlock = true;
        r.sparseRetention = true;
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
