#include <algorithm>

#include "kvfit/plan.hpp"
#include "plan/budget.hpp"
#include "plan/flags.hpp"
#include "plan/layout.hpp"
#include "plan/limits.hpp"
#include "plan/verdict.hpp"
#include "plan/warnings.hpp"

namespace kvfit {

namespace {

/// What is wrong with the plan, and with the scenario itself where that is something else.
Errors allErrors(Errors errors, const Architecture& architecture, const Scenario& scenario) {
    const Expected<SizeResult> sized = size(architecture, scenario);
    if (sized) return errors;
    for (const Error& other : sized.errors()) {
        const bool known = std::any_of(errors.begin(), errors.end(),
                                       [&](const Error& e) { return e.code == other.code && e.field == other.field; });
        if (!known) errors.push_back(other);
    }
    return errors;
}

template <class T>
T metricOr(const SizeResult& r, const char* name, T otherwise) {
    const auto found = r.metrics.find(name);
    const T* value = found == r.metrics.end() ? nullptr : std::get_if<T>(&found->second);
    return value == nullptr ? otherwise : *value;
}

}  // namespace

Expected<FitResult> fit(const Architecture& architecture, const Accelerators& accelerators, const Scenario& scenario) {
    const Planner planner(architecture, accelerators);
    const Expected<Attempt> tried = planner.attempt(scenario);
    if (!tried) return allErrors(tried.errors(), architecture, scenario);
    const Expected<SizeResult> sized = size(architecture, tried->scenario);
    if (!sized) return sized.errors();

    FitResult r;
    static_cast<SizeResult&>(r) = *sized;
    r.fits = tried->fits();
    r.memory = memoryAround(*tried, *sized);
    r.layout = layoutOf(tried->scenario);
    r.hardware = tried->machine.devices;
    r.devices = tried->devices;
    r.kvAvailableBytes = *tried->room.available;
    r.estimates = tried->overhead.figures;

    const Limits limits(planner, *tried);
    r.requestsThatFit = limits.sequences();
    const std::int64_t longest = limits.tokens();
    if (longest < mostTokens) r.maxTokens = longest;
    r.capacityTokens = metricOr(*sized, "kvCapacityTokens", std::int64_t{0});
    r.maxConcurrency = metricOr(*sized, "maxConcurrency", static_cast<double>(r.requestsThatFit));

    r.verdict = verdictOf(planner, *tried, r);
    r.state = !r.fits ? "does_not_fit" : r.verdict.code == "fits" ? "fits" : "tight";
    for (const Notes* notes : {&tried->machine.notes, &tried->notes, &tried->overhead.notes})
        r.notes.insert(r.notes.end(), notes->begin(), notes->end());
    addPlanWarnings(architecture, *tried, *sized, r.warnings);
    addFlags(r, architecture, scenario, tried->scenario);
    return r;
}

}  // namespace kvfit
