#include "reuse/trtllm_pool.hpp"

#include <algorithm>

namespace kvfit::reuse {

namespace {

constexpr std::uint32_t secondaryQueues = TrtllmPool::priorities;

}  // namespace

TrtllmPool::TrtllmPool(const Settings& settings, const BlockNames* contents)
    : settings_(settings),
      root_(settings.primary + settings.secondary),
      contents_(contents),
      blocks_(root_ + 1),
      queues_(root_, 2 * secondaryQueues),
      freePrimary_(0),
      freeSecondary_(0) {
    for (BlockId b = 0; b < root_; ++b) {
        blocks_[b].primary = b < settings.primary;
        enqueue(b);
    }
}

std::size_t TrtllmPool::sharedTokens(std::uint32_t a, std::uint32_t b) const {
    const TokenSpan x = contents_->tokens(a), y = contents_->tokens(b);
    std::size_t n = 0;
    while (n < std::min(x.size, y.size) && x.data[n] == y.data[n]) ++n;
    return n;
}

/// An equal key, else the child that shares the most leading tokens. Among equals the engine's order is that of
/// a hash table; here the child stored first.
TrtllmPool::Found TrtllmPool::find(BlockId parent, std::uint32_t key, bool partialReuse) const {
    const BlockId exact = key < stored_.size() ? stored_[key] : none;
    if (exact != none) {
        const std::size_t tokens = tokensOf(key);
        return {exact, tokens < settings_.tokensPerBlock, static_cast<std::int64_t>(tokens)};
    }
    Found best;
    if (!partialReuse) return best;
    for (BlockId child = blocks_[parent].firstChild; child != none; child = blocks_[child].after) {
        const Block& b = blocks_[child];
        if (!settings_.copyOnPartialReuse && (b.references > 0 || !isLeaf(child))) continue;
        const auto shared = static_cast<std::int64_t>(sharedTokens(b.key, key));
        if (shared > best.tokens) best = {child, true, shared};
    }
    return best;
}

TrtllmPool::Load TrtllmPool::load(const std::vector<std::uint32_t>& keys, const std::vector<Retention>& perBlock) {
    Load out;
    BlockId at = root_;
    for (std::size_t i = 0; i < perBlock.size(); ++i) {
        const bool keyed = i < keys.size();
        const Found found = at != none && keyed ? find(at, keys[i], settings_.partialReuse) : Found{};
        BlockId block = found.block;
        const bool onHost = block != none && !blocks_[block].primary;
        if (block == none || found.partial) at = none;
        if (block == none) {
            block = take(perBlock[i]);
            if (block != none) blocks_[block].key = keyed ? keys[i] : 0;
        } else if (found.partial && (blocks_[block].references > 0 || !isLeaf(block))) {
            // Somebody else needs the block as it is: copy the shared tokens into one of our own.
            block = take(retentionOf(block));
            if (block != none) blocks_[block].key = keys[i];
        } else {
            if (found.partial)
                detach(block);
            else
                at = block;
            claim(block, perBlock[i]);
        }
        if (block != none && !blocks_[block].primary && settings_.onboard && freePrimary_ == 0) {
            enqueue(block);
            block = none;
        }
        if (block == none) {
            out.complete = false;
            return out;
        }
        onboard(block);
        ++blocks_[block].references;
        out.blocks.push_back(block);
        out.reusedTokens += found.tokens;
        if (onHost) out.onboardedTokens += found.tokens;
    }
    return out;
}

BlockId TrtllmPool::grow(const Retention& retention) {
    const BlockId block = take(retention);
    if (block != none) ++blocks_[block].references;
    return block;
}

void TrtllmPool::store(const std::vector<std::uint32_t>& keys, const std::vector<BlockId>& blocks) {
    BlockId at = root_;
    bool known = true;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const Found found = known ? find(at, keys[i], false) : Found{};
        known = found.block != none;
        if (!known) attach(blocks[i], at, keys[i]);
        at = known ? found.block : blocks[i];
    }
}

void TrtllmPool::release(const std::vector<BlockId>& blocks) {
    for (auto it = blocks.rbegin(); it != blocks.rend(); ++it)
        if (--blocks_[*it].references == 0) enqueue(*it);
}

void TrtllmPool::refresh(std::int64_t nowMs) {
    nowMs_ = std::max(nowMs_, nowMs);
    while (!expiring_.empty() && expiring_.begin()->first <= nowMs_) {
        const BlockId block = expiring_.begin()->second;
        expiring_.erase(expiring_.begin());
        queues_.remove(block);
        blocks_[block].priority = defaultPriority;
        lasting_[block].expiresMs = never;
        queues_.pushBack(block, defaultPriority + (blocks_[block].primary ? 0 : secondaryQueues));
    }
}

