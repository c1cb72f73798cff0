#pragma once

#include <algorithm>

#include "engine/tensorrtllm/pools.hpp"

namespace kvfit::tensorrtllm {

/// What of a sequence is counted: what the scheduler sets aside for it, what it holds, what stays after it.
enum class Holding : std::uint8_t { reserved, live, cached };

template <class N>
N blockTokens(const Settings& q) {
    return named<N>(q.tokensPerBlock, "tokens_per_block", "tokens", "tokensPerBlock");
}

/// Blocks of the first n tokens on one rank; Helix deals whole blocks to its ranks in turn.
template <class N>
N wholeBlocks(const Settings& q, const N& length) {
    const N blocks = ceilDivide(length, blockTokens<N>(q));
    return q.contextRanks == 1 ? blocks : ceilDivide(blocks, named<N>(q.contextRanks, "cp", "ranks", "dcp"));
}

/// A front block goes back once a window and a whole block follow it (WindowBlockManager::
/// adjustBlocksIfNeeded), evaluated as each token is added.
template <class N>
N windowBlocks(const Settings& q, std::int64_t window, const N& length) {
    const N blocks = ceilDivide(length, blockTokens<N>(q));
    if (integerOf(length) <= window) return blocks;
    return blocks - floorDivide(length - named<N>(window, "window", "tokens", "sliding_window"), blockTokens<N>(q));
}

/// KVCacheManager::getRemainingBlocksToCompletion before a request has any block: its window and the tokens
/// of one step beside it, and one block more where the window slides over a block's end.
template <class N>
N scheduledWindowBlocks(const Settings& q, std::int64_t window, const N& length) {
    const std::int64_t beyond = integerOf(length) - 1 - window;
    const N kept = named<N>(window, "window", "tokens", "sliding_window") +
                   named<N>(std::clamp<std::int64_t>(beyond, 0, q.batchedTokens), "max_num_tokens", "tokens",
                            "maxNumBatchedTokens");
    const N blocks = ceilDivide(minimum(length, kept), blockTokens<N>(q));
    const bool slides = beyond >= 0 && integerOf(ceilDivide(length, blockTokens<N>(q))) > integerOf(blocks);
    return slides ? blocks + named<N>(1, "", "", "") : blocks;
}

template <class N>
N blocksOf(const Settings& q, const Pool& pool, Holding holding, const N& length) {
    if (pool.keep == Pool::Keep::cross) {
        if (holding == Holding::cached) return named<N>(0, "", "blocks", "");
        return ceilDivide(named<N>(pool.window, "encoder tokens", "tokens", "maxEncoderTokens"), blockTokens<N>(q));
    }
    if (holding == Holding::cached) {
        // The last token's K and V are not in the cache when a request ends, but a window may have given a
        // block back for it.
        if (!q.reuse || integerOf(length) < 2) return named<N>(0, "", "blocks", "prefixCaching");
        const N before = blocksOf(q, pool, Holding::live, length - named<N>(1, "", "", ""));
        return pool.keep == Pool::Keep::full ? before : minimum(before, blocksOf(q, pool, Holding::live, length));
    }
    if (pool.keep == Pool::Keep::full) return wholeBlocks(q, length);
    return holding == Holding::live ? windowBlocks(q, pool.window, length)
                                    : scheduledWindowBlocks(q, pool.window, length);
}

/// Copies of a state that a sequence has: one for each whole interval, the running one and the prompt's last.
template <class N>
N stateCopies(const Settings& q, const N& length) {
    if (q.snapshotInterval == 0) return named<N>(1, "states", "states", "");
    return floorDivide(length, named<N>(q.snapshotInterval, "interval", "tokens", "stateCheckpointInterval")) +
           named<N>(2, "states", "states", "");
}

/// Tokens of a window that is kept in whole blocks for each slot.
template <class N>
N slotTokens(const Settings& q, std::int64_t window, const char* source) {
    return roundUp(named<N>(window, "window", "tokens", source), blockTokens<N>(q));
}

/// Keys and scores in fp32 of the tokens that are not compressed yet; where entries overlap (ratio 4) of two
/// entries, each of twice the width (DeepseekV4CacheManager, _estimate_swa_cache_size).
template <class N>
N compressorBytes(const Settings& q, const CachePart& part) {
    const std::int64_t overlap = part.ratio == 4 ? 2 : 1;
    return slotTokens<N>(q, overlap * part.ratio, "ratio") *
           named<N>(2 * overlap * (part.keyWidth + part.ropeWidth), "keys and scores", "", "keyWidth") *
           named<N>(4, "fp32", "B", "");
}

/// What a part costs one sequence whatever its blocks.
template <class N>
N slotBytes(const Settings& q, const CachePart& part, const N& length) {
    const N layers = named<N>(part.layerCount(), "layers", "layers", "");
    const Ask<N> a{part, q.types, 0, 0, q.ranks};
    if (part.kind == Kind::window_latent) return layers * slotTokens<N>(q, part.window, "window") * rowOf(a);
    if (part.role != Role::recurrent && part.role != Role::conv) return layers * compressorBytes<N>(q, part);
    return layers * stateCopies(q, length) * rowOf(a);
}

/// Bytes of one sequence on one rank.
template <class N>
N sequenceBytes(const Settings& q, const std::vector<Pool>& pools, const std::vector<CachePart>& slots, Holding holding,
                const N& length) {
    std::optional<N> sum;
    const auto add = [&](const N& bytes) { sum = sum ? *sum + bytes : bytes; };
    for (const Pool& pool : pools) add(blocksOf(q, pool, holding, length) * blockBytes<N>(q, pool));
    for (const CachePart& p : slots) {
        // Snapshots of a state outlive a request; windows and unfinished entries of a slot do not.
        const bool state = p.role == Role::recurrent || p.role == Role::conv;
        if (holding != Holding::cached || (state && q.snapshotInterval > 0)) add(slotBytes(q, p, length));
    }
    return sum ? *sum : named<N>(0, "", "B", "");
}

/// What the data of these parts takes on one rank: entries of the tokens that each layer attends to, one state.
template <class N>
N contentBytes(const Settings& q, const std::vector<CachePart>& parts, const N& length) {
    std::optional<N> sum;
    for (const CachePart& p : parts) {
        const bool dealt = p.ratio == 1 && (p.kind == Kind::full || p.kind == Kind::latent || p.kind == Kind::indexer);
        const Ask<N> a{p, q.types, integerOf(length), 0, q.ranks, dealt ? q.contextRanks : 1};
        const bool encoder = p.role == Role::cross && q.encoderTokens > 0;
        const N entries =
            encoder ? named<N>(q.encoderTokens, "encoder tokens", "tokens", "maxEncoderTokens") : slotsOf(a).count;
        const N own = named<N>(p.layerCount(), "layers", "layers", "") * entries * entryBytes<N>(q, p);
        sum = sum ? *sum + own : own;
    }
    return sum ? *sum : named<N>(0, "", "B", "");
}

}  // namespace kvfit::tensorrtllm
