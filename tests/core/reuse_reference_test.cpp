#include <doctest/doctest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <string>

#include "kvfit/reuse_curve.hpp"
#include "reuse_traces.hpp"

namespace {

using namespace kvfit;
using Names = std::vector<std::uint32_t>;

/// A textbook cache as a list of what it holds; every choice looks at all of it.
struct SlowCache {
    struct Held {
        std::uint32_t name;
        int uses, stored, used;
        double usedMs;
    };
    EvictionPolicy policy;
    std::size_t capacity;
    double ttlMs;
    std::vector<Held> held;
    double nowMs = 0;
    int clock = 0;

    std::vector<Held>::iterator find(std::uint32_t name) {
        return std::find_if(held.begin(), held.end(), [&](const Held& h) { return h.name == name; });
    }
    bool goesBefore(const Held& a, const Held& b) const {
        if (policy == EvictionPolicy::fifo) return a.stored < b.stored;
        if (policy == EvictionPolicy::lfu && a.uses != b.uses) return a.uses < b.uses;
        return a.used < b.used;
    }
    std::size_t serve(Names names, double timeMs) {
        nowMs = std::max(nowMs, timeMs);
        held.erase(std::remove_if(held.begin(), held.end(), [&](const Held& h) { return nowMs - h.usedMs > ttlMs; }),
                   held.end());
        std::size_t found = 0;
        while (found < names.size() && find(names[found]) != held.end()) ++found;
        if (policy == EvictionPolicy::tail_first) std::reverse(names.begin(), names.end());
        for (const std::uint32_t name : names) {
            ++clock;
            const auto known = find(name);
            if (known != held.end()) {
                ++known->uses;
                known->used = clock;
                known->usedMs = nowMs;
                continue;
            }
            if (capacity == 0) continue;
            if (held.size() == capacity)
                held.erase(std::min_element(held.begin(), held.end(),
                                            [&](const Held& a, const Held& b) { return goesBefore(a, b); }));
            held.push_back({name, 1, clock, clock, nowMs});
        }
        return found;
    }
};

/// vLLM's pool over the blocks of a trace, with ends of windows and states. Block ids, queue and hashes are plain lists
/// and maps; what a block is known by is its group (1: an end) and the last name before it.
struct SlowVllm {
    using Key = std::pair<int, std::uint32_t>;
    struct Block {
        int holders = 0;
        bool stays = false;  ///< Goes to the back of the queue when it is free.
        std::optional<Key> key;
        std::vector<int> end;  ///< The blocks of the end that is looked up by this one.
    };
    const Trace& trace;
    EngineCache setting;
    std::vector<Block> blocks;
    std::deque<int> queue;
    std::map<Key, std::vector<int>> known;  ///< Oldest first.
    std::deque<std::pair<std::vector<int>, std::vector<int>>> live;

