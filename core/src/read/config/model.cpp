#include "read/config/model.hpp"

#include <algorithm>

#include "arch/shape.hpp"
#include "read/config/keys.hpp"

namespace kvfit::config {

LayerIndices Model::layersWith(Layer::Attention attention) const {
    return layersWhere([&](const Layer& l, std::int64_t) { return l.attention == attention; });
}

LayerIndices Model::layersWith(Layer::State state) const {
    return layersWhere([&](const Layer& l, std::int64_t) { return l.state == state; });
}

void Model::keep(CachePart shape, const LayerIndices& layers) {
    if (layers.empty()) return;
    shape.sources.emplace("layers", arrangement.source);
    const auto same =
        std::find_if(out.parts.begin(), out.parts.end(), [&](const CachePart& part) { return sameShape(part, shape); });
    if (same == out.parts.end()) {
        shape.layers = layers;
        out.parts.push_back(std::move(shape));
        return;
    }
    const auto middle = static_cast<std::ptrdiff_t>(same->layers.size());
    same->layers.insert(same->layers.end(), layers.begin(), layers.end());
    std::inplace_merge(same->layers.begin(), same->layers.begin() + middle, same->layers.end());
}

bool Model::layersDiffer() const {
    if (text.has(keys::perLayer) || text.has(keys::blocks)) return true;
    for (const Names names : {Names(keys::heads), Names(keys::kvHeads), Names(keys::kvHeadsByLayer),
                              Names(keys::headDim), Names(keys::valueHeadDim), Names(keys::window)}) {
        const Node node = text.find(names);
        if (node && node.value->is_array()) return true;
    }
    return false;
}

/// What the file says for one layer: transformers' per_layer_config, or a NAS block's attention.
Fields Model::atLayer(std::int64_t layer, std::string_view block) const {
    const std::string index = std::to_string(layer);
    const keys::Key key[] = {index};
    if (const Fields overrides = text.object(keys::perLayer)) {
        const Node own = overrides.find(key);
        return text.atLayer(layer, own && own.value->is_object() ? own : Node{});
    }
    const Node blocks = text.find(keys::blocks);
    const auto i = static_cast<std::size_t>(layer);
    if (blocks && blocks.value->is_array() && i < blocks.value->size()) {
        const keys::Key part[] = {block};
        const Fields all(&(*blocks.value)[i], child(blocks.source, i), text.report());
        const Node own = all.find(part);
        return text.atLayer(layer, own ? own : Node{&all.json(), all.at()});
    }
    return text.atLayer(layer, {});
}

}  // namespace kvfit::config
