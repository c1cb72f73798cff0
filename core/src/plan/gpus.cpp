#include "plan/gpus.hpp"

#include <algorithm>

#include "arch/checks.hpp"
#include "plan/setting.hpp"

namespace kvfit {

namespace {

constexpr std::int64_t usualNode = 8;
constexpr std::int64_t mostNodes = 64;

bool keepsLatents(const Architecture& a) {
    return std::any_of(a.parts.begin(), a.parts.end(), [](const CachePart& p) { return p.role == Role::latent; });
}

/// The divisions of so many GPUs, the usual ones first.
std::vector<Layout> layoutsOf(const Architecture& a, std::int64_t perNode, std::int64_t nodes) {
    std::vector<Layout> all;
    const auto add = [&](std::int64_t tp, std::int64_t pp, bool attentionDp) {
        if (pp > std::max<std::int64_t>(1, a.layers)) return;
        Layout l;
        l.tp = tp;
        l.pp = pp;
        l.attentionDp = attentionDp;
        all.push_back(l);
    };
    for (std::int64_t tp = perNode; tp >= 1; --tp) {
        if (perNode % tp != 0) continue;
        const std::int64_t pp = perNode / tp * nodes;
        if (dividesHeads(a, tp)) add(tp, pp, false);
        if (tp > 1 && keepsLatents(a)) add(tp, pp, true);
    }
    if (nodes > 1 && keepsLatents(a)) add(perNode * nodes, 1, true);
    return all;
}

/// More than any node that is sold; larger ones are given to ask how far a cluster goes.
constexpr std::int64_t largeNode = 128;

/// The number of GPUs to try next: one more, in large nodes an eighth of an octave, then whole nodes.
std::int64_t following(std::int64_t count, std::int64_t widest) {
    if (count >= widest) return count + widest;
    std::int64_t octave = largeNode;
    while (octave * 2 <= count) octave *= 2;
    return std::min(count + (count < largeNode ? 1 : octave / 8), widest);
}

}  // namespace

std::map<std::string, Metric> changesOf(const GpuChoice& choice, const Scenario& scenario) {
    std::map<std::string, Metric> changes = {{"hardwareCount", choice.perNode}, {"nodes", choice.nodes}};
    if (!dividesOverRanks(scenario)) return changes;
    changes["tp"] = choice.layout.tp;
    changes["pp"] = choice.layout.pp;
    if (choice.layout.attentionDp || scenario.attentionDp) changes["attentionDp"] = choice.layout.attentionDp;
    // The sizes that this layout does not use must not add to it.
    if (scenario.dp) changes["dp"] = choice.layout.attentionDp ? choice.layout.tp : std::int64_t{1};
    if (scenario.dcp) changes["dcp"] = std::int64_t{1};
    return changes;
}

std::map<std::string, Metric> changesForReplicas(const Attempt& tried, std::int64_t replicas) {
    const Layout layout = layoutOf(tried.scenario);
    std::map<std::string, Metric> changes = {{"tp", layout.tp}, {"pp", layout.pp}, {"dp", replicas}};
    const Machine& machine = tried.machine;
    const std::int64_t gpus = layout.tp * layout.pp;  // of one
    if (machine.devices.empty() || gpus * replicas <= machine.count()) return changes;
    const std::int64_t widest = std::max(usualNode, machine.perNode());
    const std::int64_t onNode = std::max<std::int64_t>(1, widest / gpus);
    const std::int64_t nodes = (replicas - 1) / onNode + 1;
    changes["hardwareCount"] = gpus > widest ? machine.perNode() : ((replicas - 1) / nodes + 1) * gpus;
    changes["nodes"] = gpus > widest ? machine.nodes * replicas : nodes;
    return changes;
}

std::optional<GpuChoice> fewestGpus(const Planner& planner, const Scenario& scenario) {
    const std::int64_t widest = std::max(usualNode, scenario.hardwareCount.value_or(1));
    for (std::int64_t count = 1; count <= widest * mostNodes; count = following(count, widest)) {
        GpuChoice choice;
        choice.perNode = std::min(count, widest);
        choice.nodes = count / choice.perNode;
        for (const Layout& layout : layoutsOf(planner.architecture(), choice.perNode, choice.nodes)) {
            choice.layout = layout;
            if (planner.fits(withChanges(scenario, changesOf(choice, scenario)))) return choice;
            if (!dividesOverRanks(scenario)) break;
        }
    }
    return std::nullopt;
}

}  // namespace kvfit
