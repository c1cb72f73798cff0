#include "engine/sglang/versions.hpp"

#include "base/text.hpp"

namespace kvfit::sglang {

// Where a rule changed between two releases, it changes here with the first whose tag has the change's commit.
const std::vector<Rules>& rules() {
    static const std::vector<Rules> table = [] {
        std::vector<Rules> rows;
        Rules r{release(0, 0), {"0.4", "before 0.5.11", "schedule_policy.py v0.5.10, read 2026-11-30"}};
        r.requestsWithinWindowPool = true;
        rows.push_back(r);
        r.since = release(0, 5, 11);
        r.version = {"0.5.11", "0.5.11 to 0.5.13", "commits de441ac6bb and bc1bfbf607 of April 2026, read 2026-11-30"};
        r.requestsWithinWindowPool = false;
        rows.push_back(r);
        r.since = release(0, 5, 14);
        r.version = {"0.5.14", "0.5.14 to 0.5.16", "commit 6d4ca9bc54 of June 2026, read 2026-11-30"};
        r.fixedWindowPool = true;
        rows.push_back(r);
        r.since = release(0, 5, 17);
        r.version = {"0.5.17", "0.5.17", "commit 59ef3b15cc of July 2026, read 2026-11-30"};
        r.statePadding = true;
        rows.push_back(r);
        r.since = release(0, 5, 18);
        r.version = {"0.5.18", "0.5.18 and later",
                     "commit 8cc112d486, source of 2026-08-22 @d315eb7250, read 2026-11-30"};
        r.sharedIndexers = true;
        rows.push_back(r);
        return rows;
    }();
    return table;
}

const Rules& rulesFor(const Scenario& scenario, Notes& notes) {
    const std::string text = scenario.engineVersion.value_or("");
    if (text.empty()) return rules().back();
    const std::optional<Release> named = readRelease(text);
    if (!named) {
        notes.push_back({"engine_version_unknown",
                         "\"" + shortened(text) + "\" is not a known version of SGLang; the newest rules are used",
                         "engineVersion",
                         {{"value", shortened(text)}, {"used", std::string(rules().back().version.id)}}});
        return rules().back();
    }
    const Rules* found = &rules().front();
    for (const Rules& r : rules())
        if (r.since <= *named) found = &r;
    return *found;
}

}  // namespace kvfit::sglang
