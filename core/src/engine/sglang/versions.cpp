#include "engine/sglang/versions.hpp"

#include "base/text.hpp"

namespace kvfit::sglang {

// Where a rule changed between two releases, it changes here with the first that surely has it: the release
// published after the change was merged into sgl-project/sglang.
const std::vector<Rules>& rules() {
    static const std::vector<Rules> table = [] {
        std::vector<Rules> rows;
        Rules r{release(0, 0), {"0.4", "before 0.5.12", "logs of 2024 and 2025, pull request 22597, read 2026-11-29"}};
        r.requestsWithinWindowPool = true;
        rows.push_back(r);
        r.since = release(0, 5, 12);
        r.version = {"0.5.12", "0.5.12 to 0.5.14", "pull requests 22389 and 22597 of April 2026, read 2026-11-29"};
        r.requestsWithinWindowPool = false;
        rows.push_back(r);
        r.since = release(0, 5, 15);
        r.version = {"0.5.15", "0.5.15 and 0.5.16", "pull request 28755 of June 2026, @003fca802, read 2026-11-29"};
        r.fixedWindowPool = true;
        rows.push_back(r);
        r.since = release(0, 5, 17);
        r.version = {"0.5.17", "0.5.17", "pull request 32184 of July 2026, read 2026-11-29"};
        r.statePadding = true;
        rows.push_back(r);
        r.since = release(0, 5, 18);
        r.version = {"0.5.18", "0.5.18 and later", "source of 2026-08-22 @d315eb7250, read 2026-11-29"};
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
