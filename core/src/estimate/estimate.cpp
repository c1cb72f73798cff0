#include "kvfit/estimate.hpp"

#include <algorithm>

#include "base/traced.hpp"
#include "kvfit/weights.hpp"

namespace kvfit {

namespace {

constexpr double gib = 1024.0 * 1024.0 * 1024.0;

Estimate stated(double value, double unit, const char* key) {
    Estimate e;
    const Traced bytes = leaf(static_cast<std::int64_t>(value * unit), key, "B", key);
    e.bytes = e.low = e.high = bytes.number.value;
    e.formula = bytes.term;
    e.key = e.source = key;
    e.given = true;
    return e;
}

Estimate weightsOf(const RankWeights& rank, const WeightSize& size, const Scenario& s) {
    if (s.weightsGib) return stated(*s.weightsGib, gib, "weightsGib");
    return {rank.bytes, rank.low, rank.high, rank.formula, "weightsGib", size.source, false};
}

}  // namespace

Expected<Overheads> estimate(const Architecture& a, const Scenario& s) {
    const Expected<WeightSize> size = weights(a, s);
    if (!size) return size.errors();
    Overheads out;
    out.notes = size->notes;
    for (const RankWeights& rank : size->stages) {
        RankOverheads one;
        one.weights = weightsOf(rank, *size, s);
        out.ranks.push_back(std::move(one));
    }
    return out;
}

}  // namespace kvfit
