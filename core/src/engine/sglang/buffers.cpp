#include "engine/sglang/buffers.hpp"

#include "cache/payload.hpp"

namespace kvfit::sglang {

namespace {

bool isState(const CachePart& p) { return p.role == Role::recurrent || p.role == Role::conv; }
bool isLocal(const CachePart& p) {
    return p.kind == Kind::window || p.kind == Kind::chunked || p.kind == Kind::window_latent;
}

/// Heads are divided over the ranks that do not divide tokens (pool_configurator.py @d315eb7250).
std::int64_t entryBytes(const Settings& q, const CachePart& p, const Types& types) {
    return rowOf(Ask<Exact>{p, types, 0, 0, isLocal(p) ? q.ranks : q.ranks / q.tokenRanks}).value;
}

/// The types that the budget counts: beside a window pool it takes a 4-bit element for a whole byte without scale.
Types countedTypes(const Settings& q) {
    Types t = q.types;
    if (q.layout == Layout::windowed && t.key.dtype->name == "nvfp4")
        t.key.dtype = t.value.dtype = t.latent.dtype = findDtype("fp8");
    return t;
}

}  // namespace

// python/sglang/srt/mem_cache/memory_pool.py MHATokenToKVPool, MLATokenToKVPool, DSATokenToKVPool,
// swa_memory_pool.py SWAKVPool @d315eb7250: one buffer for K and one for V of each layer, or one for a latent.
// Layers of a draft have the positions of the full pool.
std::vector<Buffer> buffersOf(const Settings& q) {
    if (q.layout == Layout::compressed) return compressedBuffers(q);
    const Types counted = countedTypes(q);
    std::vector<Buffer> out;
    const auto add = [&](const CachePart& p, Buffer::Owner owner) {
        if (isState(p) || p.layers.empty()) return;
        Buffer b;
        b.owner = owner;
        b.pool = isLocal(p) && owner == Buffer::Owner::model ? Buffer::Pool::window : Buffer::Pool::full;
        b.part = &p;
        b.layers = p.layerCount();
        CachePart keys = p;
        if (p.role == Role::kv || p.role == Role::cross) keys.valueWidth = 0;
        // Pooled index keys have a row for so many tokens (QSATokenToKVPool, qsa_compressed_k_buffer_pool).
        b.pageBytes = q.pageSize * entryBytes(q, p, q.types) / p.ratio;
        b.keyPageBytes = q.pageSize * entryBytes(q, keys, q.types) / p.ratio;
        b.cell = static_cast<double>(entryBytes(q, p, counted)) / static_cast<double>(p.ratio);
        out.push_back(b);
    };
    for (const CachePart& p : q.parts) add(p, p.draft ? Buffer::Owner::head : Buffer::Owner::model);
    for (const CachePart& p : q.draftModel) add(p, Buffer::Owner::draftModel);
    return out;
}

}  // namespace kvfit::sglang