std::map<int, std::vector<BlockId>> TrtllmPool::primaryQueues() const {
    std::map<int, std::vector<BlockId>> out;
    for (int p = 0; p < priorities; ++p)
        if (!queues_.empty(static_cast<std::uint32_t>(p))) out[p] = queues_.list(static_cast<std::uint32_t>(p));
    return out;
}

BlockId TrtllmPool::lowest(bool primary) const {
    for (std::uint32_t q = primary ? 0 : secondaryQueues;; ++q)
        if (!queues_.empty(q)) return queues_.front(q);
}

void TrtllmPool::enqueue(BlockId block) {
    Block& b = blocks_[block];
    queues_.pushBack(block, static_cast<std::uint32_t>(b.priority) + (b.primary ? 0 : secondaryQueues));
    ++(b.primary ? freePrimary_ : freeSecondary_);
    const auto time = lasting_.find(block);
    if (time == lasting_.end() || b.priority == defaultPriority) return;
    time->second.expiresMs = nowMs_ + time->second.durationMs;
    expiring_.emplace(time->second.expiresMs, block);
}

void TrtllmPool::claim(BlockId block, const Retention& retention) {
    Block& b = blocks_[block];
    const auto time = lasting_.find(block);
    if (queues_.holds(block)) {
        queues_.remove(block);
        --(b.primary ? freePrimary_ : freeSecondary_);
        if (time != lasting_.end()) expiring_.erase({time->second.expiresMs, block});
    }
    if (retention.priority) b.priority = *retention.priority;
    if (retention.durationMs)
        lasting_[block] = {*retention.durationMs, never};
    else if (time != lasting_.end())
        lasting_.erase(time);
}

/// The front of the lowest primary queue. If it holds content worth keeping and the secondary pool has room, it
/// changes places with the front of the lowest secondary queue, whose content is lost instead.
BlockId TrtllmPool::take(const Retention& retention) {
    if (freePrimary_ == 0) return none;
    BlockId block = lowest(true);
    if (blocks_[block].key != 0 && blocks_[block].priority >= settings_.offloadMinPriority && freeSecondary_ > 0 &&
        settings_.onboard) {
        const BlockId host = lowest(false);
        // A block changes level while it is in no queue, so that the counts of both levels hold.
        claim(block, {});
        claim(host, {});
        std::swap(blocks_[block].primary, blocks_[host].primary);
        enqueue(block);
        ++offloads_;
        block = host;
    }
    detachWithDescendants(block);
    claim(block, {retention.priority.value_or(defaultPriority), retention.durationMs});
    return block;
}

/// Brings a secondary block to the device: it changes places with a free primary one.
void TrtllmPool::onboard(BlockId block) {
    if (blocks_[block].primary || !settings_.onboard) return;
    const BlockId free = take({});
    std::swap(blocks_[block].primary, blocks_[free].primary);
    enqueue(free);
    ++onboards_;
}

void TrtllmPool::attach(BlockId block, BlockId parent, std::uint32_t key) {
    Block &b = blocks_[block], &p = blocks_[parent];
    b.key = key;
    b.parent = parent;
    b.before = p.lastChild;
    b.after = none;
    (b.before == none ? p.firstChild : blocks_[b.before].after) = block;
    p.lastChild = block;
    if (key == unique) return;
    if (key >= stored_.size()) stored_.resize(std::size_t{key} + 1, none);
    stored_[key] = block;
}

void TrtllmPool::detach(BlockId block) {
    Block& b = blocks_[block];
    if (b.parent == none) return;
    Block& p = blocks_[b.parent];
    (b.before == none ? p.firstChild : blocks_[b.before].after) = b.after;
    (b.after == none ? p.lastChild : blocks_[b.after].before) = b.before;
    b.parent = none;
    if (b.key != unique) stored_[b.key] = none;
}

void TrtllmPool::detachWithDescendants(BlockId block) {
    for (BlockId b = block;;) {
        if (!isLeaf(b)) {
            b = blocks_[b].lastChild;
            continue;
        }
        const BlockId parent = blocks_[b].parent;
        evictions_ += parent != none ? 1 : 0;
        detach(b);
        if (b == block) return;
        b = parent;
    }
}

}  // namespace kvfit::reuse
