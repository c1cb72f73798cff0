#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "kvfit/reuse.hpp"
#include "kvfit/trace.hpp"

namespace kvfit {

/// How a trace is measured. A block counts as a hit only if every block before it in the request is one too.
struct CurveOptions {
    std::size_t warmupRequests = 0;  ///< The first ones fill the cache and are not counted.
    double ttlMs = INFINITY;         ///< A block that was not used for longer is gone.
};

struct Hits {
    std::uint64_t tokens = 0, blocks = 0;
};

/// What is counted: all prompt tokens and blocks behind the warm-up.
Hits demand(const Trace& trace, const CurveOptions& options);

/// Hits of an LRU cache at every capacity, from one pass over the trace: a block hits at the capacities that are not
/// below the number of distinct blocks used since its last use (Mattson's stack distance, 1970), nor below those of the
/// blocks before it.
struct LruCurve {
    std::vector<std::uint64_t> tokens;  ///< At capacity 0, 1, ... ; the last holds for all larger ones.
    std::vector<std::uint32_t> blocks;

    Hits at(std::size_t capacity) const {
        const std::size_t i = capacity < tokens.size() ? capacity : tokens.size() - 1;
        return {tokens[i], blocks[i]};
    }
};

/// `tailFirst`: the end of a chain counts as older than its start.
LruCurve lruCurve(const Trace& trace, const CurveOptions& options, bool tailFirst = true);

/// Blocks found for each request, those of the warm-up too.
using FoundBlocks = std::vector<std::uint32_t>;

/// A cache that never evicts. `found` is filled where it is given, here and below.
Hits ceiling(const Trace& trace, const CurveOptions& options, FoundBlocks* found = nullptr);

/// The offline bound (Belady's MIN with bypass) at each of the capacities, from one pass: what a smaller cache keeps a
/// larger one keeps too. No policy that stores whole blocks has more block hits. Ignores a time to live.
std::vector<Hits> optimalHits(const Trace& trace, const CurveOptions& options,
                              const std::vector<std::uint32_t>& capacities);

/// A policy replayed at one capacity: lru, tail_first, fifo or lfu.
Hits simulate(const Trace& trace, const CurveOptions& options, EvictionPolicy policy, std::uint32_t capacity,
              FoundBlocks* found = nullptr);

/// An engine's own cache: vLLM's pool with one full-attention group, SGLang's radix tree with the trace's blocks as
/// pages, TensorRT-LLM's pools with whole blocks.
struct EngineCache {
    CacheEngine engine = CacheEngine::vllm;
    EvictionPolicy policy = EvictionPolicy::lru;  ///< SGLang's; generic: as `simulate`.
    std::uint32_t capacity = 0;
    std::uint32_t hostBlocks = 0;  ///< TensorRT-LLM's secondary pool, SGLang's HiCache.
    std::size_t liveRequests = 0;  ///< Requests alive at once; 0: each ends before the next.

    /// Windows and states, in blocks: what a running request holds of them, and what vLLM keeps at the end of a prompt.
    /// Where an end is kept, a hit needs it.
    std::uint32_t liveEnd = 0, cachedEnd = 0;

    /// SGLang, models with states: tokens of a chunk of a prompt's computation, at whose end a state is kept. A hit
    /// needs one. 0: it does not.
    std::int64_t stateChunk = 0;

    /// TensorRT-LLM: blocks for which `preferred` is true are kept at `priority`.
    const std::vector<bool>* preferred = nullptr;
    int priority = 35;
};

struct EngineHits : Hits {
    Hits onboarded;             ///< Those of the host.
    std::uint64_t refused = 0;  ///< Requests that do not fit into the pool even alone.
};

/// An engine's rules replayed at one capacity. A prompt's last, unfilled block and the blocks of its answer take room
/// while it runs but are not found again; the last prompt token is always computed. A time to live does not apply.
EngineHits simulateEngine(const Trace& trace, const CurveOptions& options, const EngineCache& cache,
                          FoundBlocks* found = nullptr);

/// Whether a larger cache always holds what a smaller one holds, so that hits never fall with capacity.
constexpr bool hasInclusion(EvictionPolicy policy) {
    return policy == EvictionPolicy::lru || policy == EvictionPolicy::tail_first || policy == EvictionPolicy::optimal;
}

}  // namespace kvfit
