#include "engine/sglang/cell.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace kvfit::sglang {

namespace {

/// Cells of one owner in one pool, index keys apart.
struct Cells {
    double data = 0;
    double index = 0;
    double both() const { return data + index; }
};

Cells sumOf(const Settings& q, const std::vector<Buffer>& buffers, Buffer::Owner owner, Buffer::Pool pool) {
    Cells sum;
    for (const Buffer& b : buffers) {
        if (b.owner != owner || b.pool != pool || (b.isIndex() && !q.countIndexer)) continue;
        (b.isIndex() ? sum.index : sum.data) += static_cast<double>(b.layers) * b.cell;
    }
    return sum;
}

std::int64_t layersOf(const std::vector<Buffer>& buffers, Buffer::Owner owner, Buffer::Pool pool) {
    std::set<std::int64_t> layers;
    for (const Buffer& b : buffers)
        if (b.owner == owner && b.pool == pool) layers.insert(b.part->layers.begin(), b.part->layers.end());
    return static_cast<std::int64_t>(layers.size());
}

/// A prefill with a 4-bit cache decodes one layer at a time into an fp8 workspace of all tokens.
double workspaceCell(const Settings& q) {
    if (q.layout != Layout::plain || q.types.key.dtype->name != "nvfp4") return 0;
    for (const CachePart& p : q.parts)
        if (p.kind == Kind::full && !p.draft)
            return static_cast<double>(std::max<std::int64_t>(1, p.heads / (q.ranks / q.tokenRanks)) * p.keyWidth * 2);
    return 0;
}

/// A speculative head is counted by layers, as if each cost what a layer of the model does; with latents and index
/// keys its layers have their own keys, however the model shares them.
double withHead(const std::vector<Buffer>& buffers, const Cells& model, const Cells& head) {
    const std::int64_t layers = layersOf(buffers, Buffer::Owner::model, Buffer::Pool::full);
    const std::int64_t drafted = layersOf(buffers, Buffer::Owner::head, Buffer::Pool::full);
    if (layers == 0 || drafted == 0) return model.both() + head.both();
    const bool latents = std::any_of(buffers.begin(), buffers.end(),
                                     [](const Buffer& b) { return b.part->kind == Kind::latent && !b.part->draft; });
    const double share = static_cast<double>(drafted) / static_cast<double>(layers);
    if (latents && head.index > 0) return model.both() + std::floor(model.data * share) + head.index;
    return std::floor(model.both() * (1 + share));
}

}  // namespace

bool hasFullPool(const std::vector<Buffer>& buffers) {
    return std::any_of(buffers.begin(), buffers.end(),
                       [](const Buffer& b) { return b.pool == Buffer::Pool::full && b.owner == Buffer::Owner::model; });
}

double windowBytes(const Settings& q, const std::vector<Buffer>& buffers) {
    return sumOf(q, buffers, Buffer::Owner::model, Buffer::Pool::window).both();
}

// python/sglang/srt/model_executor/pool_configurator.py DefaultPoolConfigurator, HybridSWAPoolConfigurator,
// DSV4PoolConfigurator @d315eb7250
double cellWith(const Settings& q, const std::vector<Buffer>& buffers, double ratio) {
    using Owner = Buffer::Owner;
    using Pool = Buffer::Pool;
    const Cells full = sumOf(q, buffers, Owner::model, Pool::full);
    const Cells window = sumOf(q, buffers, Owner::model, Pool::window);
    const Cells head = sumOf(q, buffers, Owner::head, Pool::full);
    const double other = sumOf(q, buffers, Owner::draftModel, Pool::full).both();
    if (q.layout == Layout::plain) return withHead(buffers, {full.data + workspaceCell(q), full.index}, head) + other;
    if (q.layout == Layout::windowed) return full.both() + head.both() + ratio * window.both() + other;
    const double cell = full.both() + ratio * window.both();
    const auto layers = static_cast<double>(layersOf(buffers, Owner::model, Pool::window));
    return (q.speculative && layers > 0 ? cell * ((layers + 1) / layers) : cell) + other;
}

double cellBytes(const Settings& q, const std::vector<Buffer>& buffers) {
    return cellWith(q, buffers, hasFullPool(buffers) ? q.windowRatio : 1);
}

}  // namespace kvfit::sglang
