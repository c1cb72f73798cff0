#include <algorithm>

#include "reuse/block_names.hpp"
#include "reuse/engines.hpp"
#include "reuse/live.hpp"
#include "reuse/vllm_groups.hpp"

namespace kvfit::reuse {

namespace {

/// A running request: its tokens' prefix numbers and its block table in each group.
struct Running {
    std::vector<std::int64_t> tokens;
    std::vector<std::uint32_t> names;
    std::vector<std::vector<BlockId>> tables;
    std::vector<std::size_t> hashed;       ///< Per group: leading blocks whose hash is settled.
    std::vector<std::int64_t> boundaries;  ///< Tokens whose tail sparse retention keeps.
};

/// The order of calls of a scheduler over `KVCacheManager`: find the hit, allocate the prompt at once, decode
/// token by token, free. Source: vllm/v1/core/kv_cache_manager.py `get_computed_blocks`, `allocate_slots`,
/// `free`, kv_cache_coordinator.py (@7cfb97e337).
class VllmReplay {
public:
    VllmReplay(const Workload& workload, std::uint32_t blocks)
        : workload_(workload),
          blockSize_(workload.blockSize),
          pool_(blocks, static_cast<std::uint32_t>(workload.groups.size())),
          live_(workload.liveRequests),
          traced_(traced(result_, workload, blocks)) {
        for (const CacheGroup kind : workload.groups)
            groups_.push_back({kind, kind == CacheGroup::sliding ? workload.window : 0});
    }

    ReplayResult run() {
        for (std::size_t i = 0; i < workload_.requests.size(); ++i) one(workload_.requests[i], i);
        result_.evictedBlocks = pool_.evictions();
        return std::move(result_);
    }

private:
    const Workload& workload_;
    std::int64_t blockSize_;
    VllmPool pool_;
    std::vector<VllmGroup> groups_;
    BlockNames names_;
    LiveRequests<Running> live_;
    ReplayResult result_;
    bool traced_;

    void one(const ReuseRequest& request, std::size_t index) {
        const auto end = [&](Running& r) { free(r); };
        live_.makeRoom(end);
        Running running;
        running.tokens = request.tokens;
        running.names = chain(names_, running.tokens, static_cast<std::size_t>(blockSize_));
        const auto tokens = static_cast<std::int64_t>(running.tokens.size());
        std::optional<std::int64_t> hit = start(running);
        while (!hit && live_.endOldest(end)) hit = start(running);

        ReplayStep step;
        if (hit) {
            step.blocksPrefill = running.tables;
            bool fits = true;
            for (std::int64_t n = 0; n < workload_.decodeTokens && fits; ++n) {
                running.tokens.push_back(workload_.decodeTokenId);
                while (!(fits = grow(running)) && live_.endOldest(end)) {
                }
            }
            if (!fits) refuse(result_, index);
            step.blocksAfterDecode = running.tables;
            live_.add(std::move(running), end);
        } else {
            refuse(result_, index);
        }
        count(result_, workload_, index, tokens, hit.value_or(0));
        if (!traced_) return;
        step.freeQueue = pool_.queue();
        result_.trace.push_back(std::move(step));
    }

