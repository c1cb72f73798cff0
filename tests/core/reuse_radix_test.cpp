#include <doctest/doctest.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <tuple>

#include "reuse_workloads.hpp"

namespace {

using namespace kvfit;
using reuse_test::Tokens;

/// The radix tree as a plain tree of pages; eviction looks at every leaf anew.
struct SlowRadix {
    using Page = Tokens;
    struct Node {
        Node* parent = nullptr;
        std::vector<Page> key;
        std::vector<std::unique_ptr<Node>> children;
        int accessed = 0, created = 0, hits = 0, priority = 0, locks = 0;
    };
    EvictionPolicy policy;
    std::size_t page;
    Node root;
    int clock = 0;

    std::vector<Page> pagesOf(const Tokens& tokens, std::size_t length) const {
        std::vector<Page> out;
        for (std::size_t i = 0; i + page <= length; i += page)
            out.emplace_back(tokens.begin() + static_cast<long>(i), tokens.begin() + static_cast<long>(i + page));
        return out;
    }
    Node* childFor(Node* node, const Page& first) {
        for (auto& c : node->children)
            if (c->key.front() == first) return c.get();
        return nullptr;
    }
    static std::size_t common(const std::vector<Page>& key, const std::vector<Page>& pages, std::size_t from) {
        std::size_t n = 0;
        while (n < key.size() && from + n < pages.size() && key[n] == pages[from + n]) ++n;
        return n;
    }
    Node* split(Node* node, std::size_t at) {
        auto head = std::make_unique<Node>();
        head->parent = node->parent;
        head->accessed = head->created = ++clock;
        head->hits = node->hits;
        head->priority = node->priority;
        head->locks = node->locks;
        head->key.assign(node->key.begin(), node->key.begin() + static_cast<long>(at));
        Node* out = head.get();
        for (auto& c : node->parent->children)
            if (c.get() == node) {
                std::swap(c, head);  // `head` owns the tail now
                break;
            }
        node->key.erase(node->key.begin(), node->key.begin() + static_cast<long>(at));
        node->parent = out;
        out->children.push_back(std::move(head));
        return out;
    }
    std::pair<std::size_t, Node*> match(const std::vector<Page>& pages) {
        const int now = ++clock;
        Node* node = &root;
        std::size_t at = 0;
        while (at < pages.size()) {
            Node* next = childFor(node, pages[at]);
            if (next == nullptr) break;
            next->accessed = now;
            const std::size_t n = common(next->key, pages, at);
            at += n;
            node = n < next->key.size() ? split(next, n) : next;
            if (node != next) break;
        }
        return {at, node};
    }
    std::size_t insert(const std::vector<Page>& pages, int priority) {
        const int now = ++clock;
        Node* node = &root;
        std::size_t at = 0;
        while (at < pages.size()) {
            Node* next = childFor(node, pages[at]);
            if (next == nullptr) break;
            next->accessed = now;
            const std::size_t n = common(next->key, pages, at);
            at += n;
            node = n < next->key.size() ? split(next, n) : next;
            node->priority = std::max(node->priority, priority);
            ++node->hits;
        }
        if (at < pages.size()) {
            auto leaf = std::make_unique<Node>();
            leaf->parent = node;
            leaf->accessed = leaf->created = ++clock;
            leaf->hits = 1;
            leaf->priority = priority;
            leaf->key.assign(pages.begin() + static_cast<long>(at), pages.end());
            node->children.push_back(std::move(leaf));
        }
        return at;
    }
    std::pair<int, int> order(const Node& n) const {
        switch (policy) {
            case EvictionPolicy::lfu:
                return {n.hits, n.accessed};
            case EvictionPolicy::slru:
                return {n.hits >= 2, n.accessed};
            case EvictionPolicy::fifo:
                return {n.created, 0};
            case EvictionPolicy::mru:
                return {-n.accessed, 0};
            case EvictionPolicy::filo:
                return {-n.created, 0};
            case EvictionPolicy::priority:
                return {n.priority, n.accessed};
            default:
                return {n.accessed, 0};
        }
    }
    void leaves(Node* node, std::vector<Node*>& out) {
        for (auto& c : node->children) leaves(c.get(), out);
        if (node != &root && node->children.empty() && node->locks == 0) out.push_back(node);
    }
    std::size_t evict(std::size_t pages, TokenSegments* freed = nullptr) {
        std::size_t n = 0;
        while (n < pages) {
            std::vector<Node*> open;
            leaves(&root, open);
            if (open.empty()) break;
            Node* victim =
                *std::min_element(open.begin(), open.end(), [&](Node* a, Node* b) { return order(*a) < order(*b); });
            n += victim->key.size();
            if (freed != nullptr) {
                freed->emplace_back();
                for (const Page& p : victim->key) freed->back().insert(freed->back().end(), p.begin(), p.end());
            }
            auto& siblings = victim->parent->children;
            siblings.erase(std::find_if(siblings.begin(), siblings.end(), [&](auto& c) { return c.get() == victim; }));
        }
        return n;
    }
    std::size_t size(const Node& node) const {
        std::size_t n = node.key.size();
        for (const auto& c : node.children) n += size(*c);
        return n;
    }
    void lock(Node* node, int by) {
        for (; node != &root; node = node->parent) node->locks += by;
    }
};

constexpr EvictionPolicy policies[] = {EvictionPolicy::lru,     EvictionPolicy::lfu, EvictionPolicy::slru,
                                       EvictionPolicy::fifo,    EvictionPolicy::mru, EvictionPolicy::filo,
                                       EvictionPolicy::priority};

}  // namespace

