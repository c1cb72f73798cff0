#include "kvfit/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <utility>
#include <vector>

#include "reuse/random.hpp"

namespace kvfit {

namespace {

using Granules = std::vector<std::int64_t>;  // one a pool

constexpr std::int64_t mostRunning = std::int64_t{1} << 30;
constexpr std::int64_t mostSimulated = 1500;  // requests at once; more are scaled down, for they hardly vary
constexpr std::int64_t leastRequests = 2400;

/// Answers to one prompt.
struct Prompt {
    std::int64_t running = 0;
    Granules shared;  ///< beside what all prompts share
};

struct Request {
    RequestLengths lengths;
    std::int64_t done = 0;    ///< tokens of the answer
    double prefillSteps = 0;  ///< until the prompt is computed
    std::size_t prompt = 0;
    Granules common;  ///< of its granules, those that others hold too
    Granules held;    ///< of its own

    std::int64_t remaining() const { return lengths.output - done; }
};

class Simulation {
public:
    Simulation(const Admission& admission, const LengthMix& mix, const SimulationPlan& plan)
        : a_(admission), mix_(mix), plan_(plan), random_(plan.seed) {}

    Simulated run();

private:
    const Admission& a_;
    const LengthMix& mix_;
    const SimulationPlan& plan_;
    reuse::Random random_;
    Simulated result_;
    Granules all_, used_;
    std::int64_t limit_ = mostRunning;
    std::deque<Prompt> prompts_;
    std::deque<Request> waiting_;
    std::vector<Request> running_;
    std::int64_t enough_ = 0;
    double now_ = 0, nextArrival_ = 0, ratio_ = 0, estimated_ = 0;
    bool filling_ = true;

    bool saturated() const { return plan_.promptsPerStep <= 0; }
    std::size_t pools() const { return a_.pools.size(); }

    void scale();
    void arrive();
    void arrivals();
    bool advance();
    bool grow(std::size_t i);
    bool stopOne(std::size_t& growing);
    void release(const Request& r);
    bool start(Request& r, bool& memory);
    double estimateOf(const Request& r) const;
    void record(double steps, bool memory, bool slots);
};

/// Tokens that a request has in the cache when its memory is counted.
std::int64_t countedTokens(const Admission& a, const Request& r) {
    return a.answer == Admission::Answer::reserved ? r.lengths.total() : r.lengths.prompt + r.done;
}

/// A few requests of the mix, evenly.
std::vector<RequestLengths> typical(const LengthMix& mix) {
    std::vector<RequestLengths> out;
    for (int i = 0; i < 64; ++i) out.push_back(mix.draw((i + 0.5) / 64, (i * 37 % 64 + 0.5) / 64));
    return out;
}

}  // namespace

std::int64_t requestsOfLength(const Admission& a, const RequestLengths& lengths, const SimulationPlan& plan) {
    std::int64_t most = a.mostRunning > 0 ? a.mostRunning : mostRunning;
    if (lengths.total() > a.longest) return 0;
    for (const AdmissionPool& pool : a.pools) {
        const std::int64_t prefix = pool.shared(std::min(plan.sharedPrefix, lengths.prompt));
        const std::int64_t common = plan.samples > 1 ? pool.shared(lengths.prompt) : prefix;
        const std::int64_t free = pool.granules - prefix;
        const std::int64_t own = pool.held(lengths.total()) - common;
        const std::int64_t first = std::max(pool.demanded(lengths.prompt) - common, own);
        const std::int64_t group = own * plan.samples + common - prefix;
        if (free < first + common - prefix) return 0;
        if (own <= 0) continue;
        std::int64_t fits = 0;
        if (plan.samples == 1) {
            fits = 1 + (free - first) / own;
        } else {
            const std::int64_t rest = free % group - (common - prefix);
            fits = free / group * plan.samples + (rest > 0 ? std::min(rest / own, plan.samples - 1) : 0);
        }
        most = std::min(most, fits);
    }
    return most;
}

double Simulated::mean() const {
    double sum = 0;
    for (const auto& [requests, time] : running) sum += static_cast<double>(requests) * time;
    return steps > 0 ? sum / steps : 0;
}

std::int64_t Simulated::at(double u) const {
    double sum = 0;
    for (const auto& [requests, time] : running)
        if ((sum += time) >= u * steps) return requests;
    return running.empty() ? 0 : running.rbegin()->first;
}

namespace {

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
    for (std::size_t p = 0; p < pools(); ++p)
        result_.scaledDown = std::min(
            result_.scaledDown,
            std::max<std::int64_t>(1, all_[p] / 20 / std::max<std::int64_t>(1, a_.pools[p].held(longest.total()))));
    for (std::int64_t& granules : all_) granules /= result_.scaledDown;
    limit_ = std::max<std::int64_t>(1, limit_ / result_.scaledDown);

