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
            for (std::uint32_t c = 0; c <= trace.names + 1; ++c) {
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
    for (std::uint32_t c = 1; c < trace.names; c = c * 3 + 1)
        CHECK(curve.at(c).tokens == simulate(trace, {}, EvictionPolicy::tail_first, c).tokens);
    CHECK(curve.at(trace.names).tokens == ceiling(trace, {}).tokens);
}

TEST_CASE("ceiling, optimal and online policies keep their order; hits grow where the policy has inclusion") {
    for (unsigned seed = 20; seed < 26; ++seed) {
        Trace trace = conversations(seed, 200);
        // Whole blocks: tokens and blocks then say the same.
        for (std::size_t r = 0; r < trace.requests.size(); ++r)
            trace.requests[r].inputTokens =
                static_cast<std::uint32_t>((trace.end(r) - trace.requests[r].firstBlock) * 16);
        CurveOptions options;
        options.warmupRequests = seed % 2 * 60;
        std::vector<std::uint32_t> capacities;
        for (std::uint32_t c = 0; c <= trace.names; c += 1 + c / 8) capacities.push_back(c);
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

TEST_CASE("an engine's cache over a trace is its replay over tokens") {
    Trace trace = conversations(31, 120);
    // Tokens of a block that is not whole are the request's own: a trace does not say what they have in common.
    for (TraceRequest& r : trace.requests) {
        r.outputTokens = 0;
        if (r.inputTokens % 16 == 0 && r.inputTokens > 0) r.inputTokens -= 5;
    }
    Workload w;
    w.blockSize = 16;
    w.partialReuse = false;
    w.liveRequests = 2;
    for (std::size_t r = 0; r < trace.requests.size(); ++r) {
        ReuseRequest request;
        request.priority = trace.requests[r].priority;
        const std::uint32_t length = trace.requests[r].inputTokens;
        for (std::uint32_t t = 0; t < length; ++t) {
            const std::int64_t block = trace.blocks[trace.requests[r].firstBlock + t / 16];
            const bool whole = t < length / 16 * 16;
            request.tokens.push_back(whole ? block * 16 + t % 16 : -static_cast<std::int64_t>(r * 16 + t % 16 + 1));
        }
        w.requests.push_back(request);
    }
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
        for (const std::int64_t capacity : {40, 80, 200, 1000}) {
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
