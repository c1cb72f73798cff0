#include "reuse/capacity_grid.hpp"

#include <algorithm>
#include <cmath>

namespace kvfit::reuse {

namespace {

/// From the largest capacity down to this share of it.
constexpr double span = 1024;

}  // namespace

std::vector<std::int64_t> capacityGrid(std::int64_t largest, std::int64_t points, std::optional<std::int64_t> own) {
    std::vector<std::int64_t> out;
    const auto top = static_cast<double>(largest);
    for (std::int64_t i = 0; i < points; ++i) {
        const double share = static_cast<double>(points - 1 - i) / static_cast<double>(points - 1);
        out.push_back(std::max<std::int64_t>(1, std::llround(top / std::pow(span, share))));
    }
    if (own) out.push_back(*own);
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

HitRate rateOf(const Hits& hits, const Hits& demand) {
    const auto share = [](std::uint64_t part, std::uint64_t whole) {
        return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
    };
    return {static_cast<std::int64_t>(hits.tokens), static_cast<std::int64_t>(hits.blocks),
            share(hits.tokens, demand.tokens), share(hits.blocks, demand.blocks)};
}

}  // namespace kvfit::reuse
