#include "engine/vllm/start.hpp"

#include <algorithm>

#include "arch/checks.hpp"
#include "engine/vllm/notes.hpp"

namespace kvfit::vllm {

Expected<Start> startOf(const Architecture& architecture, const Scenario& scenario, Notes& notes, Notes& warnings) {
    Expected<Settings> settings = settingsOf(architecture, scenario, notes);
    if (!settings) return settings.errors();
    Start s;
    s.settings = std::move(*settings);
    const Settings& q = s.settings;
    if (Errors refused = refusals(q); !refused.empty()) return refused;

    Expected<Plan> plan = q.rules->pool ? poolPlan(q) : planOf(q);
    if (!plan) return plan.errors();
    s.plan = std::move(*plan);
    const Expected<Demand> demand = demandOf(q, s.plan, scenario.numGpuBlocks);
    if (!demand) return demand.errors();
    s.demand = *demand;
    s.budget = budgetOf(q, scenario, warnings);
    s.capacity = capacityOf(q, s.plan, s.demand, s.budget, scenario.numGpuBlocks);
    return s;
}

Expected<Room> roomOf(const Architecture& architecture, const Scenario& scenario) {
    if (Errors errors = checkScenario(architecture, scenario); !errors.empty()) return errors;
    Notes notes;
    const Expected<Start> start = startOf(architecture, scenario, notes, notes);
    if (!start) return start.errors();
    const auto& [q, plan, demand, budget, capacity] = *start;
    Room r;
    const std::int64_t blocks = blocksOf(q, plan, q.tokens).value;
    const Exact needed = Exact(blocks) * Exact(q.sequences) * Exact(demand.blockBytes);
    if (needed.lost) return tooLarge();
    r.needed = needed.value;
    if (!capacity) return r;
    r.available = capacity->available;
    // A budget above what is free refuses to start: the one warning that says so.
    r.starts = capacity->fits &&
               std::none_of(notes.begin(), notes.end(), [](const Note& n) { return n.code == "requested_above_free"; });
    const bool longer = lengthOf(architecture, scenario) > q.maxModelLen;
    if (r.starts && !longer) r.requests = capacity->usable / demand.blockBytes / blocks * replicasOf(scenario);
    if (scenario.maxNumSeqs) r.requests = std::min(r.requests, *scenario.maxNumSeqs * replicasOf(scenario));
    return r;
}

}  // namespace kvfit::vllm
