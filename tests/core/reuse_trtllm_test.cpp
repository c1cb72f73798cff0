#include <doctest/doctest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <optional>

#include "reuse_workloads.hpp"

namespace {

using namespace kvfit;
using reuse_test::Tokens;

/// TensorRT-LLM's rules the slow way: free blocks are lists by level and priority, keys are token lists, the tree is
/// searched by comparing them.
struct SlowTrtllm {
    struct Block {
        Tokens key;
        int parent = -2;  ///< -1: root, -2: outside the tree.
        int references = 0, priority = 35;
        bool primary = true;
        std::optional<std::int64_t> duration, expires;
        int stored = 0;  ///< When it entered the tree: the order of children.
    };
    const Workload& w;
    std::vector<Block> blocks;
    std::map<std::pair<bool, int>, std::vector<int>> queues;  ///< (primary, priority)
    std::int64_t now = 0;
    int stores = 0, offloads = 0, onboards = 0;
    struct Running {
        Tokens tokens;
        std::vector<int> blocks;
    };
    std::deque<Running> live;

    explicit SlowTrtllm(const Workload& workload) : w(workload) {
        blocks.resize(static_cast<std::size_t>(*w.capacityBlocks + w.hostBlocks));
        for (std::size_t b = 0; b < blocks.size(); ++b) {
            blocks[b].primary = static_cast<std::int64_t>(b) < *w.capacityBlocks;
            enqueue(static_cast<int>(b));
        }
    }
    Block& at(int b) { return blocks[static_cast<std::size_t>(b)]; }
    std::size_t size() const { return static_cast<std::size_t>(w.blockSize); }
    void enqueue(int b) {
        queues[{at(b).primary, at(b).priority}].push_back(b);
        if (at(b).duration && at(b).priority != 35) at(b).expires = now + *at(b).duration;
    }
    bool dequeue(int b) {
        for (auto& [key, queue] : queues) {
            const auto found = std::find(queue.begin(), queue.end(), b);
            if (found == queue.end()) continue;
            queue.erase(found);
            at(b).expires.reset();
            return true;
        }
        return false;
    }
    int lowest(bool primary) {
        for (auto& [key, queue] : queues)
            if (key.first == primary && !queue.empty()) return queue.front();
        return -1;
    }
    void claim(int b, std::optional<int> priority, std::optional<std::int64_t> duration) {
        dequeue(b);
        if (priority) at(b).priority = *priority;
        at(b).duration = duration;
    }
    std::vector<int> children(int parent) {
        std::vector<int> out;
        for (std::size_t b = 0; b < blocks.size(); ++b)
            if (blocks[b].parent == parent) out.push_back(static_cast<int>(b));
        std::sort(out.begin(), out.end(), [&](int a, int b) { return at(a).stored < at(b).stored; });
        return out;
    }
    void leaveTree(int b) {
        for (int c : children(b)) leaveTree(c);
        at(b).parent = -2;
    }
    int take(int priority, std::optional<std::int64_t> duration) {
        int b = lowest(true);
        if (b < 0) return -1;
        const int host = lowest(false);
        if (!at(b).key.empty() && at(b).priority >= w.secondaryOffloadMinPriority && host >= 0 && w.onboardBlocks) {
            dequeue(b);
            dequeue(host);
            at(b).duration.reset();
            std::swap(at(b).primary, at(host).primary);
            enqueue(b);
            ++offloads;
            b = host;
        }
        leaveTree(b);
        claim(b, priority, duration);
        return b;
    }
    std::vector<Tokens> keys(const Tokens& tokens, bool partial) const {
        std::vector<Tokens> out;
        for (std::size_t i = 0; i + 1 < tokens.size(); i += size()) {
            const std::size_t n = std::min(size(), tokens.size() - 1 - i);
            if (n == size() || partial)
                out.emplace_back(tokens.begin() + static_cast<long>(i), tokens.begin() + static_cast<long>(i + n));
        }
        return out;
    }
    std::pair<std::optional<int>, std::optional<std::int64_t>> retention(const ReuseRequest& r, std::size_t block) {
        for (const RetentionRange& range : r.retention) {
            const auto first = static_cast<std::int64_t>(block * size());
            if (first >= range.start && (!range.end || first < *range.end)) return {range.priority, range.durationMs};
        }
        return {};
    }
    void store(const std::vector<Tokens>& keys, const std::vector<int>& own) {
        int parent = -1;
        bool known = true;
        for (std::size_t i = 0; i < keys.size(); ++i) {
            int found = -1;
            for (int c : known ? children(parent) : std::vector<int>{})
                if (at(c).key == keys[i]) found = c;
            known = found >= 0;
            if (!known) {
                at(own[i]).key = keys[i];
                at(own[i]).parent = parent;
                at(own[i]).stored = ++stores;
            }
            parent = known ? found : own[i];
        }
    }
    void release(const std::vector<int>& own) {
        for (auto it = own.rbegin(); it != own.rend(); ++it)
            if (--at(*it).references == 0) enqueue(*it);
    }
    bool endOldest() {
        if (live.empty()) return false;
        store(keys(live.front().tokens, true), live.front().blocks);
        release(live.front().blocks);
        live.pop_front();
        return true;
    }
    void refresh(std::int64_t ms) {
        now = std::max(now, ms);
        for (;;) {
            int first = -1;
            for (std::size_t b = 0; b < blocks.size(); ++b)
                if (blocks[b].expires && *blocks[b].expires <= now &&
                    (first < 0 || *blocks[b].expires < *at(first).expires))
                    first = static_cast<int>(b);
            if (first < 0) return;
            dequeue(first);
            at(first).priority = 35;
            queues[{at(first).primary, 35}].push_back(first);
        }
    }
    /// Reused tokens, or nothing when the pool ran out; `own` has what was taken.
    std::optional<std::int64_t> load(const ReuseRequest& r, std::vector<int>& own) {
        const auto wanted = keys(r.tokens, true);
        const std::size_t count = (r.tokens.size() + size() - 1) / size();
        std::int64_t reused = 0;
        int parent = -1;
        bool searching = true;
        for (std::size_t i = 0; i < count; ++i) {
            const auto [priority, duration] = retention(r, i);
            const Tokens key = i < wanted.size() ? wanted[i] : Tokens();
            int match = -1;
            std::size_t shared = 0;
            for (int c : searching && !key.empty() ? children(parent) : std::vector<int>{}) {
                if (at(c).key == key) {
                    match = c;
                    shared = key.size();
                    break;
                }
                if (!w.partialReuse) continue;
                if (!w.copyOnPartialReuse && (at(c).references > 0 || !children(c).empty())) continue;
                std::size_t n = 0;
                while (n < key.size() && n < at(c).key.size() && at(c).key[n] == key[n]) ++n;
                if (n > shared) match = c, shared = n;
            }
            const bool exact = match >= 0 && at(match).key == key;
            const bool whole = exact && key.size() == size();
            int b = match;
            if (match < 0) {
                b = take(priority.value_or(35), duration);
                if (b >= 0) at(b).key = key;
            } else if (!whole && (at(match).references > 0 || !children(match).empty())) {
                b = take(at(match).priority, at(match).duration);
                if (b >= 0) at(b).key = key;
            } else {
                if (!whole) at(match).parent = -2;
                claim(match, priority, duration);
            }
            searching = whole;
            parent = b;
            if (b >= 0 && !at(b).primary && w.onboardBlocks) {
                if (lowest(true) < 0) {
                    enqueue(b);
                    return std::nullopt;
                }
                const int other = take(35, std::nullopt);
                std::swap(at(b).primary, at(other).primary);
                enqueue(other);
                ++onboards;
            }
            if (b < 0) return std::nullopt;
            ++at(b).references;
            own.push_back(b);
            reused += static_cast<std::int64_t>(shared);
        }
        return reused;
    }
    std::int64_t run(const ReuseRequest& r) {
        if (r.atMs) refresh(*r.atMs);
        while (static_cast<std::int64_t>(live.size()) >= std::max<std::int64_t>(w.liveRequests, 1)) endOldest();
        std::vector<int> own;
        auto reused = load(r, own);
        while (!reused) {
            release(own);
            own.clear();
            if (!endOldest()) return 0;
            reused = load(r, own);
        }
        Running running{r.tokens, own};
        store(keys(r.tokens, false), own);
        for (std::int64_t n = 0; n < w.decodeTokens; ++n) {
            running.tokens.push_back(w.decodeTokenId);
            if ((running.tokens.size() - 1) % size() != 0) continue;
            int b = take(w.decodeRetentionPriority, w.decodeDurationMs);
            while (b < 0 && endOldest()) b = take(w.decodeRetentionPriority, w.decodeDurationMs);
            if (b < 0) {
                running.tokens.pop_back();
                continue;
            }
            ++at(b).references;
            running.blocks.push_back(b);
        }
        live.push_back(running);
        if (w.liveRequests == 0) endOldest();
        return *reused;
    }
};

}  // namespace

