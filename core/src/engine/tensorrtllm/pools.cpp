#include "engine/tensorrtllm/pools.hpp"

#include <algorithm>
#include <map>

#include "base/exact.hpp"
#include "cache/stage.hpp"

namespace kvfit::tensorrtllm {

namespace {

bool isSlotPart(const CachePart& p) {
    return p.role == Role::recurrent || p.role == Role::conv || p.kind == Kind::window_latent;
}

bool isCompressed(const CachePart& p) { return p.kind == Kind::compressed || (p.kind == Kind::indexer && p.ratio > 1); }

/// Window that a part's layers are started with, 0: all of `max_seq_len`. Windows that reach it, and chunks
/// of local attention, are full length.
std::int64_t windowOf(const Settings& q, const CachePart& p) {
    return p.kind == Kind::window && q.windows && p.window < q.maxModelLen ? p.window : 0;
}

struct Key {
    bool cross;
    std::int64_t order;  ///< full attention before falling windows
    bool operator<(const Key& o) const { return cross != o.cross ? o.cross : order < o.order; }
};

Key keyOf(const Settings& q, const CachePart& p) {
    const std::int64_t window = windowOf(q, p);
    return {p.role == Role::cross, window == 0 ? INT64_MIN : -window};
}

Pool poolOf(const Settings& q, std::vector<CachePart> parts) {
    Pool pool;
    const CachePart& first = parts.front();
    pool.window = windowOf(q, first);
    if (pool.window > 0) pool.keep = Pool::Keep::window;
    if (first.role == Role::cross) {
        pool.keep = Pool::Keep::cross;
        for (const CachePart& p : parts) pool.window = std::max(pool.window, p.window);
        if (q.encoderTokens > 0) pool.window = q.encoderTokens;
    }
    pool.parts = std::move(parts);
    const Exact bytes = blockBytes<Exact>(q, pool);
    pool.blockBytes = bytes.lost ? Exact::limit : bytes.value;
    return pool;
}

}  // namespace

std::vector<std::vector<CachePart>> stageParts(const Settings& q) {
    if (q.stages == 1) return {q.parts};
    std::vector<std::vector<CachePart>> out;
    const std::vector<Stage> stages = stagesOf(q.modelLayers, q.stages);
    for (const Stage& stage : stages) out.push_back(partsOf(q.parts, stage, &stage == &stages.back()));
    return out;
}

// Every rank gets as many blocks as the one with the fewest (allreduce MIN in calculateMaxNumBlocks), so
// that the stage with most bytes of a block decides for each window.
std::vector<Pool> poolsOf(const Settings& q) {
    std::map<Key, Pool> fullest;
    for (const std::vector<CachePart>& stage : stageParts(q)) {
        std::map<Key, std::vector<CachePart>> groups;
        for (const CachePart& p : stage)
            if (!isSlotPart(p)) groups[keyOf(q, p)].push_back(p);
        for (auto& entry : groups) {
            Pool pool = poolOf(q, std::move(entry.second));
            Pool& known = fullest[entry.first];
            if (known.parts.empty() || known.blockBytes < pool.blockBytes) known = std::move(pool);
        }
    }
    std::vector<Pool> out;
    for (auto& entry : fullest) out.push_back(std::move(entry.second));
    return out;
}

std::vector<CachePart> slotParts(const Settings& q) {
    std::vector<CachePart> most;
    Exact bytes(-1);
    for (const std::vector<CachePart>& stage : stageParts(q)) {
        std::vector<CachePart> own;
        Exact sum(0);
        for (const CachePart& p : stage) {
            if (!isSlotPart(p) && !isCompressed(p)) continue;
            own.push_back(p);
            sum = sum + Exact(p.layerCount()) * rowOf(Ask<Exact>{p, q.types, 0, 0, q.ranks});
        }
        if (sum.lost || sum.value <= bytes.value) continue;
        bytes = sum;
        most = std::move(own);
    }
    return most;
}

}  // namespace kvfit::tensorrtllm
