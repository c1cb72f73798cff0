#pragma once

#include <deque>
#include <vector>

#include "kvfit/simulation.hpp"
#include "reuse/random.hpp"

namespace kvfit {

using Granules = std::vector<std::int64_t>;  ///< one a pool

/// No scheduler runs more requests at once.
constexpr std::int64_t mostRunning = std::int64_t{1} << 30;

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

/// One replica of an engine while requests are played to it.
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
    std::int64_t counted_ = 0;  ///< requests that filled the memory before time is counted
    double now_ = 0, nextArrival_ = 0, ratio_ = 0, estimated_ = 0;
    bool filling_ = true;

    bool saturated() const { return plan_.promptsPerStep <= 0; }
    std::size_t pools() const { return a_.pools.size(); }

    // What is played (arrivals.cpp)
    void scale();
    void arrive();
    void arrivals();

    // Who holds what (memory.cpp)
    std::int64_t countedTokens(const Request& r) const;
    double estimateOf(const Request& r) const;
    bool start(Request& r, bool& memory);
    void release(const Request& r);
    bool stopOne(std::size_t& growing);
    bool grow(std::size_t i);

    // Time (player.cpp)
    bool advance();
    void admit(bool stopped, bool& memory, bool& slots);
    void follow(bool stopped);
    void record(double steps, bool memory, bool slots);
};

}  // namespace kvfit
