#include <doctest/doctest.h>

#include <algorithm>

#include "kvfit/reuse_curve.hpp"
#include "reuse/chain_blocks.hpp"
#include "reuse_traces.hpp"

using namespace kvfit;
using reuse_test::conversations;

TEST_CASE("the one-pass LRU curve equals simulation at every capacity") {
    for (unsigned seed = 1; seed <= 6; ++seed) {
        const Trace trace = conversations(seed, 150);
        CurveOptions options;
        options.warmupRequests = seed % 3 * 20;
        if (seed % 2 == 0) options.ttlMs = 1500;
        for (const bool tailFirst : {false, true}) {
            const LruCurve curve = lruCurve(trace, options, tailFirst);
            const EvictionPolicy policy = tailFirst ? EvictionPolicy::tail_first : EvictionPolicy::lru;
            for (std::uint32_t c = 0; c <= trace.names() + 1; ++c) {
                const Hits hits = simulate(trace, options, policy, c);
                REQUIRE(curve.at(c).tokens == hits.tokens);
                REQUIRE(curve.at(c).blocks == hits.blocks);
            }
        }
    }
}

TEST_CASE("the one-pass curve survives many rounds of its line") {
    const Trace trace = conversations(9, 3000);
    const LruCurve curve = lruCurve(trace, {}, true);
    for (std::uint32_t c = 1; c < trace.names(); c = c * 3 + 1)
        CHECK(curve.at(c).tokens == simulate(trace, {}, EvictionPolicy::tail_first, c).tokens);
    CHECK(curve.at(trace.names()).tokens == ceiling(trace, {}).tokens);
}

TEST_CASE("ceiling, optimal and online policies keep their order; hits grow where the policy has inclusion") {
    for (unsigned seed = 20; seed < 26; ++seed) {
        Trace trace = conversations(seed, 200);
        // Whole blocks: tokens and blocks then say the same.
        for (TraceRequest& r : trace.requests) r.inputTokens = r.blocks.length * 16;
        CurveOptions options;
        options.warmupRequests = seed % 2 * 60;
        std::vector<std::uint32_t> capacities;
        for (std::uint32_t c = 0; c <= trace.names(); c += 1 + c / 8) capacities.push_back(c);
        const std::vector<Hits> optimal = optimalHits(trace, options, capacities);
        const Hits most = ceiling(trace, options);
        CHECK(demand(trace, options).tokens >= most.tokens);
        for (std::size_t i = 0; i < capacities.size(); ++i) {
            CHECK(most.tokens >= optimal[i].tokens);
            if (i > 0) CHECK(optimal[i].tokens >= optimal[i - 1].tokens);
            for (const EvictionPolicy policy :
                 {EvictionPolicy::lru, EvictionPolicy::tail_first, EvictionPolicy::fifo, EvictionPolicy::lfu}) {
                const Hits hits = simulate(trace, options, policy, capacities[i]);
                CHECK(optimal[i].tokens >= hits.tokens);
                if (i > 0 && hasInclusion(policy))
                    CHECK(hits.tokens >= simulate(trace, options, policy, capacities[i - 1]).tokens);
            }
            CHECK(optimal[i].tokens == optimalHits(trace, options, {capacities[i]})[0].tokens);
            for (const CacheEngine engine : {CacheEngine::vllm, CacheEngine::sglang, CacheEngine::trtllm}) {
                EngineCache cache;
                cache.engine = engine;
                cache.capacity = capacities[i];
                CHECK(optimal[i].tokens >= simulateEngine(trace, options, cache).tokens);
            }
        }
        CHECK(optimal.back().tokens == most.tokens);
    }
}

namespace {

/// The same requests as tokens. Those of a block that is not whole are the request's own: a trace does not say what
/// they have in common. Answers are left out, and so is a prompt's end where it would fill a block.
Workload workloadOf(Trace& trace) {
    const auto size = static_cast<std::uint32_t>(trace.blockSize);
    Workload w;
    w.blockSize = trace.blockSize;
    w.partialReuse = false;
    w.liveRequests = 2;
    for (std::size_t r = 0; r < trace.requests.size(); ++r) {
        TraceRequest& q = trace.requests[r];
        q.outputTokens = 0;
        if (size > 1 && q.inputTokens % size == 0 && q.inputTokens > 0) q.inputTokens -= size / 3;
        const std::vector<std::uint32_t> blocks = reuse_test::blocksOf(trace, r);
        ReuseRequest request;
        request.priority = q.priority;
        for (std::uint32_t t = 0; t < q.inputTokens; ++t) {
            const std::int64_t block = blocks[t / size];
            const bool whole = t < q.inputTokens / size * size;
            request.tokens.push_back(whole ? block * size + t % size
                                           : -static_cast<std::int64_t>(r * size + t % size + 1));
        }
        w.requests.push_back(request);
    }
    return w;
}

void checkEngines(Trace trace, const std::vector<std::int64_t>& capacities) {
    Workload w = workloadOf(trace);
    struct Cache {
        CacheEngine engine;
        EvictionPolicy policy;
    };
    using P = EvictionPolicy;
    for (const Cache& kind :
         {Cache{CacheEngine::vllm, P::lru}, Cache{CacheEngine::trtllm, P::priority}, Cache{CacheEngine::sglang, P::lru},
          Cache{CacheEngine::sglang, P::lfu}, Cache{CacheEngine::sglang, P::slru}, Cache{CacheEngine::sglang, P::fifo},
          Cache{CacheEngine::sglang, P::mru}, Cache{CacheEngine::sglang, P::filo},
          Cache{CacheEngine::sglang, P::priority}})
        for (const std::int64_t capacity : capacities) {
            w.engine = kind.engine;
            w.policy = kind.policy;
            w.capacityBlocks = capacity;
            w.hostBlocks = kind.engine == CacheEngine::trtllm ? 20 : 0;
            CAPTURE(static_cast<int>(w.engine));
            CAPTURE(static_cast<int>(w.policy));
            CAPTURE(capacity);
            const auto result = replay(w);
            REQUIRE(static_cast<bool>(result));
            EngineCache cache;
            cache.engine = w.engine;
            cache.policy = w.policy;
            cache.capacity = static_cast<std::uint32_t>(capacity);
            cache.hostBlocks = static_cast<std::uint32_t>(w.hostBlocks);
            cache.liveRequests = 2;
            const EngineHits hits = simulateEngine(trace, {}, cache);
            CHECK(static_cast<std::uint64_t>(result->totalHitTokens) == hits.tokens);
            CHECK(hits.refused == result->notes.size());
        }
}

}  // namespace

TEST_CASE("an engine's cache over a trace is its replay over tokens") {
    checkEngines(conversations(31, 120), {40, 80, 200, 1000});
    for (unsigned seed = 0; seed < 12; ++seed) {
        CAPTURE(seed);
        checkEngines(reuse_test::read(reuse_test::unusual(seed).text), {1, 7, 20, 60});
    }
}