    SlowVllm(const Trace& t, const EngineCache& c) : trace(t), setting(c), blocks(c.capacity) {
        for (std::uint32_t b = 0; b < c.capacity; ++b) queue.push_back(static_cast<int>(b));
    }
    Block& at(int b) { return blocks[static_cast<std::size_t>(b)]; }
    int lookUp(int group, std::uint32_t name) {
        const auto found = known.find({group, name});
        return found == known.end() || found->second.empty() ? -1 : found->second.front();
    }
    int take() {
        const int b = queue.front();
        queue.pop_front();
        if (at(b).key) {
            auto& same = known[*at(b).key];
            same.erase(std::find(same.begin(), same.end(), b));
        }
        at(b) = {};
        at(b).holders = 1;
        return b;
    }
    void give(std::vector<int> held) {
        std::reverse(held.begin(), held.end());
        std::vector<int> plain;
        for (const int b : held) {
            if (--at(b).holders > 0) continue;
            if (at(b).stays)
                queue.push_back(b);
            else
                plain.push_back(b);
        }
        queue.insert(queue.begin(), plain.begin(), plain.end());
    }
    bool endOldest() {
        if (live.empty()) return false;
        give(live.front().first);
        give(live.front().second);
        live.pop_front();
        return true;
    }
    void name(int b, Key key) {
        at(b).stays = true;
        at(b).key = key;
        known[key].push_back(b);
    }
    std::optional<std::size_t> start(std::size_t r) {
        const Names names = reuse_test::blocksOf(trace, r);
        const std::size_t size = static_cast<std::size_t>(trace.blockSize), input = trace.requests[r].inputTokens,
                          all = input + trace.requests[r].outputTokens;
        const std::size_t whole = std::min(names.size(), input / size),
                          most = std::min(names.size(), (std::max<std::size_t>(input, 1) - 1) / size),
                          total = (all + size - 1) / size;
        const bool ends = setting.cachedEnd > 0;
        std::size_t longest = 0;
        while (longest < most && lookUp(0, names[longest]) >= 0) ++longest;
        std::size_t hit = longest;
        while (ends && hit > 0 && lookUp(1, names[hit - 1]) < 0) --hit;

        std::vector<int> table, others;
        for (std::size_t i = 0; i < hit; ++i) table.push_back(lookUp(0, names[i]));
        if (ends && hit > 0) others = at(lookUp(1, names[hit - 1])).end;
        std::vector<std::uint32_t> newEnds;  // the junction, then the end of the prompt
        if (ends && longest > hit && longest < most) newEnds.push_back(names[longest - 1]);
        if (ends && most > hit) newEnds.push_back(names[most - 1]);
        const std::size_t working = setting.liveEnd > setting.cachedEnd ? setting.liveEnd - setting.cachedEnd : 0;
        std::size_t needed = total - hit + newEnds.size() * setting.cachedEnd + working;
        for (const auto* list : {&table, &others})
            for (const int b : *list) needed += at(b).holders == 0;
        if (needed > queue.size()) return std::nullopt;

        for (const auto* list : {&table, &others})
            for (const int b : *list)
                if (at(b).holders++ == 0) queue.erase(std::find(queue.begin(), queue.end(), b));
        while (table.size() < total) table.push_back(take());
        for (std::size_t i = hit; i < whole; ++i) name(table[i], {0, names[i]});
        for (std::size_t i = std::max(hit, whole); i * size + size < all; ++i) at(table[i]).stays = true;
        for (const std::uint32_t last : newEnds) {
            std::vector<int> end;
            for (std::uint32_t i = 0; i < setting.cachedEnd; ++i) {
                end.push_back(take());
                at(end.back()).stays = true;
            }
            name(end.back(), {1, last});
            at(end.back()).end = end;
            others.insert(others.end(), end.begin(), end.end());
        }
        for (std::size_t i = 0; i < working; ++i) others.push_back(take());
        live.emplace_back(table, others);
        return hit;
    }
    std::size_t serve(std::size_t r) {
        while (live.size() >= std::max<std::size_t>(setting.liveRequests, 1) && endOldest()) {
        }
        std::optional<std::size_t> hit = start(r);
        while (!hit && endOldest()) hit = start(r);
        if (setting.liveRequests == 0) endOldest();
        return hit.value_or(0);
    }
};

}  // namespace

TEST_CASE("textbook caches over a trace: equal to slow references at every capacity, with and without a time to live") {
    for (unsigned seed = 40; seed < 48; ++seed) {
        Trace trace = reuse_test::conversations(seed, 60);
        if (seed % 4 == 0) trace.requests[30].timeMs = 0;  // earlier than the one before
        CurveOptions options;
        options.warmupRequests = seed % 3 * 10;
        if (seed % 2 == 0) options.ttlMs = 700;
        for (const EvictionPolicy policy :
             {EvictionPolicy::lru, EvictionPolicy::tail_first, EvictionPolicy::fifo, EvictionPolicy::lfu})
            for (std::uint32_t capacity = 0; capacity <= trace.names(); capacity += 1 + capacity / 16) {
                CAPTURE(seed);
                CAPTURE(capacity);
                SlowCache slow{policy, capacity, options.ttlMs, {}};
                Hits hits;
                for (std::size_t r = 0; r < trace.requests.size(); ++r) {
                    const std::size_t found = slow.serve(reuse_test::blocksOf(trace, r), trace.requests[r].timeMs);
                    if (r < options.warmupRequests) continue;
                    hits.blocks += found;
                    for (std::size_t i = 0; i < found; ++i) hits.tokens += trace.tokensIn(trace.requests[r], i);
                }
                const Hits fast = simulate(trace, options, policy, capacity);
                REQUIRE(fast.blocks == hits.blocks);
                REQUIRE(fast.tokens == hits.tokens);
            }
        if (seed % 2 == 0) continue;
        std::set<std::uint32_t> seen;
        std::uint64_t blocks = 0;
        for (std::size_t r = 0; r < trace.requests.size(); ++r) {
            const Names names = reuse_test::blocksOf(trace, r);
            for (std::size_t i = 0; i < names.size() && seen.count(names[i]) != 0; ++i)
                blocks += r >= options.warmupRequests;
            seen.insert(names.begin(), names.end());
        }
        CHECK(ceiling(trace, options).blocks == blocks);
    }
}

