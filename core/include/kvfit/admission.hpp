#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "kvfit/architecture.hpp"
#include "kvfit/error.hpp"
#include "kvfit/scenario.hpp"

namespace kvfit {

/// A part of an engine's memory that is handed out in granules of its own (blocks, pages, slots, cells, bytes).
struct AdmissionPool {
    using AtLength = std::function<std::int64_t(std::int64_t tokens)>;

    std::int64_t granules = 0;  ///< that there are
    AtLength held;              ///< of a request that has this many tokens in the cache
    AtLength demanded;          ///< that must be free before a prompt of this length starts
    AtLength shared;  ///< of the first `tokens` of a prompt, those that requests with the same beginning share
};

/// How one replica of an engine takes requests in and what it does when memory runs out.
struct Admission {
    /// What happens to the answer's memory.
    enum class Answer : std::uint8_t {
        grows,     ///< it is taken as the answer grows; when none is left a request is stopped and starts anew
        reserved,  ///< all of it is set aside when the request starts, so that none is stopped
    };
    /// Who is stopped.
    enum class Victim : std::uint8_t { newest, shortest_answer };

    std::vector<AdmissionPool> pools;
    std::int64_t mostRunning = 0;  ///< requests at once by the scheduler's own limit; 0: none
    std::int64_t longest = 0;      ///< tokens of the longest request that is taken
    std::int64_t replicas = 1;     ///< such engines in the deployment, each with requests of its own
    Answer answer = Answer::grows;
    Victim victim = Victim::newest;
    bool failsTogether = false;  ///< the engine fails all running requests instead

    /// SGLang's estimate of what running answers will still take of the first pool: their remaining tokens, at most
    /// `clippedAnswer`, times a ratio that falls from `firstRatio` to `leastRatio` in `decaySteps` steps without a
    /// stop.
    std::int64_t clippedAnswer = 0;  ///< 0: no such estimate
    double firstRatio = 0;
    double leastRatio = 0;
    std::int64_t decaySteps = 1;
    std::int64_t granuleTokens = 1;  ///< of the first pool

    std::string method;  ///< stable word of the rules
    std::string source;  ///< where they were read
};

/// The rules of the scenario's engine. Its memory is the scenario's own (`availableKvBytes` or what a plan filled in).
Expected<Admission> admissionOf(const Architecture& architecture, const Scenario& scenario);

}  // namespace kvfit
