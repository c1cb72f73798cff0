#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kvfit/reuse_study.hpp"

namespace kvfit::reuse {

/// Rising capacities for a chart: `points` by equal factors up to `largest`, and `own` where it is given.
std::vector<std::int64_t> capacityGrid(std::int64_t largest, std::int64_t points, std::optional<std::int64_t> own);

/// The index of the knee (Satopaa et al. 2011: the largest distance above the chord), or nothing for a flat line.
std::optional<std::size_t> kneeOf(const std::vector<std::int64_t>& capacities, const std::vector<std::int64_t>& hits);

/// Hits per level from the LRU curve: a level begins where the ones before it end.
std::vector<ReuseTier> tiersOf(const ReusePlan& plan, const BlockBytes& bytes, const LruCurve& curve,
                               const Hits& demand, std::int64_t gpuBlocks, std::int64_t blockTokens);

HitRate rateOf(const Hits& hits, const Hits& demand);

}  // namespace kvfit::reuse
