#include "load/player.hpp"

#include <algorithm>
#include <cmath>

namespace kvfit {

namespace {

constexpr std::int64_t mostSimulated = 1500;  // requests at once; more are scaled down, for they hardly vary

/// A few requests of the mix, evenly.
std::vector<RequestLengths> typical(const LengthMix& mix) {
    std::vector<RequestLengths> out;
    for (int i = 0; i < 64; ++i) out.push_back(mix.draw((i + 0.5) / 64, (i * 37 % 64 + 0.5) / 64));
    return out;
}

}  // namespace

/// Pools without what all prompts share; smaller by a factor where very many requests run.
void Simulation::scale() {
    for (const AdmissionPool& pool : a_.pools)
        all_.push_back(std::max<std::int64_t>(0, pool.granules - pool.shared(plan_.sharedPrefix)));
    used_.assign(pools(), 0);
    if (a_.mostRunning > 0) limit_ = a_.mostRunning;

    double held = 0, output = 0;
    auto most = static_cast<double>(limit_);
    const std::vector<RequestLengths> some = typical(mix_);
    for (std::size_t p = 0; p < pools(); ++p) {
        held = 0;
        for (const RequestLengths& r : some)
            held += static_cast<double>(a_.pools[p].held(r.total()) - a_.pools[p].shared(plan_.sharedPrefix));
        most = std::min(most, static_cast<double>(all_[p]) * static_cast<double>(some.size()) / std::max(held, 1.0));
    }
    for (const RequestLengths& r : some) output += static_cast<double>(r.output) / static_cast<double>(some.size());
    // As many requests as would run: of arriving ones, fewer than the memory holds.
    const double steps = output + plan_.prefillStepsPerToken * static_cast<double>(some[32].prompt);
    const double wanted = saturated() ? most : std::min(most, plan_.promptsPerStep * steps);
    result_.scaledDown = std::max<std::int64_t>(1, std::llround(wanted / static_cast<double>(mostSimulated)));
    // The longest request must remain a small part of the memory.
    const RequestLengths longest = mix_.draw(1, 1);
    for (std::size_t p = 0; p < pools(); ++p) {
        const AdmissionPool& pool = a_.pools[p];
        const std::int64_t most =
            std::max({std::int64_t{1}, pool.held(longest.total()), pool.demanded(longest.total())});
        result_.scaledDown = std::min(result_.scaledDown, std::max<std::int64_t>(1, all_[p] / 20 / most));
    }
    for (std::int64_t& granules : all_) granules /= result_.scaledDown;
    limit_ = std::max<std::int64_t>(1, limit_ / result_.scaledDown);

    const double atOnce = std::max(1.0, wanted / static_cast<double>(result_.scaledDown));
    enough_ = std::max(plan_.leastRequests, static_cast<std::int64_t>(6 * atOnce));
    const double work = static_cast<double>(enough_) * std::max(1.0, output);
    result_.stride = std::max<std::int64_t>(1, static_cast<std::int64_t>(work / static_cast<double>(plan_.mostWork)));
}

/// Draws a prompt with its answers.
void Simulation::arrive() {
    const double u = random_.unit();
    Prompt prompt;
    prompt.shared.assign(pools(), 0);
    for (std::int64_t k = 0; k < plan_.samples; ++k) {
        Request r;
        const double v = random_.unit();
        r.lengths = mix_.draw(u, v);
        r.prompt = prompts_.size();
        r.held.assign(pools(), 0);
        ++result_.drawn;
        bool taken = r.lengths.total() <= a_.longest;
        for (std::size_t p = 0; p < pools(); ++p) {
            const AdmissionPool& pool = a_.pools[p];
            const std::int64_t prefix = pool.shared(std::min(plan_.sharedPrefix, r.lengths.prompt));
            const std::int64_t common = plan_.samples > 1 ? pool.shared(r.lengths.prompt) : prefix;
            r.common.push_back(common);
            prompt.shared[p] = common - prefix;
            const std::int64_t most = std::max(pool.held(r.lengths.total()), pool.demanded(r.lengths.total()));
            taken = taken && most - prefix <= all_[p];
        }
        if (taken)
            waiting_.push_back(std::move(r));
        else
            ++result_.refused;
    }
    prompts_.push_back(std::move(prompt));
}

void Simulation::arrivals() {
    if (saturated()) {
        while (waiting_.empty() && result_.drawn < 100 * enough_) arrive();
        return;
    }
    const double mean = static_cast<double>(result_.scaledDown) / plan_.promptsPerStep;
    while (nextArrival_ <= now_) {
        arrive();
        nextArrival_ += random_.exponential(mean);
    }
}

}  // namespace kvfit