    /// Hit and allocation of the whole prompt; nothing if the pool has too few free blocks.
    std::optional<std::int64_t> start(Running& running) {
        const auto tokens = static_cast<std::int64_t>(running.tokens.size());
        // The last prompt token is always computed, for its logits.
        const auto limit = static_cast<std::size_t>(std::max<std::int64_t>(tokens - 1, 0) / blockSize_);
        VllmHit hit = findHit(pool_, groups_, running.names, limit, blockSize_);
        const std::int64_t hitTokens = static_cast<std::int64_t>(hit.blocks) * blockSize_;
        running.boundaries = {tokens - 1};
        // A prefix that only some groups had is a junction: its tail is kept for the next request.
        if (hit.longest > hit.blocks) running.boundaries.push_back(static_cast<std::int64_t>(hit.longest) * blockSize_);

        std::size_t needed = 0;
        for (std::size_t g = 0; g < groups_.size(); ++g) {
            std::vector<BlockId>& blocks = hit.byGroup[g];
            std::fill_n(blocks.begin(), std::min(blocks.size(), groups_[g].skippedBlocks(hitTokens, blockSize_)), 0);
            needed += blocksOf(tokens) - blocks.size();
            for (const BlockId b : blocks) needed += b != 0 && pool_.isFree(b) ? 1 : 0;
        }
        if (needed > pool_.freeBlocks()) return std::nullopt;

        // All hits are held before anything is taken, so that no group evicts another's hit.
        for (const auto& blocks : hit.byGroup)
            for (const BlockId b : blocks)
                if (b != 0) pool_.touch(b);
        running.hashed.assign(groups_.size(), hit.blocks);
        running.tables = std::move(hit.byGroup);
        for (auto& table : running.tables)
            while (table.size() < blocksOf(tokens)) table.push_back(pool_.take());
        hash(running);
        return hitTokens;
    }

    /// Room for the newest token; blocks that left the window go back first.
    bool grow(Running& running) {
        const auto tokens = static_cast<std::int64_t>(running.tokens.size());
        for (std::size_t g = 0; g < groups_.size(); ++g) {
            std::vector<BlockId>& table = running.tables[g];
            std::vector<BlockId> left;
            for (std::size_t i = std::min(table.size(), groups_[g].skippedBlocks(tokens - 1, blockSize_)); i-- > 0;) {
                if (table[i] == 0) break;
                left.push_back(table[i]);
                table[i] = 0;
            }
            pool_.release(left);
        }
        std::size_t needed = 0;
        for (const auto& table : running.tables) needed += blocksOf(tokens) - table.size();
        if (needed > pool_.freeBlocks()) return false;
        for (auto& table : running.tables)
            while (table.size() < blocksOf(tokens)) table.push_back(pool_.take());
        hash(running);
        return true;
    }

    /// Hashes the blocks that are full now and that retention keeps.
    void hash(Running& running) {
        const std::size_t full = running.tokens.size() / static_cast<std::size_t>(blockSize_);
        while (running.names.size() < full) {
            const auto at = running.names.size() * static_cast<std::size_t>(blockSize_);
            const std::uint32_t parent = running.names.empty() ? 0 : running.names.back();
            running.names.push_back(
                names_.of(parent, {running.tokens.data() + at, static_cast<std::size_t>(blockSize_)}));
        }
        for (std::uint32_t g = 0; g < groups_.size(); ++g) {
            const std::size_t from = running.hashed[g];
            if (from >= full) continue;
            const std::vector<bool> kept =
                keptBlocks(groups_[g], workload_.retentionInterval, running.boundaries, from, full, blockSize_);
            for (std::size_t i = from; i < full; ++i)
                if (kept[i - from] && running.tables[g][i] != 0) pool_.cache(running.tables[g][i], g, running.names[i]);
            running.hashed[g] = full;
        }
    }

    void free(Running& running) {
        for (auto& table : running.tables) {
            std::reverse(table.begin(), table.end());
            pool_.release(table);
        }
    }

    std::size_t blocksOf(std::int64_t tokens) const {
        return static_cast<std::size_t>((tokens + blockSize_ - 1) / blockSize_);
    }
};

}  // namespace

Expected<ReplayResult> replayVllm(const Workload& workload) {
    if (workload.retentionInterval && *workload.retentionInterval % workload.blockSize != 0)
        return Error{"not_a_multiple", "/options/retention_interval", "retentionInterval",
                     "the retention interval is not a multiple of the block size",
                     "use 0, a multiple of the block size, or null"};
    const auto blocks = poolBlocks(workload, workload.groups.size());
    if (!blocks) return blocks.errors();
    return VllmReplay(workload, *blocks).run();
}

}  // namespace kvfit::reuse
