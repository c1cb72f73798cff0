#pragma once

#include <set>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "kvfit/reuse.hpp"

namespace kvfit::reuse {

/// SGLang's radix tree over pages. An entry (node) holds a run of pages; a leaf that nobody locks can be
/// evicted, always as a whole. Pages are numbered by content, so equal numbers are equal tokens.
/// Source: python/sglang/srt/mem_cache/radix_cache.py `RadixCache`, evict_policy.py (sgl-project/sglang @d315eb7250).
///
/// HiCache adds host memory to the same tree. It is written through (the default since 0.5.2): an entry is copied when
/// it is inserted, after those above it. An entry with a copy stays in the tree when the device evicts it, and goes
/// when the host needs the room: a leaf that is on the host alone, in the order of the same policy. Copies of entries
/// that are on the device stay; where only such are left, nothing further is copied until the next insertion.
/// Source: hiradix_cache.py `_inc_hit_count`, `write_backup`, `evict`, `evict_host` (v0.5.2 to v0.5.18);
/// unified_radix_cache.py `_execute_and_commit_kv_backup`, `_execute_kv_backup`, unified_cache/unified_tree_core.py
/// `evict_device_leaf`, `_is_host_leaf`, `drive_host_eviction` (@d315eb7250: it alone since 44806dc507; only
/// write_back gives up copies of entries that are on the device).
class RadixTree {
public:
    using Node = std::uint32_t;
    using Pages = std::vector<std::uint32_t>;

    explicit RadixTree(EvictionPolicy policy, std::size_t hostPages = 0);

    struct Match {
        std::size_t pages = 0;     ///< On the device, and behind these on the host.
        std::size_t onDevice = 0;  ///< Of these, on the device.
        Node node = 0;             ///< The last node of the path; the root is 0.
    };

    /// The longest stored prefix of the first `length` pages. Refreshes the path's access time; a match that
    /// ends inside a node splits it.
    Match match(const Pages& key, std::size_t length);

    /// Stores the first `length` pages on the device and counts a hit on the path. Returns how many the tree had.
    std::size_t insert(const Pages& key, std::size_t length, int priority);

    /// Protects a node and everything above it from eviction, or ends that.
    void lock(Node node) { changeLocks(node, 1); }
    void unlock(Node node) { changeLocks(node, -1); }

    /// Evicts whole leaves from the device, in the policy's order, until `pages` are free. Returns the nodes' pages in
    /// that order.
    std::vector<Pages> evict(std::size_t pages);

    std::size_t size() const { return size_; }          ///< Pages on the device.
    std::size_t hostSize() const { return hostSize_; }  ///< Pages on the host.

    /// The pages of every node, parents before children, children in the order of insertion.
    std::vector<Pages> entries() const;

private:
    struct Entry {
        Node parent = 0;
        std::size_t begin = 0, length = 0;  ///< Into `store_`.
        std::int64_t accessed = 0, created = 0, hits = 0;
        int priority = 0, locks = 0;
        bool onDevice = true, onHost = false, queued = false;
        std::size_t below = 0;  ///< Children on the device.
        std::vector<Node> children = {};
    };
    using Key = std::tuple<std::int64_t, std::int64_t, Node>;  ///< The smallest is evicted first.

    EvictionPolicy policy_;
    std::size_t hostPages_;
    std::int64_t clock_ = 0;
    std::size_t size_ = 0, hostSize_ = 0;
    std::vector<Entry> nodes_;
    std::vector<Node> unused_;
    std::vector<std::uint32_t> store_;
    std::unordered_map<std::uint64_t, Node> children_;  ///< By parent and first page.
    std::set<Key> evictable_, hostEvictable_;

    Key keyOf(Node node) const;
    Node child(Node parent, std::uint32_t page) const;
    Node add(Node parent, std::size_t begin, std::size_t length, int priority);
    Node split(Node node, std::size_t length);
    std::size_t common(Node node, const Pages& key, std::size_t from, std::size_t length) const;
    Pages pagesOf(Node node) const;
    void changeLocks(Node node, int by);
    void setOnDevice(Node node, bool onDevice);
    bool copy(Node node);
    void evictHost(std::size_t pages);
    void remove(Node leaf);
    void compact();

    /// Takes a node out of its eviction order while it changes, and puts it back where it then belongs.
    std::set<Key>& orderOf(Node node) { return nodes_[node].onDevice ? evictable_ : hostEvictable_; }
    void suspend(Node node);
    void resume(Node node);
    template <class Change>
    void update(Node node, Change change);
};

}  // namespace kvfit::reuse