    const double atOnce = std::max(1.0, wanted / static_cast<double>(result_.scaledDown));
    enough_ = std::max(leastRequests, static_cast<std::int64_t>(6 * atOnce));
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

double Simulation::estimateOf(const Request& r) const {
    return static_cast<double>(std::min(r.remaining(), a_.clippedAnswer)) / static_cast<double>(a_.granuleTokens);
}

/// Takes a request in if every pool has what it demands; the shared part of its prompt once.
bool Simulation::start(Request& r, bool& memory) {
    Prompt& prompt = prompts_[r.prompt];
    const std::int64_t tokens = r.lengths.prompt + r.done;
    Granules held(pools());
    for (std::size_t p = 0; p < pools(); ++p) {
        const AdmissionPool& pool = a_.pools[p];
        const std::int64_t group = prompt.running == 0 ? prompt.shared[p] : 0;
        held[p] = pool.held(countedTokens(a_, r)) - r.common[p];
        const std::int64_t need = std::max(pool.demanded(tokens) - r.common[p], held[p]) + group;
        auto free = static_cast<double>(all_[p] - used_[p]);
        auto wanted = static_cast<double>(need);
        // What answers will still take is set aside by estimate, unless nothing else runs.
        if (p == 0 && a_.clippedAnswer > 0 && !running_.empty()) {
            free -= estimated_ * ratio_;
            wanted += estimateOf(r);
        }
        if (wanted <= free) continue;
        memory = true;
        return false;
    }
    for (std::size_t p = 0; p < pools(); ++p) used_[p] += held[p] + (prompt.running == 0 ? prompt.shared[p] : 0);
    ++prompt.running;
    estimated_ += estimateOf(r);
    r.held = std::move(held);
    r.prefillSteps = plan_.prefillStepsPerToken * static_cast<double>(tokens);
    return true;
}

void Simulation::release(const Request& r) {
    Prompt& prompt = prompts_[r.prompt];
    --prompt.running;
    for (std::size_t p = 0; p < pools(); ++p) used_[p] -= r.held[p] + (prompt.running == 0 ? prompt.shared[p] : 0);
}

/// Stops one running request, which waits first in line. False: the one that grows is alone.
bool Simulation::stopOne(std::size_t& growing) {
    if (running_.size() == 1) return false;
    std::size_t victim = running_.size() - 1;
    if (a_.victim == Admission::Victim::shortest_answer)
        for (std::size_t i = running_.size(); i-- > 0;) {
            const Request& r = running_[i];
            const Request& least = running_[victim];
            if (r.done < least.done || (r.done == least.done && r.lengths.prompt > least.lengths.prompt)) victim = i;
        }
    release(running_[victim]);
    waiting_.push_front(std::move(running_[victim]));
    running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(victim));
    ++result_.stopped;
    if (victim < growing)
        --growing;
    else if (victim == growing)
        growing = running_.size();  // it stopped itself
    return true;
}

/// Gives a request the granules of its length, stopping others where there are none. False: it is stopped or dropped.
bool Simulation::grow(std::size_t i) {
    const std::int64_t tokens = countedTokens(a_, running_[i]);
    for (std::size_t p = 0; p < pools(); ++p) {
        const std::int64_t wanted = a_.pools[p].held(tokens) - running_[i].common[p];
        while (used_[p] + wanted - running_[i].held[p] > all_[p]) {
            const std::size_t before = running_.size();
            if (!stopOne(i)) return true;  // alone: a window's sawtooth, or rounding of a scaled pool
            if (i == before - 1) return false;
        }
        used_[p] += wanted - running_[i].held[p];
        running_[i].held[p] = wanted;
    }
    return true;
}

/// One stride of all running requests. Whether any was stopped.
bool Simulation::advance() {
    const auto stride = static_cast<double>(result_.stride);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < running_.size(); ++i) {
        Request& r = running_[i];
        const double prefill = std::min(r.prefillSteps, stride);
        r.prefillSteps -= prefill;
        const auto tokens = std::min(r.remaining(), static_cast<std::int64_t>(stride - prefill));
        r.done += tokens;
        if (!filling_) result_.tokens += static_cast<double>(tokens * result_.scaledDown);
        if (r.prefillSteps <= 0 && r.remaining() <= 0) {
            release(r);
            ++result_.finished;
            continue;
        }
        if (kept != i) running_[kept] = std::move(r);
        ++kept;
    }
    running_.resize(kept);
    const std::int64_t stopped = result_.stopped;
    if (a_.answer == Admission::Answer::grows)
        for (std::size_t i = 0; i < running_.size();) {
            const std::size_t before = running_.size();
            const bool grown = grow(i);
            if (grown) i += 1;
            // Requests before this one may have been stopped; it then lies further to the front.
            if (running_.size() < before && a_.victim == Admission::Victim::shortest_answer) i = 0;
        }
    return result_.stopped > stopped;
}

