#include "cache/stage.hpp"

namespace kvfit {

std::vector<Stage> stagesOf(std::int64_t layers, std::int64_t count) {
    std::vector<std::int64_t> sizes(static_cast<std::size_t>(count), layers / count);
    for (std::int64_t i = 0; i < layers % count; ++i) ++sizes[static_cast<std::size_t>(count - 2 - i)];
    std::vector<Stage> stages;
    std::int64_t first = 0;
    for (const std::int64_t size : sizes) {
        stages.push_back({first, first + size});
        first += size;
    }
    return stages;
}

std::vector<CachePart> partsOf(const std::vector<CachePart>& parts, Stage stage, bool last) {
    std::vector<CachePart> own;
    for (const CachePart& part : parts) {
        CachePart held = part;
        held.layers.clear();
        for (const std::int64_t layer : part.layers)
            if (layer >= stage.first && (layer < stage.last || last)) held.layers.push_back(layer);
        if (!held.layers.empty()) own.push_back(std::move(held));
    }
    return own;
}

}  // namespace kvfit
