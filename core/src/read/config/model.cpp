#include "read/config/model.hpp"

#include <algorithm>

namespace kvfit::config {

namespace {

bool sameShape(const CachePart& a, const CachePart& b) {
    return a.kind == b.kind && a.role == b.role && a.draft == b.draft && a.heads == b.heads &&
           a.keyWidth == b.keyWidth && a.valueWidth == b.valueWidth && a.ropeWidth == b.ropeWidth &&
           a.window == b.window && a.ratio == b.ratio && a.channels == b.channels && a.kernel == b.kernel &&
           a.groups == b.groups && a.stateWidth == b.stateWidth && a.variant == b.variant && a.dtype == b.dtype;
}

}  // namespace

void Model::keep(CachePart shape, const std::vector<std::int64_t>& layers) {
    if (layers.empty()) return;
    shape.sources.emplace("layers", arrangement.source);
    const auto same =
        std::find_if(out.parts.begin(), out.parts.end(), [&](const CachePart& part) { return sameShape(part, shape); });
    if (same == out.parts.end()) {
        shape.layers = layers;
        out.parts.push_back(std::move(shape));
        return;
    }
    same->layers.insert(same->layers.end(), layers.begin(), layers.end());
    std::sort(same->layers.begin(), same->layers.end());
}

}  // namespace kvfit::config
