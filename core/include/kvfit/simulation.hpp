#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "kvfit/admission.hpp"
#include "kvfit/lengths.hpp"

namespace kvfit {

/// What is played to one replica.
struct SimulationPlan {
    std::int64_t samples = 1;         ///< answers to one prompt, which is held once
    std::int64_t sharedPrefix = 0;    ///< tokens at the start of all prompts, held once
    double promptsPerStep = 0;        ///< arriving at random; 0: another always waits
    double prefillStepsPerToken = 0;  ///< decode steps that pass while a prompt token is computed
    std::uint64_t seed = 1;
    std::int64_t mostWork = 200000;     ///< about how many times the length of a request is looked at
    std::int64_t leastRequests = 1500;  ///< that are played
};

/// Times are in decode steps, each of which gives every running request a token.
struct Simulated {
    /// A part of the time in which equally many requests come to their end.
    struct Batch {
        double steps = 0;
        double waited = 0;
    };

    double steps = 0;
    std::map<std::int64_t, double> running;  ///< steps in which this many requests ran
    double waitedForMemory = 0;              ///< steps in which the first waiting request lacked memory
    double waitedForSlots = 0;               ///< and in which the scheduler's own limit kept it
    double waitingRequests = 0;              ///< sum over all steps of the requests that wait
    std::vector<Batch> batches;              ///< of the whole time, about 20
    double fill = 0;                         ///< mean share of the fullest pool that is held
    std::int64_t finished = 0;
    std::int64_t stopped = 0;  ///< times that a request lost its memory and began anew
    std::int64_t refused = 0;  ///< requests too long to be taken
    std::int64_t drawn = 0;
    double tokens = 0;            ///< of answers that were generated
    std::int64_t stride = 1;      ///< steps that are played as one
    std::int64_t scaledDown = 1;  ///< memory, limits and arrivals were divided by this; counts are multiplied again

    double mean() const;
    /// Share of the time in which a request waits.
    double waitedShare() const;
    /// Half of its 95% interval, by the means of batches (Law, Simulation Modeling and Analysis, 9.5).
    double waitedError() const;
    /// The number of running requests that is not exceeded in a share `u` of the time.
    std::int64_t at(double u) const;
};

/// Plays requests of this mix to one replica: first come, first served, each step one token for each running request,
/// memory by the engine's admission rules. Equal seeds give equal results everywhere. The first quarter of the requests
/// fills the memory and is not counted.
Simulated simulate(const Admission& admission, const LengthMix& mix, const SimulationPlan& plan);

/// Requests of this length that run at once when all are as long to the end; the smallest pool decides.
std::int64_t requestsOfLength(const Admission& admission, const RequestLengths& lengths, const SimulationPlan& plan);

}  // namespace kvfit
