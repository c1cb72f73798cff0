#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "reuse/lfu.hpp"
#include "reuse/optimal.hpp"
#include "reuse/policies.hpp"
#include "reuse_workloads.hpp"

namespace {

using namespace kvfit;
using Names = std::vector<std::uint32_t>;

/// The policy written down as a list whose first entry goes first.
std::vector<bool> slow(EvictionPolicy policy, const Names& uses, std::size_t capacity) {
    Names list;
    std::map<std::uint32_t, int> count;
    std::vector<bool> hits;
    for (const std::uint32_t name : uses) {
        const auto found = std::find(list.begin(), list.end(), name);
        hits.push_back(found != list.end());
        if (found != list.end()) {
            if (policy != EvictionPolicy::fifo) list.erase(found), list.push_back(name);
            ++count[name];
            continue;
        }
        if (capacity == 0) continue;
        if (list.size() == capacity) {
            auto victim = list.begin();
            if (policy == EvictionPolicy::lfu)
                victim =
                    std::min_element(list.begin(), list.end(), [&](auto a, auto b) { return count[a] < count[b]; });
            count.erase(*victim);
            list.erase(victim);
        }
        list.push_back(name);
        count[name] = 1;
    }
    return hits;
}

template <class Cache>
std::vector<bool> fast(Cache cache, const Names& uses) {
    std::vector<bool> hits;
    for (const std::uint32_t name : uses) hits.push_back(cache.access(name));
    return hits;
}

/// Most hits over every choice of what to keep, by trying them all.
int best(const Names& uses, std::size_t capacity) {
    std::map<std::set<std::uint32_t>, int> states = {{{}, 0}};
    for (const std::uint32_t name : uses) {
        std::map<std::set<std::uint32_t>, int> next;
        const auto reach = [&](const std::set<std::uint32_t>& kept, int hits) {
            auto [it, added] = next.try_emplace(kept, hits);
            if (!added) it->second = std::max(it->second, hits);
        };
        for (const auto& [kept, hits] : states) {
            const int now = hits + (kept.count(name) != 0 ? 1 : 0);
            reach(kept, now);
            std::set<std::uint32_t> all = kept;
            all.insert(name);
            if (all.size() <= capacity) reach(all, now);
            for (const std::uint32_t victim : kept) {
                std::set<std::uint32_t> without = all;
                without.erase(victim);
                if (without.size() <= capacity) reach(without, now);
            }
        }
        states = std::move(next);
    }
    int most = 0;
    for (const auto& [kept, hits] : states) most = std::max(most, hits);
    return most;
}

Names randomUses(std::mt19937& random, std::size_t count, std::uint32_t names) {
    Names uses;
    for (std::size_t i = 0; i < count; ++i) {
        const double u = std::uniform_real_distribution<double>(0, 1)(random);
        uses.push_back(static_cast<std::uint32_t>(u * u * names));
    }
    return uses;
}

}  // namespace

TEST_CASE("textbook policies: equal to slow references at every capacity") {
    std::mt19937 random(3);
    for (int seed = 0; seed < 20; ++seed) {
        const Names uses = randomUses(random, 400, 30);
        for (std::uint32_t capacity = 0; capacity <= 31; ++capacity) {
            CHECK(fast(reuse::LruCache(30, capacity), uses) == slow(EvictionPolicy::lru, uses, capacity));
            CHECK(fast(reuse::FifoCache(30, capacity), uses) == slow(EvictionPolicy::fifo, uses, capacity));
            CHECK(fast(reuse::LfuCache(30, capacity), uses) == slow(EvictionPolicy::lfu, uses, capacity));
        }
    }
}

TEST_CASE("the offline bound is the best of all choices") {
    std::mt19937 random(5);
    for (int seed = 0; seed < 40; ++seed) {
        const Names uses = randomUses(random, 24, 7);
        const auto next = [&] { return reuse::nextUses(uses, 7, [](std::size_t) { return true; }); };
        for (std::uint32_t capacity = 1; capacity <= 7; ++capacity) {
            reuse::OptimalCache cache(next(), capacity);
            int hits = 0;
            for (std::size_t i = 0; i < uses.size(); ++i) hits += cache.access(i) ? 1 : 0;
            CHECK(hits == best(uses, capacity));
        }
    }
}

TEST_CASE("generic replay: tail first keeps the start of a chain that is longer than the cache") {
    Workload w = reuse_test::workload(CacheEngine::generic, {{1, 2, 3, 4}, {1, 2, 3, 4}, {1, 2, 3, 4}}, 1, 3, 0);
    w.policy = EvictionPolicy::lru;
    CHECK(replay(w)->hitTokens == std::vector<std::int64_t>{0, 0, 0});
    w.policy = EvictionPolicy::tail_first;
    CHECK(replay(w)->hitTokens == std::vector<std::int64_t>{0, 3, 3});
    w.capacityBlocks.reset();
    CHECK(replay(w)->hitTokens == std::vector<std::int64_t>{0, 4, 4});
    w.warmupRequests = 2;
    CHECK(replay(w)->totalHitTokens == 4);
    CHECK(replay(w)->totalTokens == 4);
}

TEST_CASE("generic replay: a block behind a missing one counts only where every hit counts") {
    Workload w = reuse_test::workload(CacheEngine::generic, {{1, 2}, {1, 3, 2}}, 1, 10, 0);
    CHECK(replay(w)->hitTokens == std::vector<std::int64_t>{0, 1});
    w.prefixOnly = false;
    CHECK(replay(w)->hitTokens == std::vector<std::int64_t>{0, 2});
}
