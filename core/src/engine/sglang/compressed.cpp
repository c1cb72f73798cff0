#include <algorithm>

#include "cache/payload.hpp"
#include "engine/sglang/buffers.hpp"

namespace kvfit::sglang {

namespace {

// python/sglang/srt/mem_cache/deepseek_v4_memory_pool.py @d315eb7250: pages of records are rounded up.
constexpr std::int64_t recordAlignment = 576;
constexpr std::int64_t ringAlignment = 128;  ///< rows of a pool of rings
constexpr std::int64_t stateBytes = 4;       ///< SGLANG_DSV4_COMPRESS_STATE_DTYPE: fp32

std::int64_t roundedUp(std::int64_t n, std::int64_t unit) { return (n + unit - 1) / unit * unit; }

/// Ratio 4 builds overlapping entries, whose inputs follow the window's pages; wider entries are built from inputs of
/// their own, kept for each request.
bool overlaps(const CachePart& p) { return p.ratio == 4; }

/// Inputs kept: those of the entry and as many again, twice that where drafts may be undone
/// (get_compress_state_ring_size).
std::int64_t ringOf(const Settings& q, const CachePart& p) {
    const std::int64_t inputs = overlaps(p) ? 2 * p.ratio : p.ratio;
    return q.speculative ? 2 * inputs : inputs;
}

/// One input: a vector and its score, both twice where entries overlap.
std::int64_t inputBytes(const CachePart& p) {
    return (overlaps(p) ? 2 : 1) * 2 * (p.keyWidth + p.ropeWidth) * stateBytes;
}

Buffer::Owner ownerOf(const CachePart& p) { return p.draft ? Buffer::Owner::head : Buffer::Owner::model; }

}  // namespace

std::vector<Buffer> compressedBuffers(const Settings& q) {
    std::vector<Buffer> out;
    for (const CachePart& p : q.parts) {
        if (p.role != Role::latent && p.role != Role::indexer) continue;
        const std::int64_t entry = rowOf(Ask<Exact>{p, q.types}).value;
        const bool window = p.kind == Kind::window_latent;
        const bool record = p.role == Role::latent;
        Buffer b;
        b.pool = window ? Buffer::Pool::window : Buffer::Pool::full;
        b.owner = ownerOf(p);
        b.part = &p;
        b.layers = p.layerCount();
        b.cell = static_cast<double>(entry) / static_cast<double>(p.ratio);
        // A window pool has pages of one window each.
        const std::int64_t own = window ? std::min(p.window, q.pageSize) : q.pageSize / p.ratio;
        const std::int64_t pages = window ? (q.pageSize + own - 1) / own : 1;
        b.pageBytes = b.keyPageBytes = pages * (record ? roundedUp(own * entry, recordAlignment) : own * entry);
        out.push_back(b);
        if (p.ratio == 1 || !overlaps(p)) continue;

        Buffer ring = b;
        ring.pool = Buffer::Pool::window;
        ring.ring = true;
        const double share = static_cast<double>(ringOf(q, p)) / static_cast<double>(q.window);
        ring.cell = share * static_cast<double>(inputBytes(p));
        ring.pageBytes = (q.pageSize + q.window - 1) / q.window * ringOf(q, p) * inputBytes(p);
        ring.keyPageBytes = 0;
        out.push_back(ring);
    }
    return out;
}

std::int64_t requestRingBytes(const Settings& q) {
    std::int64_t bytes = 0;
    for (const CachePart& p : q.parts)
        if (p.ratio > 1 && !overlaps(p)) bytes += p.layerCount() * ringOf(q, p) * inputBytes(p);
    return bytes;
}

// python/sglang/srt/model_executor/pool_configurator.py _get_c128_state_fixed_bytes @d315eb7250: one request and one
// row more than run.
Exact ringPoolBytes(const Settings& q, std::int64_t running) {
    Exact bytes(0);
    for (const CachePart& p : q.parts) {
        if (p.ratio == 1 || overlaps(p)) continue;
        const std::int64_t ring = ringOf(q, p);
        const std::int64_t rows = roundedUp((running + 1) * ring + ring + 1, ringAlignment);
        bytes = bytes + Exact(p.layerCount()) * Exact(rows) * Exact(inputBytes(p));
    }
    return bytes;
}

}  // namespace kvfit::sglang
