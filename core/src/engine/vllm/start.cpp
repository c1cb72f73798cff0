#include "engine/vllm/start.hpp"

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

}  // namespace kvfit::vllm
