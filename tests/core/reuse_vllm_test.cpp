#include <doctest/doctest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <optional>

#include "reuse_workloads.hpp"

namespace {

using namespace kvfit;
using reuse_test::Tokens;

/// vLLM's rules written down the slow way: the queue is a list that is searched, a block's identity is its whole
/// prefix.
struct SlowVllm {
    const Workload& w;
    std::deque<int> queue;
    std::map<int, int> references;
    std::map<int, std::pair<int, Tokens>> hashOf;                 // block -> group, prefix
    std::map<std::pair<int, Tokens>, std::vector<int>> blocksOf;  // group, prefix -> blocks, oldest first
    struct Running {
        Tokens tokens;
        std::vector<std::vector<int>> tables;
        std::size_t hashed;
        std::vector<std::int64_t> boundaries;
    };
    std::deque<Running> live;

    explicit SlowVllm(const Workload& workload) : w(workload) {
        for (int b = 1; b <= *w.capacityBlocks; ++b) queue.push_back(b);
    }

    int cached(int group, const Tokens& tokens, std::size_t block) const {
        const Tokens prefix(tokens.begin(), tokens.begin() + static_cast<long>((block + 1) * bs()));
        const auto found = blocksOf.find({group, prefix});
        return found == blocksOf.end() ? 0 : found->second.front();
    }
    std::size_t bs() const { return static_cast<std::size_t>(w.blockSize); }
    std::size_t tail() const { return static_cast<std::size_t>((w.window - 1 + w.blockSize - 1) / w.blockSize); }
    bool isFull(std::size_t g) const { return w.groups[g] == CacheGroup::full; }

    /// A prefix of n blocks is a hit of a group if its blocks (full) or its last blocks (sliding) are cached.
    bool offers(std::size_t g, const Tokens& tokens, std::size_t n) const {
        const std::size_t first = isFull(g) || n < tail() ? 0 : n - tail();
        for (std::size_t i = first; i < n; ++i)
            if (cached(static_cast<int>(g), tokens, i) == 0) return false;
        return true;
    }

    void release(const std::vector<int>& lastFirst) {
        std::vector<int> plain;
        for (int b : lastFirst) {
            if (b == 0 || --references[b] > 0) continue;
            if (hashOf.count(b))
                queue.push_back(b);
            else
                plain.push_back(b);
        }
        queue.insert(queue.begin(), plain.begin(), plain.end());
    }
    int take() {
        const int b = queue.front();
        queue.pop_front();
        if (hashOf.count(b)) {
            auto& same = blocksOf[hashOf[b]];
            same.erase(std::find(same.begin(), same.end(), b));
            if (same.empty()) blocksOf.erase(hashOf[b]);
            hashOf.erase(b);
        }
        references[b] = 1;
        return b;
    }
    void hash(Running& r) {
        const std::size_t full = r.tokens.size() / bs();
        for (std::size_t g = 0; g < w.groups.size(); ++g)
            for (std::size_t i = r.hashed; i < full; ++i) {
                bool keep = isFull(g) || !w.retentionInterval;
                if (!keep && *w.retentionInterval > 0) {
                    const std::size_t segment = static_cast<std::size_t>(*w.retentionInterval) / bs();
                    keep = i % segment + tail() >= segment;
                }
                for (std::int64_t boundary : r.boundaries) {
                    const std::size_t end = static_cast<std::size_t>(boundary) / bs();
                    keep = keep || (i < end && i + tail() >= end);
                }
                const int b = r.tables[g][i];
                if (!keep || b == 0) continue;
                hashOf[b] = {static_cast<int>(g),
                             Tokens(r.tokens.begin(), r.tokens.begin() + static_cast<long>((i + 1) * bs()))};
                blocksOf[hashOf[b]].push_back(b);
            }
        r.hashed = std::max(r.hashed, full);
    }
    std::optional<std::int64_t> start(Running& r) {
        const std::size_t most = (r.tokens.size() - 1) / bs();
        std::size_t hit = most, longest = 0;
        for (bool agreed = false; !agreed;) {
            agreed = true;
            for (int round = 0; round < 2; ++round)  // full groups first
                for (std::size_t g = 0; g < w.groups.size(); ++g) {
                    if (isFull(g) != (round == 0)) continue;
                    std::size_t n = hit;
                    while (!offers(g, r.tokens, n)) --n;
                    longest = std::max(longest, n);
                    agreed = agreed && n == hit;
                    hit = n;
                }
        }
        r.boundaries = {static_cast<std::int64_t>(r.tokens.size()) - 1};
        if (longest > hit) r.boundaries.push_back(static_cast<std::int64_t>(longest * bs()));
        const std::size_t total = (r.tokens.size() + bs() - 1) / bs();
        const std::int64_t gone = static_cast<std::int64_t>(hit * bs()) - w.window + 1;
        r.tables.assign(w.groups.size(), {});
        std::size_t needed = 0;
        for (std::size_t g = 0; g < w.groups.size(); ++g) {
            for (std::size_t i = 0; i < hit; ++i) {
                const bool outside = !isFull(g) && gone > 0 && static_cast<std::int64_t>((i + 1) * bs()) <= gone;
                const bool needless = !isFull(g) && i + std::max<std::size_t>(tail(), 1) < hit;
                r.tables[g].push_back(outside || needless ? 0 : cached(static_cast<int>(g), r.tokens, i));
                needed += r.tables[g].back() != 0 && references[r.tables[g].back()] == 0;
            }
            needed += total - hit;
        }
        if (needed > queue.size()) return std::nullopt;
        for (auto& table : r.tables)
            for (int b : table)
                if (b != 0 && references[b]++ == 0) queue.erase(std::find(queue.begin(), queue.end(), b));
        for (auto& table : r.tables)
            while (table.size() < total) table.push_back(take());
        r.hashed = hit;
        hash(r);
        return static_cast<std::int64_t>(hit * bs());
    }
    bool grow(Running& r) {
        const std::size_t total = (r.tokens.size() + bs() - 1) / bs();
        std::size_t needed = 0;
        for (std::size_t g = 0; g < w.groups.size(); ++g) {
            std::vector<int> left;
            const std::int64_t gone = static_cast<std::int64_t>(r.tokens.size()) - 1 - w.window + 1;
            for (std::size_t i = r.tables[g].size(); i-- > 0 && !isFull(g);) {
                if (static_cast<std::int64_t>((i + 1) * bs()) > gone) continue;
                if (r.tables[g][i] == 0) break;
                left.push_back(r.tables[g][i]);
                r.tables[g][i] = 0;
            }
            release(left);
            needed += total - r.tables[g].size();
        }
        if (needed > queue.size()) return false;
        for (auto& table : r.tables)
            while (table.size() < total) table.push_back(take());
        hash(r);
        return true;
    }
    bool endOldest() {
        if (live.empty()) return false;
        for (auto table : live.front().tables) {
            std::reverse(table.begin(), table.end());
            release(table);
        }
        live.pop_front();
        return true;
    }
    std::int64_t run(const Tokens& tokens) {
        while (static_cast<std::int64_t>(live.size()) >= std::max<std::int64_t>(w.liveRequests, 1)) endOldest();
        Running r{tokens, {}, 0, {}};
        auto hit = start(r);
        while (!hit && endOldest()) hit = start(r);
        if (!hit) return 0;
        bool fits = true;
        for (std::int64_t n = 0; n < w.decodeTokens && fits; ++n) {
            r.tokens.push_back(w.decodeTokenId);
            while (!(fits = grow(r)) && endOldest()) {
            }
        }
        live.push_back(r);
        if (w.liveRequests == 0) endOldest();
        return *hit;
    }
};

}  // namespace

