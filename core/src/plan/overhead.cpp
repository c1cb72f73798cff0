#include "plan/overhead.hpp"

#include <algorithm>

#include "kvfit/estimate.hpp"

namespace kvfit {

namespace {

struct Named {
    const char* name;
    Estimate RankOverheads::*figure;
    std::int64_t Overhead::*sum;
};

constexpr Named rankFigures[] = {
    {"weights", &RankOverheads::weights, &Overhead::weights},
    {"activation", &RankOverheads::activation, &Overhead::activation},
    {"computeBuffer", &RankOverheads::computeBuffer, &Overhead::activation},
    {"graphs", &RankOverheads::graphs, &Overhead::graphs},
    {"nonTorch", &RankOverheads::nonTorch, &Overhead::nonTorch},
};

std::int64_t bytesOf(const RankOverheads& rank) {
    std::int64_t sum = 0;
    for (const Named& named : rankFigures) sum += (rank.*named.figure).bytes;
    return sum;
}

}  // namespace

Overhead Overhead::at(std::int64_t Assumed::*bound) const {
    Overhead o;
    for (const Assumed& figure : figures)
        for (const Named& named : rankFigures)
            if (figure.name == named.name) o.*named.sum += figure.*bound;
    return o;
}

Expected<Overhead> overheadOf(const Architecture& architecture, const Scenario& scenario) {
    Expected<Overheads> estimated = estimate(architecture, scenario);
    if (!estimated) return estimated.errors();
    Overhead o;
    o.notes = std::move(estimated->notes);
    if (estimated->ranks.empty()) return o;
    const RankOverheads& fullest =
        *std::max_element(estimated->ranks.begin(), estimated->ranks.end(),
                          [](const RankOverheads& a, const RankOverheads& b) { return bytesOf(a) < bytesOf(b); });
    for (const Named& named : rankFigures) {
        const Estimate& e = fullest.*named.figure;
        if (e.key.empty()) continue;  // the engine has no such figure
        o.figures.push_back({named.name, e.key, e.bytes, e.low, e.high, e.given, e.source, e.formula});
        o.*named.sum += e.bytes;
    }
    return o;
}

}  // namespace kvfit
