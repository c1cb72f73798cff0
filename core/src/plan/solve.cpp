#include <algorithm>
#include <cmath>

#include "arch/checks.hpp"
#include "kvfit/plan_search.hpp"
#include "plan/gpus.hpp"
#include "plan/kv_types.hpp"
#include "plan/limits.hpp"
#include "plan/refusal.hpp"
#include "plan/search.hpp"
#include "plan/setting.hpp"

namespace kvfit {

namespace {

/// How a setting is searched for. Shares are searched in thousandths.
struct Unknown {
    enum class Goal { largest, smallest, most_exact };
    std::string_view key;
    Goal goal;
    std::int64_t least;
    std::int64_t most;
    bool share = false;
};

using Goal = Unknown::Goal;

constexpr Unknown unknowns[] = {
    {"tokens", Goal::largest, 1, mostTokens},
    {"maxModelLen", Goal::largest, 1, mostTokens},
    {"ctx", Goal::largest, 1, mostTokens},
    {"sequences", Goal::largest, 1, mostSequences},
    {"maxNumBatchedTokens", Goal::largest, 1, 1 << 20},
    {"maxNumSeqs", Goal::largest, 1, 1 << 16},
    {"nGpuLayers", Goal::largest, 0, 1 << 12},
    {"nCpuMoe", Goal::smallest, 0, 1 << 12},
    {"memoryBytes", Goal::smallest, 1, std::int64_t{1} << 44},
    {"availableKvBytes", Goal::smallest, 1, std::int64_t{1} << 50},
    {"gpuMemoryUtilization", Goal::smallest, 1, 1000, true},
    {"memFractionStatic", Goal::smallest, 1, 999, true},
    {"freeGpuMemoryFraction", Goal::smallest, 1, 999, true},
    {"cacheMaxEntryCount", Goal::smallest, 1, 999, true},
    {"kvDtype", Goal::most_exact, 0, 0},
    {"tp", Goal::smallest, 1, 1024},
    {"hardwareCount", Goal::smallest, 1, 1024},
};

constexpr std::string_view goalNames[] = {"largest", "smallest", "most_exact"};

Error unknownKey(const std::string& key) {
    std::string all;
    for (const Unknown& u : unknowns) all += (all.empty() ? "" : ", ") + std::string(u.key);
    return {"unknown_value",     "", "key", "\"" + shortened(key) + "\" is no setting that can be solved for",
            "use one of " + all, 0,  0,     {{"value", shortened(key)}, {"known", all}}};
}

Metric valueOf(const Unknown& u, std::int64_t n) { return u.share ? Metric(static_cast<double>(n) / 1000) : Metric(n); }

/// A limit that is searched for alone holds the scenario's sequences besides; too small a one is no failure of memory.
std::int64_t leastOf(const Unknown& u, const Architecture& architecture, const Scenario& s) {
    if (u.key == "maxModelLen") return lengthOf(architecture, s);
    if (u.key == "maxNumSeqs") return s.sequences.value_or(1);
    if (u.key == "ctx") return s.tokens ? *s.tokens * s.nParallel.value_or(s.sequences.value_or(1)) : 1;
    return u.least;
}

void solveNumber(SolveResult& r, const Planner& planner, const Scenario& scenario, const Unknown& u) {
    Scenario s = scenario;
    const auto fits = [&](std::int64_t n) {
        setSetting(s, u.key, valueOf(u, n));
        return planner.fits(s);
    };
    const std::int64_t least = leastOf(u, planner.architecture(), scenario);
    const std::optional<Metric> now = settingOf(scenario, u.key);
    const std::int64_t* count = now ? std::get_if<std::int64_t>(&*now) : nullptr;
    const std::int64_t guess = count != nullptr ? *count : lengthOf(planner.architecture(), scenario);
    std::optional<std::int64_t> found;
    if (u.goal == Goal::largest) {
        found = largest(least, u.most, guess, fits);
        r.unlimited = found == u.most;
    } else if (fits(least)) {
        found = least;
    } else if (const auto below = largest(least, u.most, guess, [&](std::int64_t n) { return !fits(n); });
               below && *below < u.most) {
        found = *below + 1;
    }
    if (found) r.value = valueOf(u, *found);
}

void solveType(SolveResult& r, const Planner& planner, const Scenario& scenario) {
    for (const std::string_view type : kvTypesOf(scenario.engine.value_or("payload"))) {
        Scenario s = scenario;
        s.kvDtype = std::string(type);
        s.kDtype.reset();
        s.vDtype.reset();
        if (!planner.fits(s)) continue;
        r.value = std::string(type);
        return;
    }
}

void solveRanks(SolveResult& r, const Planner& planner, const Scenario& scenario, const Unknown& u) {
    for (std::int64_t tp = 1; tp <= u.most; ++tp) {
        if (!dividesHeads(planner.architecture(), tp)) continue;
        Scenario s = scenario;
        s.tp = tp;
        if (!planner.fits(s)) continue;
        r.value = tp;
        return;
    }
}

void solveGpus(SolveResult& r, const Planner& planner, const Scenario& scenario) {
    const std::optional<GpuChoice> choice = fewestGpus(planner, scenario);
    if (!choice) return;
    r.value = choice->count();
    r.changes = changesOf(*choice, scenario);
}

}  // namespace

Expected<SolveResult> solve(const Architecture& architecture, const Accelerators& accelerators,
                            const Scenario& scenario, const std::string& key) {
    const auto* u =
        std::find_if(std::begin(unknowns), std::end(unknowns), [&](const Unknown& one) { return one.key == key; });
    if (u == std::end(unknowns)) return unknownKey(key);
    const Planner planner(architecture, accelerators);
    SolveResult r;
    r.key = key;
    r.goal = goalNames[static_cast<std::size_t>(u->goal)];
    if (key == "kvDtype")
        solveType(r, planner, scenario);
    else if (key == "tp")
        solveRanks(r, planner, scenario, *u);
    else if (key == "hardwareCount")
        solveGpus(r, planner, scenario);
    else
        solveNumber(r, planner, scenario, *u);
    if (r.value && r.changes.empty()) r.changes[key] = *r.value;
    // Where nothing fits, a scenario that is wrong in itself says what is wrong with it.
    if (!r.value)
        if (const Expected<Attempt> tried = planner.attempt(scenario); !tried) return tried.errors();
    const auto* count = r.value ? std::get_if<std::int64_t>(&*r.value) : nullptr;
    r.message = r.value ? "with " + key + " " + (count ? countText(*count) : settingText(*r.value)) + " it fits"
                        : "no " + key + " makes it fit";
    return r;
}

}  // namespace kvfit