TEST_CASE("vLLM pool: equal to a slow reference") {
    std::mt19937 random(7);
    for (int seed = 0; seed < 60; ++seed) {
        const auto prompts = reuse_test::prompts(random, 40, 30);
        for (std::int64_t capacity : {12, 26, 60, 200}) {
            Workload w = reuse_test::workload(CacheEngine::vllm, prompts, 1 + seed % 5, capacity, seed % 4);
            w.decodeTokens = seed % 3 * 2;
            w.decodeTokenId = 7;
            if (seed % 2 == 1) {
                w.groups = {CacheGroup::full, CacheGroup::sliding};
                if (seed % 4 == 3) w.groups = {CacheGroup::sliding, CacheGroup::full, CacheGroup::sliding};
                w.window = 2 + seed % 9;
                if (seed % 3 == 0) w.retentionInterval.reset();
                if (seed % 3 == 1) w.retentionInterval = w.blockSize * (1 + seed % 4);
            }
            CAPTURE(seed);
            CAPTURE(capacity);
            const auto result = replay(w);
            REQUIRE(static_cast<bool>(result));
            SlowVllm slow(w);
            for (std::size_t i = 0; i < prompts.size(); ++i) {
                CAPTURE(i);
                REQUIRE(result->hitTokens[i] == slow.run(prompts[i]));
                const auto& queue = result->trace[i].freeQueue;
                REQUIRE(std::equal(queue.begin(), queue.end(), slow.queue.begin(), slow.queue.end()));
            }
        }
    }
}

TEST_CASE("vLLM pool: an interval that is no multiple of the block is refused") {
    Workload w = reuse_test::workload(CacheEngine::vllm, {{1, 2, 3}}, 4, 8, 0);
    w.retentionInterval = 6;
    const auto result = replay(w);
    REQUIRE_FALSE(static_cast<bool>(result));
    CHECK(result.errors().front().code == "not_a_multiple");
}

TEST_CASE("vLLM pool: with interval 0 a hybrid's first partly shared prompt finds nothing, the next one does") {
    Tokens shared(16), a = shared, b = shared, c = shared;
    for (int i = 0; i < 16; ++i) shared[static_cast<std::size_t>(i)] = i;
    a = b = c = shared;
    for (int i = 0; i < 16; ++i) a.push_back(100 + i), b.push_back(200 + i), c.push_back(300 + i);
    Workload w = reuse_test::workload(CacheEngine::vllm, {a, b, c}, 4, 100, 0);
    w.groups = {CacheGroup::full, CacheGroup::sliding};
    w.window = 8;
    const auto result = replay(w);
    REQUIRE(static_cast<bool>(result));
    CHECK(result->hitTokens == std::vector<std::int64_t>{0, 0, 16});
}

TEST_CASE("a request that never fits is noted, and the others go on") {
    Workload w = reuse_test::workload(CacheEngine::vllm, {Tokens(40, 1), Tokens(6, 2), Tokens(6, 2)}, 2, 5, 2);
    const auto result = replay(w);
    REQUIRE(static_cast<bool>(result));
    CHECK(result->hitTokens == std::vector<std::int64_t>{0, 0, 4});
    REQUIRE(result->notes.size() == 1);
    CHECK(result->notes[0].code == "request_exceeds_pool");
}
