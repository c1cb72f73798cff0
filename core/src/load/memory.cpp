#include <algorithm>

#include "load/player.hpp"

namespace kvfit {

/// Tokens that a request has in the cache when its memory is counted.
std::int64_t Simulation::countedTokens(const Request& r) const {
    return a_.answer == Admission::Answer::reserved ? r.lengths.total() : r.lengths.prompt + r.done;
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
        held[p] = pool.held(countedTokens(r)) - r.common[p];
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
    const std::int64_t tokens = countedTokens(running_[i]);
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

}  // namespace kvfit
