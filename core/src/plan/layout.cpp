#include "plan/layout.hpp"

#include <algorithm>

#include "arch/checks.hpp"
#include "plan/refusal.hpp"

namespace kvfit {

bool dividesOverRanks(const Scenario& s) {
    const std::string engine = s.engine.value_or("payload");
    return engine != "llama.cpp" && engine != "ollama";
}

Layout layoutOf(const Scenario& s) {
    Layout l;
    l.tp = s.tp.value_or(1);
    l.pp = s.pp.value_or(1);
    l.attentionDp = s.attentionDp.value_or(false);
    l.expertParallel = s.expertParallel.value_or(false);
    // Attention that runs data-parallel uses the ranks of the tensor-parallel group itself.
    l.dp = s.dp.value_or(l.attentionDp ? l.tp : 1);
    l.gpus = l.tp * l.pp * (l.attentionDp ? 1 : l.dp);
    return l;
}

std::optional<Layout> layoutFor(const Architecture& architecture, std::int64_t perNode, std::int64_t nodes) {
    for (std::int64_t tp = perNode; tp >= 1; --tp) {
        const std::int64_t pp = perNode / tp * nodes;
        if (perNode % tp != 0 || !dividesHeads(architecture, tp) || pp > std::max<std::int64_t>(1, architecture.layers))
            continue;
        Layout l;
        l.tp = tp;
        l.pp = pp;
        l.gpus = tp * pp;
        return l;
    }
    return std::nullopt;
}

Errors completeLayout(const Architecture& architecture, const Machine& machine, Scenario& s, Notes& notes) {
    if (machine.devices.empty() || !dividesOverRanks(s)) return {};
    const bool countGiven = s.hardwareCount || s.hardwareCount2 || s.nodes;
    if (!s.tp && !s.pp && !s.dp && !s.attentionDp.value_or(false) && machine.count() > 1) {
        const std::optional<Layout> layout = layoutFor(architecture, machine.perNode(), machine.nodes);
        if (layout) {
            s.tp = layout->tp;
            if (layout->pp > 1) s.pp = layout->pp;
            notes.push_back({"layout_assumed",
                             "the model is spread over all " + countText(layout->gpus) + " GPUs: tensor parallel " +
                                 countText(layout->tp) + ", pipeline parallel " + countText(layout->pp),
                             "tp",
                             {{"tp", std::to_string(layout->tp)}, {"pp", std::to_string(layout->pp)}}});
        }
    }
    const std::int64_t needed = layoutOf(s).gpus;
    if (countGiven && needed > machine.count())
        return {refusal("not_enough_gpus", s.tp ? "tp" : "hardwareCount",
                        "this layout needs " + countText(needed) + " GPUs, but there are " + countText(machine.count()),
                        "use smaller parallel sizes or more GPUs",
                        {{"needed", std::to_string(needed)}, {"available", std::to_string(machine.count())}})};
    return {};
}

}  // namespace kvfit
