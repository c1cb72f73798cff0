#include "load/player.hpp"

#include <algorithm>

namespace kvfit {

namespace {

constexpr std::int64_t batches = 20;

}  // namespace

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
    const std::int64_t part = (result_.finished - counted_) * batches / std::max<std::int64_t>(1, enough_ - counted_);
    const auto batch = static_cast<std::size_t>(std::min(part, batches - 1));
    if (batch >= result_.batches.size()) result_.batches.emplace_back();
    result_.batches.back().steps += steps;
    if (memory || slots) result_.batches.back().waited += steps;
    result_.running[static_cast<std::int64_t>(running_.size()) * result_.scaledDown] += steps;
    if (memory) result_.waitedForMemory += steps;
    if (slots) result_.waitedForSlots += steps;
    result_.waitingRequests += steps * static_cast<double>(waiting_.size()) * static_cast<double>(result_.scaledDown);
    double fill = 0;
    for (std::size_t p = 0; p < pools(); ++p)
        if (all_[p] > 0) fill = std::max(fill, static_cast<double>(used_[p]) / static_cast<double>(all_[p]));
    result_.fill += steps * fill;
}

/// The estimate of what running answers will still take. After a stop it is what they have come to and 20 steps more,
/// else it falls.
void Simulation::follow(bool stopped) {
    if (a_.clippedAnswer == 0) return;
    if (stopped) {
        double done = 0, most = 1;
        for (const Request& r : running_) {
            done += static_cast<double>(r.done) + 20;
            most += static_cast<double>(r.lengths.output);
        }
        ratio_ = std::min(1.0, done / most);
    } else {
        const double decay = (a_.firstRatio - a_.leastRatio) / static_cast<double>(a_.decaySteps);
        ratio_ = std::max(a_.leastRatio, ratio_ - decay * static_cast<double>(result_.stride));
    }
    estimated_ = 0;
    for (const Request& r : running_) estimated_ += estimateOf(r);
}

/// Takes in those that wait, first come, first served; none in a step in which one was stopped.
void Simulation::admit(bool stopped, bool& memory, bool& slots) {
    while (!stopped && !waiting_.empty()) {
        if (static_cast<std::int64_t>(running_.size()) >= limit_) {
            slots = true;
            return;
        }
        Request& next = waiting_.front();
        // The first ones are in the middle of their answers, so that they do not end together.
        if (now_ == 0 && saturated())
            next.done = static_cast<std::int64_t>(random_.unit() * static_cast<double>(next.lengths.output));
        if (!start(next, memory)) return;
        running_.push_back(std::move(next));
        waiting_.pop_front();
        arrivals();
    }
}

Simulated Simulation::run() {
    scale();
    ratio_ = a_.firstRatio;
    const auto stride = static_cast<double>(result_.stride);
    const std::int64_t warm = enough_ / 4;
    while (result_.finished < enough_ && result_.drawn < 100 * enough_) {
        const bool stopped = advance();
        follow(stopped);
        bool memory = false, slots = false;
        arrivals();
        admit(stopped, memory, slots);
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
            counted_ = result_.finished;
            result_.stopped = 0;
        }
    }
    if (result_.steps > 0) result_.fill /= result_.steps;
    result_.finished -= std::min(result_.finished, warm);
    return std::move(result_);
}

}  // namespace kvfit
