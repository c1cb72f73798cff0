#include <algorithm>

#include "read/config/attention.hpp"
#include "read/config/keys.hpp"

namespace kvfit::config {

/// Layers of a speculative head that the file declares: DeepSeek (num_nextn_predict_layers), MiniMax
/// (modules of several layers, switched by use_mtp), Qwen3.5, EXAONE, Inkling (mtp_config).
Number speculativeLayers(const Fields& text, const Fields& file) {
    const Flag used = text.flag(keys::useDraft);
    if (used && !used.value) return {};
    const Fields nested = file.object(keys::draftConfig);
    const Number inner = nested ? nested.number(keys::draftLayers, orZero) : Number{};
    const Number count = inner ? inner : text.number(keys::draftLayers, {0, 1024});
    const Number depth = text.number(keys::draftDepth, {1, 1024});
    return count && depth ? product(count, depth) : count;
}

/// Where the file says which speculative layers have a window (Inkling), they are parts of their own;
/// otherwise they are shaped like the model's layers when they are counted.
void addDraft(Model& model) {
    std::int64_t described = 0;
    for (const CachePart& part : model.out.parts)
        if (part.draft) described = std::max(described, part.layers.back() + 1 - model.count());
    model.out.draftLayers = std::max(described, model.speculative.value);

    const Fields nested = model.file.object(keys::draftConfig);
    const Node local = nested ? nested.find(keys::localIndices) : Node{};
    if (!local || !local.value->is_array() || isLatent(model.text) || model.speculative.value == 0) return;
    std::vector<bool> windowed(static_cast<std::size_t>(model.speculative.value));
    for (std::size_t i = 0; i < local.value->size(); ++i) {
        const Number index =
            nested.integer((*local.value)[i], child(local.source, i), {0, model.speculative.value - 1});
        if (index) windowed[static_cast<std::size_t>(index.value)] = true;
    }
    for (const bool window : {false, true}) {
        LayerIndices layers;
        for (std::size_t i = 0; i < windowed.size(); ++i)
            if (windowed[i] == window) layers.push_back(model.count() + static_cast<std::int64_t>(i));
        if (layers.empty()) continue;
        const KvHeads heads = window ? localHeads(model.text) : globalHeads(model.text);
        std::vector<CachePart> parts = sideParts(model.text, heads);
        parts.insert(parts.begin(), keyValuePart(window ? Kind::window : Kind::full, heads));
        if (window) put(parts.front(), &CachePart::window, "window", model.text.number(keys::window));
        for (CachePart& part : parts) {
            part.draft = true;
            part.sources["layers"] = local.source;
            model.keep(std::move(part), layers);
        }
    }
}

}  // namespace kvfit::config
