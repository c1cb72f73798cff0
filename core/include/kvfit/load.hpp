#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kvfit/lengths.hpp"
#include "kvfit/plan.hpp"
#include "kvfit/simulation.hpp"

namespace kvfit {

/// Lengths of the requests, prompt and answer together where not said otherwise.
struct LengthSummary {
    double meanPrompt = 0;
    double meanOutput = 0;
    std::int64_t p50 = 0;
    std::int64_t p90 = 0;
    std::int64_t p99 = 0;
    std::int64_t longest = 0;
};

/// Share of the time in which this many requests run.
struct RunningShare {
    std::int64_t requests = 0;
    double share = 0;
};

/// Requests at once, all replicas together, while another always waits.
struct ConcurrencyResult {
    double expected = 0;                 ///< mean over time
    std::int64_t low = 0;                ///< not reached in 5% of the time
    std::int64_t high = 0;               ///< not exceeded in 95% of the time
    std::int64_t worst = 0;              ///< when all requests are as long as the longest, to the end
    std::int64_t ofMean = 0;             ///< when all are as long as the mean
    std::string limit;                   ///< what keeps the next one waiting most of the time: `memory` or `scheduler`
    std::optional<double> atLimitShare;  ///< time in which fewer than `sequences` run; absent where that is not given
    double memoryShare = 0;              ///< mean fill of the fullest pool
    double stopsPerRequest = 0;          ///< times that a request loses its memory and begins anew
    double refusedShare = 0;             ///< requests that are too long to be taken
    std::vector<RunningShare> shares;    ///< rising; at most 64
};

/// Speed and its basis.
struct SpeedResult {
    double decodeTokensPerSecond = 0;  ///< of one request while `requests` run
    std::string decodeBasis;           ///< `given`, or `bound`: what the memory's bandwidth allows at most
    double requests = 0;
    std::int64_t weightBytesRead = 0;  ///< of one step on one rank
    std::int64_t kvBytesRead = 0;      ///< of one request's step on one rank
    double bandwidthGbS = 0;
    double prefillTokensPerSecond = 0;  ///< of one prompt of mean length; 0: unknown
    std::string prefillBasis;           ///< `given`, `bound`: what its arithmetic allows at most; empty: unknown
};

/// What a rate of requests asks for.
struct DemandResult {
    double requestsPerSecond = 0;
    double secondsPerRequest = 0;  ///< computing and answering, without waiting
    double concurrency = 0;        ///< Little's law: the product of both
    std::int64_t deployments = 0;  ///< of this scenario that hold it on average
    double load = 0;               ///< share of what these deployments hold on average
    double atLimitShare = 0;       ///< time in which a request waits, by random arrivals
    double atLimitLow = 0;         ///< its 95% interval, by the means of batches of the time played
    double atLimitHigh = 0;
    double waitSeconds = 0;  ///< mean wait for memory or the scheduler
    double mean = 0;         ///< requests at once in one deployment
    std::int64_t high = 0;   ///< not exceeded in 95% of the time
    std::vector<RunningShare> shares;
};

/// Currency is the price's own.
struct CostResult {
    double pricePerGpuHour = 0;
    std::int64_t gpus = 0;  ///< of all deployments
    double perHour = 0;
    double requestsPerSecond = 0;       ///< asked for, or what one deployment does at most
    double perMillionTokens = 0;        ///< all of the cost over prompt and answer tokens
    double perMillionInputTokens = 0;   ///< all of it over prompt tokens
    double perMillionOutputTokens = 0;  ///< all of it over answer tokens
};

struct LoadResult {
    std::string model;
    std::string engine;
    std::string engineVersion;
    LengthSummary lengths;
    ConcurrencyResult concurrency;
    std::int64_t gpus = 0;                        ///< of one deployment
    std::optional<SpeedResult> speed;             ///< absent: neither typed nor to be bounded
    std::optional<double> mostRequestsPerSecond;  ///< of one deployment with its memory always full
    std::optional<DemandResult> demand;           ///< absent without requestsPerSecond or speed
    std::optional<CostResult> cost;               ///< absent without a price or speed
    Verdict verdict;
    Notes warnings;
    Notes notes;
};

/// What the scenario's engine does with requests of real lengths. Error: the input is impossible, or no memory is
/// given.
Expected<LoadResult> load(const Architecture& architecture, const Accelerators& accelerators, const Scenario& scenario,
                          const LoadSettings& settings);

/// One way for a request's cache to go.
struct TransferRoute {
    std::string name;        ///< `peer`, `host`, `network`, `disk`
    std::string link;        ///< the link's name, where it is known
    std::string key;         ///< the setting that replaces its speed
    double gbPerSecond = 0;  ///< of one rank, each direction
    double seconds = 0;
    std::optional<double> ofRecompute;  ///< seconds over those of computing the tokens again
};

struct TransferResult {
    std::string model;
    std::string engine;
    std::int64_t tokens = 0;
    std::int64_t bytesPerRank = 0;
    std::int64_t ranks = 1;  ///< that move their share at the same time
    std::int64_t bytes = 0;  ///< of all ranks
    std::vector<TransferRoute> routes;
    std::optional<double> recomputeSeconds;  ///< at least, or at the typed speed
    std::string recomputeBasis;              ///< `given` or `bound`
    double teraflops = 0;                    ///< arithmetic of computing the tokens again
    double teraflopsPerSecond = 0;           ///< of all GPUs at their published dense rate
    Notes notes;
};

/// Bytes and seconds to move the cache of one request of `tokens` between workers, or to load it from host memory or
/// disk, against computing it again.
Expected<TransferResult> transfer(const Architecture& architecture, const Accelerators& accelerators,
                                  const Scenario& scenario, const LoadSettings& settings);

}  // namespace kvfit