void Simulation::record(double steps, bool memory, bool slots) {
    if (filling_) return;
    result_.steps += steps;
    result_.running[static_cast<std::int64_t>(running_.size()) * result_.scaledDown] += steps;
    if (memory) result_.waitedForMemory += steps;
    if (slots) result_.waitedForSlots += steps;
    result_.waitingRequests += steps * static_cast<double>(waiting_.size()) * static_cast<double>(result_.scaledDown);
    double fill = 0;
    for (std::size_t p = 0; p < pools(); ++p)
        if (all_[p] > 0) fill = std::max(fill, static_cast<double>(used_[p]) / static_cast<double>(all_[p]));
    result_.fill += steps * fill;
}

Simulated Simulation::run() {
    scale();
    ratio_ = a_.firstRatio;
    const double decay = (a_.firstRatio - a_.leastRatio) / static_cast<double>(a_.decaySteps);
    const auto stride = static_cast<double>(result_.stride);
    const std::int64_t warm = enough_ / 4;
    while (result_.finished < enough_ && result_.drawn < 100 * enough_) {
        const bool stopped = advance();
        if (stopped) {
            // What finished answers came to, and 20 steps more, of what running ones may come to.
            double done = 0, most = 1;
            for (const Request& r : running_) {
                done += static_cast<double>(r.done) + 20;
                most += static_cast<double>(r.lengths.output);
            }
            ratio_ = std::min(1.0, done / most);
        } else {
            ratio_ = std::max(a_.leastRatio, ratio_ - decay * stride);
        }
        estimated_ = 0;
        for (const Request& r : running_) estimated_ += estimateOf(r);

        bool memory = false, slots = false;
        arrivals();
        while (!stopped && !waiting_.empty()) {
            if (static_cast<std::int64_t>(running_.size()) >= limit_) {
                slots = true;
                break;
            }
            Request& next = waiting_.front();
            // The first ones are in the middle of their answers, so that they do not end together.
            if (now_ == 0 && saturated())
                next.done = static_cast<std::int64_t>(random_.unit() * static_cast<double>(next.lengths.output));
            if (!start(next, memory)) break;
            running_.push_back(std::move(next));
            waiting_.pop_front();
            arrivals();
        }
        memory = memory || (stopped && !waiting_.empty());
        if (running_.empty() && waiting_.empty()) {
            if (saturated()) break;  // nothing of this mix is taken
            const double idle = std::max(stride, nextArrival_ - now_);
            record(idle, false, false);
            now_ += idle;
            continue;
        }
        record(stride, memory, slots);
        now_ += stride;
        if (filling_ && result_.finished >= warm) {
            filling_ = false;
            result_.stopped = 0;
        }
    }
    if (result_.steps > 0) result_.fill /= result_.steps;
    result_.finished -= std::min(result_.finished, warm);
    return std::move(result_);
}

}  // namespace

Simulated simulate(const Admission& admission, const LengthMix& mix, const SimulationPlan& plan) {
    return Simulation(admission, mix, plan).run();
}

}  // namespace kvfit
