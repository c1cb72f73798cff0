#include "reuse/radix_tree.hpp"

#include <algorithm>

namespace kvfit::reuse {

namespace {

constexpr RadixTree::Node root = 0;

std::uint64_t childKey(RadixTree::Node parent, std::uint32_t page) { return std::uint64_t{parent} << 32 | page; }

}  // namespace

RadixTree::RadixTree(EvictionPolicy policy, std::size_t hostPages) : policy_(policy), hostPages_(hostPages) {
    nodes_.emplace_back();
    nodes_[root].locks = 1;
}

RadixTree::Key RadixTree::keyOf(Node node) const {
    const Entry& e = nodes_[node];
    switch (policy_) {
        case EvictionPolicy::lfu:
            return {e.hits, e.accessed, node};
        // Two hits promote from the probationary to the protected segment.
        case EvictionPolicy::slru:
            return {e.hits >= 2 ? 1 : 0, e.accessed, node};
        case EvictionPolicy::fifo:
            return {e.created, e.accessed, node};
        case EvictionPolicy::mru:
            return {-e.accessed, e.accessed, node};
        case EvictionPolicy::filo:
            return {-e.created, e.accessed, node};
        case EvictionPolicy::priority:
            return {e.priority, e.accessed, node};
        default:
            return {e.accessed, 0, node};
    }
}

void RadixTree::suspend(Node node) {
    if (nodes_[node].queued) orderOf(node).erase(keyOf(node));
    nodes_[node].queued = false;
}

void RadixTree::resume(Node node) {
    Entry& e = nodes_[node];
    e.queued = e.locks == 0 && (e.onDevice ? e.below == 0 : e.onHost && e.children.empty());
    if (e.queued) orderOf(node).insert(keyOf(node));
}

template <class Change>
void RadixTree::update(Node node, Change change) {
    suspend(node);
    change(nodes_[node]);
    resume(node);
}

RadixTree::Node RadixTree::child(Node parent, std::uint32_t page) const {
    const auto found = children_.find(childKey(parent, page));
    return found == children_.end() ? root : found->second;
}

std::size_t RadixTree::common(Node node, const Pages& key, std::size_t from, std::size_t length) const {
    const Entry& e = nodes_[node];
    const std::size_t most = std::min(e.length, length - from);
    std::size_t n = 0;
    while (n < most && store_[e.begin + n] == key[from + n]) ++n;
    return n;
}

RadixTree::Node RadixTree::add(Node parent, std::size_t begin, std::size_t length, int priority) {
    Node node = static_cast<Node>(nodes_.size());
    if (unused_.empty()) {
        nodes_.emplace_back();
    } else {
        node = unused_.back();
        unused_.pop_back();
        nodes_[node] = {};
    }
    Entry& e = nodes_[node];
    e.parent = parent;
    e.begin = begin;
    e.length = length;
    e.priority = priority;
    e.accessed = e.created = ++clock_;
    children_[childKey(parent, store_[begin])] = node;
    return node;
}

/// The first `length` pages become a node of their own above the rest. It inherits locks, hits, priority and copies,
/// but counts as new: fresh access and creation time (in the unified tree after 0.5.18 it keeps the latter).
RadixTree::Node RadixTree::split(Node node, std::size_t length) {
    suspend(node);
    const Entry rest = nodes_[node];
    const Node head = add(rest.parent, rest.begin, length, rest.priority);
    nodes_[head].hits = rest.hits;
    nodes_[head].locks = rest.locks;
    nodes_[head].onDevice = rest.onDevice;
    nodes_[head].onHost = rest.onHost;
    nodes_[head].below = rest.onDevice ? 1 : 0;
    nodes_[head].children = {node};
    std::vector<Node>& siblings = nodes_[rest.parent].children;
    *std::find(siblings.begin(), siblings.end(), node) = head;
    Entry& tail = nodes_[node];
    tail.parent = head;
    tail.begin += length;
    tail.length -= length;
    children_[childKey(head, store_[tail.begin])] = node;
    resume(node);
    return head;
}

RadixTree::Match RadixTree::match(const Pages& key, std::size_t length) {
    Match found;
    const std::int64_t now = ++clock_;
    while (found.pages < length) {
        const Node next = child(found.node, key[found.pages]);
        if (next == root) break;
        update(next, [&](Entry& e) { e.accessed = now; });
        const std::size_t n = common(next, key, found.pages, length);
        found.pages += n;
        if (nodes_[next].onDevice) found.onDevice = found.pages;
        found.node = n < nodes_[next].length ? split(next, n) : next;
        if (found.node != next) break;
    }
    return found;
}

std::size_t RadixTree::insert(const Pages& key, std::size_t length, int priority) {
    const std::int64_t now = ++clock_;
    Node node = root;
    std::size_t at = 0;
    bool copied = true;
    while (at < length) {
        Node next = child(node, key[at]);
        if (next == root) break;
        update(next, [&](Entry& e) { e.accessed = now; });
        const std::size_t n = common(next, key, at, length);
        at += n;
        if (n < nodes_[next].length) next = split(next, n);
        update(next, [&](Entry& e) {
            e.priority = std::max(e.priority, priority);
            ++e.hits;
        });
        if (!nodes_[next].onDevice) setOnDevice(next, true);
        copied = copied && copy(next);
        node = next;
    }
    if (at < length) {
        if (store_.size() > 2 * (size_ + hostSize_) + (1 << 16)) compact();
        const std::size_t begin = store_.size();
        store_.insert(store_.end(), key.begin() + static_cast<std::ptrdiff_t>(at),
                      key.begin() + static_cast<std::ptrdiff_t>(length));
        const Node leaf = add(node, begin, length - at, priority);
        nodes_[leaf].hits = 1;
        update(node, [&](Entry& e) {
            e.children.push_back(leaf);
            ++e.below;
        });
        resume(leaf);
        size_ += length - at;
        if (copied) copy(leaf);
    }
    return at;
}

void RadixTree::changeLocks(Node node, int by) {
    for (; node != root; node = nodes_[node].parent) update(node, [&](Entry& e) { e.locks += by; });
}

void RadixTree::setOnDevice(Node node, bool onDevice) {
    update(node, [&](Entry& e) { e.onDevice = onDevice; });
    update(nodes_[node].parent, [&](Entry& e) { onDevice ? ++e.below : --e.below; });
    onDevice ? size_ += nodes_[node].length : size_ -= nodes_[node].length;
}

/// Writes an entry through to the host. False: there is no room even without all that can go.
bool RadixTree::copy(Node node) {
    if (nodes_[node].onHost) return true;
    const std::size_t needed = hostSize_ + nodes_[node].length;
    if (needed > hostPages_) evictHost(needed - hostPages_);
    if (hostSize_ + nodes_[node].length > hostPages_) return false;
    hostSize_ += nodes_[node].length;
    update(node, [](Entry& e) { e.onHost = true; });
    return true;
}

void RadixTree::remove(Node leaf) {
    suspend(leaf);
    children_.erase(childKey(nodes_[leaf].parent, store_[nodes_[leaf].begin]));
    update(nodes_[leaf].parent,
           [&](Entry& e) { e.children.erase(std::find(e.children.begin(), e.children.end(), leaf)); });
    nodes_[leaf].length = 0;
    unused_.push_back(leaf);
}

std::vector<RadixTree::Pages> RadixTree::evict(std::size_t pages) {
    std::vector<Pages> freed;
    for (std::size_t n = 0; n < pages && !evictable_.empty(); n += freed.back().size()) {
        const Node leaf = std::get<Node>(*evictable_.begin());
        freed.push_back(pagesOf(leaf));
        setOnDevice(leaf, false);
        if (!nodes_[leaf].onHost) remove(leaf);
    }
    return freed;
}

void RadixTree::evictHost(std::size_t pages) {
    const std::size_t most = hostSize_ - std::min(hostSize_, pages);
    while (hostSize_ > most && !hostEvictable_.empty()) {
        const Node leaf = std::get<Node>(*hostEvictable_.begin());
        hostSize_ -= nodes_[leaf].length;
        remove(leaf);
    }
}

/// Pages that were evicted stay in the store until they are more than those in the tree.
void RadixTree::compact() {
    Pages store;
    for (Entry& e : nodes_) {
        const auto begin = store_.begin() + static_cast<std::ptrdiff_t>(e.begin);
        e.begin = store.size();
        store.insert(store.end(), begin, begin + static_cast<std::ptrdiff_t>(e.length));
    }
    store_ = std::move(store);
}

RadixTree::Pages RadixTree::pagesOf(Node node) const {
    const auto begin = store_.begin() + static_cast<std::ptrdiff_t>(nodes_[node].begin);
    return Pages(begin, begin + static_cast<std::ptrdiff_t>(nodes_[node].length));
}

std::vector<RadixTree::Pages> RadixTree::entries() const {
    std::vector<Pages> out;
    std::vector<Node> open(nodes_[root].children.rbegin(), nodes_[root].children.rend());
    while (!open.empty()) {
        const Node node = open.back();
        open.pop_back();
        out.push_back(pagesOf(node));
        open.insert(open.end(), nodes_[node].children.rbegin(), nodes_[node].children.rend());
    }
    return out;
}

}  // namespace kvfit::reuse
