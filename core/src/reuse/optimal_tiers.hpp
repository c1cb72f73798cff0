#pragma once

#include <cstdint>
#include <vector>

#include "reuse/optimal.hpp"

namespace kvfit::reuse {

/// The offline bound at several capacities at once. What it keeps at one capacity it also keeps at every larger one, so
/// a kept block belongs to a tier: the smallest capacity that keeps it. A block that enters the first tier pushes out
/// that tier's farthest next use, which enters the second, and so on until a tier has room.
class OptimalTiers {
public:
    /// `capacities` ascend; 255 at most.
    OptimalTiers(std::vector<std::uint32_t> next, const std::vector<std::uint32_t>& capacities);

    /// Uses come in order. The index of the smallest capacity at which this one is a hit, or the number of capacities.
    std::size_t access(std::size_t at);

private:
    struct Tier {
        IndexSet kept;
        std::uint32_t room;      ///< Blocks that it may take yet.
        std::uint32_t farthest;  ///< Largest next use in it; 0 while it is empty.
    };
    std::vector<std::uint32_t> next_;
    std::vector<std::uint8_t> tierOf_;  ///< Per next use: tier + 1, 0 for none.
    std::vector<Tier> tiers_;
};

}  // namespace kvfit::reuse
