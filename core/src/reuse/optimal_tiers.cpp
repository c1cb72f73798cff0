#include "reuse/optimal_tiers.hpp"

#include <algorithm>

namespace kvfit::reuse {

OptimalTiers::OptimalTiers(std::vector<std::uint32_t> next, const std::vector<std::uint32_t>& capacities)
    : next_(std::move(next)), tierOf_(next_.size(), 0) {
    std::uint32_t below = 0;
    for (const std::uint32_t capacity : capacities) {
        tiers_.push_back({IndexSet(static_cast<std::uint32_t>(next_.size())), capacity - below, 0});
        below = capacity;
    }
}

std::size_t OptimalTiers::access(std::size_t at) {
    const std::size_t found = tierOf_[at] == 0 ? tiers_.size() : tierOf_[at] - std::size_t{1};
    if (found < tiers_.size()) {
        tiers_[found].kept.erase(static_cast<std::uint32_t>(at));
        ++tiers_[found].room;
    }
    std::uint32_t use = next_[at];
    if (use == never) return found;
    for (std::size_t t = 0; t < tiers_.size(); ++t) {
        Tier& tier = tiers_[t];
        if (tier.room > 0) {
            --tier.room;
            tier.kept.insert(use);
            // A next use that has passed is no longer in the tier.
            tier.farthest = tier.farthest > at ? std::max(tier.farthest, use) : use;
            tierOf_[use] = static_cast<std::uint8_t>(t + 1);
            return found;
        }
        if (use >= tier.farthest) continue;
        const std::uint32_t pushed = tier.farthest;
        tier.kept.erase(pushed);
        tier.kept.insert(use);
        tier.farthest = tier.kept.largest();
        tierOf_[use] = static_cast<std::uint8_t>(t + 1);
        use = pushed;
    }
    tierOf_[use] = 0;
    return found;
}

}  // namespace kvfit::reuse
