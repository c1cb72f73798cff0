#include <algorithm>
#include <map>
#include <set>

#include "engine/vllm/groups.hpp"

namespace kvfit::vllm {

namespace {

/// The most layers that have one page size: the tuples of unlike layers that a group is made of.
std::int64_t tuplesOf(const std::vector<Spec>& specs, const Table& t) {
    std::map<std::int64_t, std::int64_t> layers;
    std::int64_t most = 0;
    for (const std::size_t i : t.members) most = std::max(most, layers[specs[i].page] += specs[i].count());
    return most;
}

/// Windows and states deal whole tuples to groups, so every page size must have as many layers.
bool evenly(const std::vector<Spec>& specs, const Table& t) {
    std::map<std::int64_t, std::int64_t> layers;
    for (const std::size_t i : t.members) layers[specs[i].page] += specs[i].count();
    return std::all_of(layers.begin(), layers.end(),
                       [&](const auto& entry) { return entry.second == layers.begin()->second; });
}

/// The group size of [least, largest] that needs the fewest tuples of padding; of equal ones the larger.
std::int64_t leastPadding(const std::vector<std::int64_t>& tuples, std::int64_t least) {
    std::int64_t best = least;
    std::int64_t fewest = -1;
    const std::int64_t largest = *std::max_element(tuples.begin(), tuples.end());
    for (std::int64_t d = least; d <= largest; ++d) {
        std::int64_t padding = 0;
        for (const std::int64_t n : tuples) padding += (d - n % d) % d;
        if (fewest < 0 || padding <= fewest) {
            fewest = padding;
            best = d;
        }
    }
    return best;
}

/// Gives pages of windows and states the next larger size that the entries have, where there is one.
void padToEntries(Plan& plan) {
    std::set<std::int64_t> sizes;
    for (const std::size_t i : plan.tables.front().members) sizes.insert(plan.specs[i].page);
    for (std::size_t t = 1; t < plan.tables.size(); ++t)
        for (const std::size_t i : plan.tables[t].members) {
            const auto size = sizes.lower_bound(plan.specs[i].page);
            if (size != sizes.end()) plan.specs[i].page = *size;
        }
}

}  // namespace

// vllm/v1/core/kv_cache_utils.py group_and_unify_kv_cache_specs, _approximate_gcd,
// _get_kv_cache_groups_uniform_groups @7cfb97e337
Expected<Plan> packedPlan(std::vector<Spec> specs, bool byPage) {
    Plan plan;
    plan.layout = Plan::Layout::packed;
    plan.byPage = byPage;
    plan.specs = std::move(specs);
    plan.tables.emplace_back();
    for (std::size_t i = 0; i < plan.specs.size(); ++i) {
        const Spec& s = plan.specs[i];
        Table* home = nullptr;
        for (Table& t : plan.tables) {
            if (t.members.empty()) continue;
            const Spec& o = plan.specOf(t);
            const bool full = s.keep == Spec::Keep::full;
            if (o.keep == s.keep && (full || (o.block == s.block && o.window == s.window))) home = &t;
        }
        if (home == nullptr && s.keep == Spec::Keep::full) home = &plan.tables.front();
        if (home == nullptr) home = &plan.tables.emplace_back();
        home->members.push_back(i);
    }
    if (plan.tables.front().members.empty())
        return Error{"pages_differ", "", "model", "windows of latents need layers that keep every token beside them",
                     "choose another model"};
    if (byPage) padToEntries(plan);

    std::vector<std::int64_t> tuples;
    for (const Table& t : plan.tables) {
        if (&t != &plan.tables.front() && !evenly(plan.specs, t))
            return Error{"pages_differ", "", "model",
                         "windows and states of one block size must have as many layers of each page size",
                         "choose another block size or cache type"};
        tuples.push_back(tuplesOf(plan.specs, t));
    }
    plan.groupSize = leastPadding(tuples, tuples.front());
    for (std::size_t i = 1; i < plan.tables.size(); ++i)
        plan.tables[i].groups = (tuples[i] + plan.groupSize - 1) / plan.groupSize;
    return plan;
}

}  // namespace kvfit::vllm