TEST_CASE("vLLM over a trace, with ends of windows and states: equal to a slow reference") {
    for (unsigned seed = 0; seed < 48; ++seed) {
        const Trace trace = reuse_test::conversations(100 + seed, 80);
        for (const std::uint32_t capacity : {12u, 30u, 60u, 150u, 600u}) {
            EngineCache cache;
            cache.capacity = capacity;
            cache.liveRequests = seed % 4;
            cache.cachedEnd = seed / 4 % 4;
            cache.liveEnd = seed / 16 * 2;
            FoundBlocks found;
            simulateEngine(trace, {}, cache, &found);
            SlowVllm slow(trace, cache);
            for (std::size_t r = 0; r < trace.requests.size(); ++r) {
                CAPTURE(seed);
                CAPTURE(capacity);
                CAPTURE(r);
                REQUIRE(found[r] == slow.serve(r));
            }
        }
    }
}

TEST_CASE("unusual traces: an equal number means an equal prefix of ids, and every cache equals its slow reference") {
    for (unsigned seed = 0; seed < 30; ++seed) {
        CAPTURE(seed);
        const reuse_test::Written written = reuse_test::unusual(seed);
        const Trace trace = reuse_test::read(written.text);
        REQUIRE(trace.requests.size() == written.ids.size());
        std::map<std::vector<std::string>, std::uint32_t> names;
        for (std::size_t r = 0; r < written.ids.size(); ++r) {
            const Names blocks = reuse_test::blocksOf(trace, r);
            REQUIRE(blocks.size() == written.ids[r].size());
            std::vector<std::string> prefix;
            for (std::size_t i = 0; i < blocks.size(); ++i) {
                prefix.push_back(written.ids[r][i]);
                REQUIRE(names.try_emplace(prefix, blocks[i]).first->second == blocks[i]);
            }
        }
        CHECK(names.size() == trace.names());

        CurveOptions options;
        if (seed % 2 == 0) options.ttlMs = 900;
        const LruCurve curve = lruCurve(trace, options);
        for (std::uint32_t capacity = 0; capacity <= trace.names(); capacity += 1 + capacity / 5) {
            CAPTURE(capacity);
            for (const EvictionPolicy policy :
                 {EvictionPolicy::lru, EvictionPolicy::tail_first, EvictionPolicy::fifo, EvictionPolicy::lfu}) {
                SlowCache slow{policy, capacity, options.ttlMs, {}};
                FoundBlocks found;
                const Hits hits = simulate(trace, options, policy, capacity, &found);
                for (std::size_t r = 0; r < trace.requests.size(); ++r)
                    REQUIRE(found[r] == slow.serve(reuse_test::blocksOf(trace, r), trace.requests[r].timeMs));
                if (policy == EvictionPolicy::tail_first) REQUIRE(curve.at(capacity).tokens == hits.tokens);
            }
            EngineCache cache;
            cache.capacity = capacity;
            cache.liveRequests = seed % 3;
            cache.cachedEnd = seed % 2;
            FoundBlocks found;
            simulateEngine(trace, {}, cache, &found);
            SlowVllm slow(trace, cache);
            for (std::size_t r = 0; r < trace.requests.size(); ++r) REQUIRE(found[r] == slow.serve(r));
        }
    }
}
