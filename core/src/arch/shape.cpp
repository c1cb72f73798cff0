#include "arch/shape.hpp"

namespace kvfit {

bool sameShape(const CachePart& a, const CachePart& b) {
    return a.kind == b.kind && a.role == b.role && a.draft == b.draft && a.heads == b.heads &&
           a.keyWidth == b.keyWidth && a.valueWidth == b.valueWidth && a.ropeWidth == b.ropeWidth &&
           a.expandedHeads == b.expandedHeads && a.expandedKeyWidth == b.expandedKeyWidth &&
           a.expandedValueWidth == b.expandedValueWidth && a.window == b.window && a.ratio == b.ratio &&
           a.channels == b.channels && a.kernel == b.kernel && a.groups == b.groups && a.stateWidth == b.stateWidth &&
           a.variant == b.variant && a.dtype == b.dtype;
}

std::string attentionKind(const Architecture& a) {
    const auto any = [&](auto wanted) {
        for (const CachePart& part : a.parts)
            if (!part.draft && wanted(part)) return true;
        return false;
    };
    const auto has = [&](Kind kind) { return any([&](const CachePart& p) { return p.kind == kind; }); };
    const bool grows =
        any([](const CachePart& p) { return p.role == Role::kv || p.role == Role::latent || p.role == Role::cross; });
    if (has(Kind::recurrent) || has(Kind::conv)) return grows ? "state_hybrid" : "state";
    if (any([&](const CachePart& p) { return p.kind == Kind::cross && p.layerCount() == a.layers; }))
        return "encoder_decoder";
    if (has(Kind::cross)) return "cross_hybrid";
    if (has(Kind::compressed)) return "compressed";
    if (has(Kind::latent)) return has(Kind::indexer) ? "mla_indexer" : "mla";
    if (has(Kind::indexer)) return "sparse_indexer";
    if (has(Kind::chunked)) return "chunked_hybrid";
    if (has(Kind::window)) return has(Kind::full) ? "window_hybrid" : "window";
    if (any([&](const CachePart& p) { return p.role == Role::kv && p.heads > 1 && p.heads != a.attentionHeads; }))
        return "gqa";
    return any([](const CachePart& p) { return p.role == Role::kv && p.heads > 1; }) ? "mha" : "mqa";
}

}  // namespace kvfit