TEST_CASE("SGLang radix tree: equal to a slow reference under every policy") {
    std::mt19937 random(11);
    for (int seed = 0; seed < 70; ++seed) {
        const auto prompts = reuse_test::prompts(random, 40, 30);
        for (std::int64_t capacity : {30, 60, 150}) {
            const std::int64_t page = 1 + seed % 3;
            Workload w = reuse_test::workload(CacheEngine::sglang, prompts, page, capacity, seed % 4);
            w.policy = policies[seed % 7];
            for (std::size_t i = 0; i < w.requests.size(); ++i) w.requests[i].priority = static_cast<int>(i % 3);
            const auto result = replay(w);
            REQUIRE(static_cast<bool>(result));
            SlowRadix tree{w.policy, static_cast<std::size_t>(page), {}};
            std::deque<std::pair<SlowRadix::Node*, std::size_t>> live;
            std::size_t own = 0;
            const auto endOldest = [&] {
                tree.lock(live.front().first, -1);
                own -= live.front().second;
                live.pop_front();
            };
            for (std::size_t i = 0; i < prompts.size(); ++i) {
                CAPTURE(seed);
                CAPTURE(capacity);
                CAPTURE(i);
                const Tokens& t = prompts[i];
                while (!live.empty() && static_cast<std::int64_t>(live.size()) >= w.liveRequests) endOldest();
                const std::size_t total = (t.size() + tree.page - 1) / tree.page;
                auto [hit, node] = tree.match(tree.pagesOf(t, t.size() - 1));
                tree.lock(node, 1);
                const auto available = [&] { return static_cast<std::size_t>(capacity) - tree.size(tree.root) - own; };
                const auto makeRoom = [&, hit = hit] {
                    if (available() < total - hit) tree.evict(total - hit - available());
                    return available() >= total - hit;
                };
                bool fits = makeRoom();
                while (!fits && !live.empty()) {
                    endOldest();
                    fits = makeRoom();
                }
                REQUIRE(result->hitTokens[i] == (fits ? static_cast<std::int64_t>(hit) * page : 0));
                if (!fits) {
                    tree.lock(node, -1);
                    continue;
                }
                const auto all = tree.pagesOf(t, t.size());
                tree.insert(all, w.requests[i].priority);
                SlowRadix::Node* stored = tree.match(all).second;
                tree.lock(stored, 1);
                tree.lock(node, -1);
                own += total - all.size();
                live.push_back({stored, total - all.size()});
            }
        }
    }
}

TEST_CASE("SGLang radix tree: operations evict the same leaves in the same order") {
    std::mt19937 random(13);
    for (int seed = 0; seed < 140; ++seed) {
        Workload w = reuse_test::workload(CacheEngine::sglang, reuse_test::prompts(random, 30, 12), 1 + seed % 2, 0, 0);
        w.capacityBlocks.reset();
        w.mode = ReplayMode::operations;
        w.policy = policies[seed % 7];
        SlowRadix tree{w.policy, static_cast<std::size_t>(w.blockSize), {}};
        std::vector<std::int64_t> evicted;
        TokenSegments freed;
        for (std::size_t i = 0; i < w.requests.size(); ++i) {
            ReuseRequest& r = w.requests[i];
            r.op = i % 7 == 5   ? ReuseRequest::Op::evict
                   : i % 3 == 2 ? ReuseRequest::Op::match
                                : ReuseRequest::Op::insert;
            r.priority = static_cast<int>(i % 4);
            r.count = static_cast<std::int64_t>(i);
            const auto pages = tree.pagesOf(r.tokens, r.tokens.size());
            if (r.op == ReuseRequest::Op::insert) tree.insert(pages, r.priority);
            if (r.op == ReuseRequest::Op::match) tree.match(pages);
            if (r.op == ReuseRequest::Op::evict) {
                const auto n = (static_cast<std::size_t>(r.count) + tree.page - 1) / tree.page;
                evicted.push_back(static_cast<std::int64_t>(tree.evict(n, &freed)) * w.blockSize);
            }
        }
        CAPTURE(seed);
        const auto result = replay(w);
        REQUIRE(static_cast<bool>(result));
        CHECK(result->evictedTokens == evicted);
        CHECK(result->freedSegments == freed);
    }
}
