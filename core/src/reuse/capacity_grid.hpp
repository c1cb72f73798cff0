#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kvfit/reuse_study.hpp"

namespace kvfit::reuse {

/// Rising capacities for a chart: `points` by equal factors up to `largest`, and `own` where it is given.
std::vector<std::int64_t> capacityGrid(std::int64_t largest, std::int64_t points, std::optional<std::int64_t> own);

/// The point of a line farthest above its chord (Satopaa et al. 2011), or nothing for a flat line. The chord ends where
/// the line tops out, so that capacities without use, or a longer chart, move nothing.
template <class Capacity, class Hit>
std::optional<std::size_t> kneeOf(std::size_t points, Capacity capacity, Hit hits) {
    std::size_t top = 0;
    for (std::size_t i = 1; i < points; ++i)
        if (hits(i) > hits(top)) top = i;
    std::optional<std::size_t> knee;
    double farthest = -1;
    for (std::size_t i = 0; i <= top && top < points && hits(top) > 0; ++i) {
        const double above = static_cast<double>(hits(i)) / static_cast<double>(hits(top)) -
                             static_cast<double>(capacity(i)) / static_cast<double>(capacity(top));
        if (capacity(i) == 0 || above <= farthest) continue;
        farthest = above;
        knee = i;
    }
    return knee;
}

HitRate rateOf(const Hits& hits, const Hits& demand);

}  // namespace kvfit::reuse
