#include <algorithm>

#include "kvfit/admission.hpp"
#include "kvfit/plan.hpp"
#include "plan/budget.hpp"
#include "plan/flags.hpp"
#include "plan/layout.hpp"
#include "plan/limits.hpp"
#include "plan/refusal.hpp"
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

/// Memory holds more than the engine's scheduler runs at once: the load view counts those.
void addSchedulerLimit(const Architecture& architecture, const Attempt& tried, FitResult& r) {
    const Expected<Admission> admission = admissionOf(architecture, tried.scenario);
    if (!admission || admission->mostRunning == 0) return;
    const std::int64_t most = admission->mostRunning * admission->replicas;
    if (r.requestsThatFit > most)
        r.notes.push_back({"scheduler_limit",
                           "memory holds " + countText(r.requestsThatFit) + " requests at once; the scheduler runs " +
                               countText(most) + " of them unless its limit is raised",
                           "sequences",
                           {{"requests", std::to_string(r.requestsThatFit)}, {"limit", std::to_string(most)}}});
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
    addSchedulerLimit(architecture, *tried, r);
    addPlanWarnings(architecture, *tried, *sized, r.warnings);
    addFlags(r, architecture, scenario, tried->scenario);
    return r;
}

}  // namespace kvfit