TEST_CASE("TensorRT-LLM pool: equal to a slow reference") {
    std::mt19937 random(17);
    const auto draw = [&](int least, int most) { return std::uniform_int_distribution<int>(least, most)(random); };
    for (int seed = 0; seed < 80; ++seed) {
        const auto prompts = reuse_test::prompts(random, 40, 24);
        for (std::int64_t capacity : {10, 24, 60}) {
            Workload w = reuse_test::workload(CacheEngine::trtllm, prompts, 2 + seed % 4, capacity, seed % 4);
            w.hostBlocks = seed % 3 * 8;
            w.partialReuse = seed % 5 != 0;
            w.copyOnPartialReuse = seed % 4 != 1;
            w.onboardBlocks = seed % 7 != 3;
            w.decodeTokens = seed % 2 * 5;
            w.decodeTokenId = 7;
            w.decodeRetentionPriority = draw(20, 60);
            if (seed % 3 == 0) w.decodeDurationMs = 300;
            std::int64_t clock = 0;
            for (ReuseRequest& r : w.requests) {
                if (draw(0, 1) == 0) r.atMs = clock += draw(0, 200);
                if (draw(0, 2) == 0) r.retention.push_back({0, draw(1, 12), draw(0, 100), draw(0, 500)});
                if (draw(0, 3) == 0) r.retention.push_back({12, std::nullopt, draw(0, 100), std::nullopt});
            }
            const auto result = replay(w);
            REQUIRE(static_cast<bool>(result));
            SlowTrtllm slow(w);
            for (std::size_t i = 0; i < w.requests.size(); ++i) {
                CAPTURE(seed);
                CAPTURE(capacity);
                CAPTURE(i);
                REQUIRE(result->hitTokens[i] == slow.run(w.requests[i]));
                REQUIRE(result->trace[i].offloads == slow.offloads);
                REQUIRE(result->trace[i].onboards == slow.onboards);
                for (const auto& [key, queue] : slow.queues) {
                    if (!key.first) continue;
                    const auto found = result->trace[i].freeQueues.find(key.second);
                    const auto now =
                        found == result->trace[i].freeQueues.end() ? std::vector<BlockId>() : found->second;
                    REQUIRE(std::equal(now.begin(), now.end(), queue.begin(), queue.end()));
                }
            }
        }
    }
}

TEST_CASE("TensorRT-LLM: a protected block that expires becomes the last of the default ones") {
    Workload w = reuse_test::workload(CacheEngine::trtllm, {{1, 2, 3, 4, 5}, {10, 11, 12, 13, 14}}, 4, 4, 0);
    w.requests[0].retention = {{0, std::nullopt, 90, 1000}};
    w.requests[1].atMs = 500;
    ReuseRequest clock;
    clock.op = ReuseRequest::Op::clock;
    clock.atMs = 1000;
    w.requests.push_back(clock);
    const auto result = replay(w);
    REQUIRE(static_cast<bool>(result));
    CHECK(result->trace[1].freeQueues.at(90) == std::vector<BlockId>{1, 0});
    CHECK(result->trace[2].freeQueues.at(35) == std::vector<BlockId>{3, 2, 0, 1});
    CHECK(result->trace[2].clock);
}
