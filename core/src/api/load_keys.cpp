#include "api/load_keys.hpp"

namespace kvfit {

// clang-format off
std::span<const Key<LoadSettings>> loadKeys() {
    using S = LoadSettings;
    static constexpr Key<S> keys[] = {
        {"lengths", &S::lengths, "tokens", "promptLengths and outputLengths", "Load: requests, one a line: prompt length and output length; also as JSON lines, as a table with a head, or as a list of pairs."},
        {"promptLengths", &S::promptLengths, "tokens", "what fills requests up to tokens", "Load: lengths of prompts: percentiles (p50 2K, p90 8K, p99 32K, max 64K) or values (800 1200 2500)."},
        {"outputLengths", &S::outputLengths, "tokens", "256", "Load: lengths of answers, likewise."},
        {"samples", &S::samples, "answers", "1", "Load: answers to one prompt (n, or beams), which is held once where the engine shares prefixes."},
        {"requestsPerSecond", &S::requestsPerSecond, "requests/s", "none", "Load: mean arrival rate (Poisson)."},
        {"decodeTokensPerSecond", &S::decodeTokensPerSecond, "tokens/s", "the bound that memory bandwidth sets", "Load: tokens that one running request is given in a second."},
        {"pricePerGpuHour", &S::pricePerGpuHour, "", "none", "Load: price of one GPU for an hour, in any currency."},
        {"networkGbPerSecond", &S::networkGbPerSecond, "GB/s", "none", "Transfer: network of one GPU, each direction."},
        {"seed", &S::seed, "", "1", "Load: equal seeds give equal simulations."},
    };
    return keys;
}
// clang-format on

}  // namespace kvfit
