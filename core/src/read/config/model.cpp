#include "read/config/model.hpp"

#include <algorithm>

#include "arch/shape.hpp"

namespace kvfit::config {

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
