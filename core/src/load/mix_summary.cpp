#include "load/mix_summary.hpp"

#include <algorithm>

namespace kvfit {

namespace {

constexpr int sampled = 256;

}  // namespace

std::vector<RequestLengths> evenly(const LengthMix& mix) {
    std::vector<RequestLengths> out;
    for (int i = 0; i < sampled; ++i) out.push_back(mix.draw((i + 0.5) / sampled, (i * 101 % sampled + 0.5) / sampled));
    return out;
}

LengthSummary summaryOf(const LengthMix& mix) {
    LengthSummary s;
    std::vector<std::int64_t> totals;
    const auto add = [&](const RequestLengths& r, double weight) {
        s.meanPrompt += static_cast<double>(r.prompt) * weight;
        s.meanOutput += static_cast<double>(r.output) * weight;
        totals.push_back(r.total());
    };
    const bool all = !mix.pairs.empty();
    if (all)
        for (std::size_t i = 0; i < mix.pairs.size(); ++i)
            add(mix.draw(
                    (static_cast<double>(i) + 0.5) / static_cast<double>(mix.pairs.size()),
                    (static_cast<double>(i * 101 % mix.pairs.size()) + 0.5) / static_cast<double>(mix.pairs.size())),
                1.0 / static_cast<double>(mix.pairs.size()));
    else
        for (const RequestLengths& r : evenly(mix)) add(r, 1.0 / sampled);
    std::sort(totals.begin(), totals.end());
    const auto at = [&](double u) {
        return totals[static_cast<std::size_t>(u * static_cast<double>(totals.size() - 1) + 0.5)];
    };
    s.p50 = at(0.5);
    s.p90 = at(0.9);
    s.p99 = at(0.99);
    s.longest = all ? totals.back() : mix.prompt.at(1) + mix.output.at(1);
    return s;
}

RequestLengths longestOf(const LengthMix& mix) {
    if (mix.pairs.empty()) return mix.draw(1, 1);
    RequestLengths most;
    for (const RequestLengths& r : mix.pairs) {
        const RequestLengths full = {r.prompt, r.output < 0 ? mix.output.at(1) : r.output};
        if (full.total() > most.total()) most = full;
    }
    return most;
}

}  // namespace kvfit
