#include <algorithm>

#include "reuse/block_names.hpp"
#include "reuse/engines.hpp"
#include "reuse/live.hpp"
#include "reuse/radix_tree.hpp"

namespace kvfit::reuse {

namespace {

/// Requests over the radix tree and a pool of pages: match all but the last token, lock, evict what is missing,
/// insert the prompt at once, give duplicates back, unlock at the end.
/// Source: python/sglang/srt/mem_cache/radix_cache.py `cache_unfinished_req`, `cache_finished_req`, common.py
/// `evict_from_tree_cache` (sgl-project/sglang @d315eb7250).
class RadixReplay {
public:
    RadixReplay(const Workload& workload, std::size_t pages)
        : workload_(workload), capacity_(pages), tree_(workload.policy), live_(workload.liveRequests) {}

    ReplayResult run() {
        for (std::size_t i = 0; i < workload_.requests.size(); ++i) {
            const ReuseRequest& r = workload_.requests[i];
            switch (r.op) {
                case ReuseRequest::Op::request:
                    one(r, i);
                    break;
                case ReuseRequest::Op::insert:
                    tree_.insert(key(r), key(r).size(), r.priority);
                    break;
                case ReuseRequest::Op::match: {
                    const RadixTree::Match found = tree_.match(key(r), key(r).size());
                    count(result_, workload_, i, static_cast<std::int64_t>(r.tokens.size()), tokensOf(found.pages));
                    break;
                }
                case ReuseRequest::Op::evict:
                    evict(r.count);
                    break;
                case ReuseRequest::Op::clock:
                    break;
            }
        }
        result_.remainingSegments = segments(tree_.entries());
        return std::move(result_);
    }

private:
    struct Running {
        RadixTree::Node node = 0;
        std::size_t ownPages = 0;  ///< Outside the tree: the last, unfilled page.
    };

    const Workload& workload_;
    std::size_t capacity_;
    RadixTree tree_;
    LiveRequests<Running> live_;
    BlockNames names_;
    std::size_t ownPages_ = 0;
    ReplayResult result_;

    RadixTree::Pages key(const ReuseRequest& r) {
        return pages(names_, r.tokens, static_cast<std::size_t>(workload_.blockSize));
    }

    void one(const ReuseRequest& request, std::size_t index) {
        const auto end = [&](Running& r) {
            tree_.unlock(r.node);
            ownPages_ -= r.ownPages;
        };
        live_.makeRoom(end);
        const RadixTree::Pages all = key(request);
        const std::size_t size = static_cast<std::size_t>(workload_.blockSize);
        const std::size_t tokens = request.tokens.size();
        const std::size_t total = (tokens + size - 1) / size;
        // At least one token is computed, so that there are logits.
        const std::size_t limit = tokens == 0 ? 0 : (tokens - 1) / size;

        const RadixTree::Match found = tree_.match(all, limit);
        tree_.lock(found.node);
        const std::size_t missing = total - found.pages;
        bool fits = makeRoom(missing);
        while (!fits && live_.endOldest(end)) fits = makeRoom(missing);
        count(result_, workload_, index, static_cast<std::int64_t>(tokens), fits ? tokensOf(found.pages) : 0);
        if (!fits) {
            tree_.unlock(found.node);
            return refuse(result_, index);
        }
        tree_.insert(all, all.size(), request.priority);
        const RadixTree::Match stored = tree_.match(all, all.size());
        tree_.lock(stored.node);
        tree_.unlock(found.node);
        const std::size_t own = total - all.size();
        ownPages_ += own;
        live_.add({stored.node, own}, end);
    }

    /// Evicts only what is missing. False if the rest is locked.
    bool makeRoom(std::size_t missing) {
        const std::size_t available = capacity_ - tree_.size() - ownPages_;
        if (available < missing)
            for (const RadixTree::Pages& leaf : tree_.evict(missing - available))
                result_.evictedBlocks += static_cast<std::int64_t>(leaf.size());
        return capacity_ - tree_.size() - ownPages_ >= missing;
    }

    void evict(std::int64_t tokens) {
        const std::int64_t size = workload_.blockSize;
        const std::vector<RadixTree::Pages> leaves = tree_.evict(static_cast<std::size_t>((tokens + size - 1) / size));
        std::size_t freed = 0;
        for (const RadixTree::Pages& leaf : leaves) freed += leaf.size();
        result_.evictedBlocks += static_cast<std::int64_t>(freed);
        const TokenSegments now = segments(leaves);
        if (result_.evictedTokens.empty()) result_.firstEvictSegments = now;
        result_.evictedTokens.push_back(tokensOf(freed));
        result_.freedSegments.insert(result_.freedSegments.end(), now.begin(), now.end());
    }

    std::int64_t tokensOf(std::size_t pages) const { return static_cast<std::int64_t>(pages) * workload_.blockSize; }

    TokenSegments segments(const std::vector<RadixTree::Pages>& entries) const {
        TokenSegments out;
        for (const RadixTree::Pages& entry : entries) {
            out.emplace_back();
            for (const std::uint32_t page : entry) {
                const TokenSpan tokens = names_.tokens(page);
                out.back().insert(out.back().end(), tokens.data, tokens.data + tokens.size);
            }
        }
        return out;
    }
};

}  // namespace

Expected<ReplayResult> replayRadix(const Workload& workload) {
    const auto pages = poolBlocks(workload, 1);
    if (!pages) return pages.errors();
    return RadixReplay(workload, *pages).run();
}

}  // namespace kvfit::reuse
