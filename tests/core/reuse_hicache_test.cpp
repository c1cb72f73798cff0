#include <doctest/doctest.h>

#include <algorithm>
#include <list>
#include <optional>

#include "reuse/radix_tree.hpp"
#include "reuse/random.hpp"

namespace {

using namespace kvfit;
using reuse::RadixTree;
using Pages = RadixTree::Pages;

/// The same tree as a list of entries, each with all pages from the root; every question looks at all of them. Least
/// recently used first.
struct SlowTree {
    struct Entry {
        Pages path;
        std::size_t begin = 0;
        int accessed = 0;
        bool onDevice = true, onHost = false;
        std::size_t length() const { return path.size() - begin; }
    };
    std::size_t host;
    std::list<Entry> entries;
    int clock = 0;

    std::size_t size(bool Entry::*where) const {
        std::size_t sum = 0;
        for (const Entry& e : entries) sum += e.*where ? e.length() : 0;
        return sum;
    }
    static bool starts(const Pages& whole, const Pages& start) {
        return whole.size() >= start.size() && std::equal(start.begin(), start.end(), whole.begin());
    }
    /// Entries on the way of a key, from the root; the one in which it ends or leaves the tree is cut there.
    std::vector<Entry*> way(const Pages& key) {
        std::vector<Entry*> out;
        const int now = ++clock;
        for (std::size_t at = 0; at < key.size();) {
            auto next = std::find_if(entries.begin(), entries.end(), [&](const Entry& e) {
                return e.begin == at && starts(e.path, {key.begin(), key.begin() + static_cast<long>(at) + 1});
            });
            if (next == entries.end()) break;
            next->accessed = now;
            const std::size_t end = std::min(next->path.size(), key.size());
            std::size_t n = at;
            while (n < end && next->path[n] == key[n]) ++n;
            if (n < next->path.size()) {
                Entry head = *next;
                head.path.resize(n);
                head.accessed = ++clock;
                next->begin = n;
                next = entries.insert(next, head);
            }
            out.push_back(&*next);
            if (n < end || next->path.size() == key.size()) break;
            at = next->path.size();
        }
        return out;
    }
    /// The oldest entry that may leave: no other one behind it in the same memory, or on the host at all.
    std::list<Entry>::iterator oldest(bool device) {
        auto found = entries.end();
        for (auto e = entries.begin(); e != entries.end(); ++e) {
            const bool leaf = std::none_of(entries.begin(), entries.end(), [&](const Entry& o) {
                return &o != &*e && starts(o.path, e->path) && (device ? o.onDevice : true);
            });
            if (!leaf || e->onDevice != device) continue;
            if (found == entries.end() || e->accessed < found->accessed) found = e;
        }
        return found;
    }
    bool copy(Entry& entry) {
        if (entry.onHost) return true;
        while (size(&Entry::onHost) + entry.length() > host) {
            const auto leaf = oldest(false);
            if (leaf == entries.end()) return false;
            entries.erase(leaf);
        }
        return entry.onHost = true;
    }
    void insert(const Pages& key) {
        std::size_t at = 0;
        bool copied = true;
        for (Entry* e : way(key)) {
            e->onDevice = true;
            copied = copied && copy(*e);
            at = e->path.size();
        }
        if (at == key.size()) return;
        entries.push_back({key, at, ++clock});
        if (copied) copy(entries.back());
    }
    void evict(std::size_t pages) {
        for (std::size_t n = 0; n < pages;) {
            const auto leaf = oldest(true);
            if (leaf == entries.end()) return;
            n += leaf->length();
            leaf->onDevice = false;
            if (!leaf->onHost) entries.erase(leaf);
        }
    }
};

}  // namespace

TEST_CASE("HiCache: a copy goes when its entry has left the device, and none is made where all must stay") {
    RadixTree tree(EvictionPolicy::lru, 4);
    tree.insert({1, 2}, 2, 0);
    tree.insert({3, 4}, 2, 0);
    CHECK(tree.hostSize() == 4);
    tree.insert({5, 6}, 2, 0);  // both copies are of entries on the device: no room
    CHECK(tree.hostSize() == 4);

    tree.evict(2);  // 1, 2 stay on the host
    CHECK(tree.size() == 4);
    const RadixTree::Match kept = tree.match({1, 2}, 2);
    CHECK(kept.pages == 2);
    CHECK(kept.onDevice == 0);

    tree.insert({5, 6}, 2, 0);  // tried again: 1, 2 make room
    CHECK(tree.hostSize() == 4);
    CHECK(tree.match({1, 2}, 2).pages == 0);
    tree.evict(4);
    CHECK(tree.size() == 0);
    CHECK(tree.match({3, 4}, 2).pages == 2);
    CHECK(tree.match({5, 6}, 2).pages == 2);
}

TEST_CASE("HiCache: what is computed or loaded again is on the device and on the host") {
    RadixTree tree(EvictionPolicy::lru, 8);
    tree.insert({1, 2, 3}, 3, 0);
    tree.evict(3);
    tree.insert({1, 2, 4}, 3, 0);  // splits an entry that is on the host alone
    CHECK(tree.size() == 3);
    CHECK(tree.hostSize() == 4);
    const RadixTree::Match found = tree.match({1, 2, 3}, 3);
    CHECK(found.pages == 3);
    CHECK(found.onDevice == 2);
}

TEST_CASE("HiCache's tree is the one that looks at every entry anew") {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        reuse::Random random(seed);
        const auto below = [&](double n) { return static_cast<std::size_t>(random.unit() * n); };
        const std::size_t device = 6 + below(20), host = below(40);
        RadixTree tree(EvictionPolicy::lru, host);
        SlowTree slow{host, {}};
        for (int i = 0; i < 200; ++i) {
            Pages key;
            for (std::size_t n = 1 + below(6); n > 0; --n) key.push_back(static_cast<std::uint32_t>(below(2.5)));
            const RadixTree::Match found = tree.match(key, key.size());
            std::size_t pages = 0, onDevice = 0;
            for (const SlowTree::Entry* e : slow.way(key)) {
                pages = e->path.size();
                if (e->onDevice) onDevice = pages;
            }
            REQUIRE(found.pages == pages);
            REQUIRE(found.onDevice == onDevice);
            if (tree.size() + key.size() - onDevice > device) {
                const std::size_t missing = tree.size() + key.size() - onDevice - device;
                tree.evict(missing);
                slow.evict(missing);
            }
            tree.insert(key, key.size(), 0);
            slow.insert(key);
            REQUIRE(tree.size() == slow.size(&SlowTree::Entry::onDevice));
            REQUIRE(tree.hostSize() == slow.size(&SlowTree::Entry::onHost));
            REQUIRE(tree.hostSize() <= host);
        }
    }
}
