#include "read/config/keys.hpp"
#include "read/config/model.hpp"

namespace kvfit::config {

/// kv_lora_rank is the mark of multi-head latent attention (DeepSeek-V2, arXiv 2405.04434);
/// num_key_value_heads and head_dim beside it say nothing about its cache.
bool isLatent(const Fields& text) { return text.has(keys::latentRank) && !text.has(keys::compressRatios); }

void addLatent(Model& model) {
    const Fields& f = model.text;
    if (!isLatent(f)) return;
    const auto layers =
        model.layersWhere([](const Layer& l, std::int64_t) { return l.attention == Layer::Attention::full; });
    CachePart part;
    part.kind = Kind::latent;
    part.role = Role::latent;
    put(part, &CachePart::keyWidth, "keyWidth", f.number(keys::latentRank));
    put(part, &CachePart::ropeWidth, "ropeWidth",
        f.need(keys::ropeHeadDim, "the rotary part is kept beside the latent", orZero));
    model.keep(std::move(part), layers);
}

namespace {

CachePart indexPart(const Number& width, const Number& ratio) {
    CachePart part;
    part.kind = Kind::indexer;
    part.role = Role::indexer;
    put(part, &CachePart::keyWidth, "keyWidth", width);
    if (ratio) put(part, &CachePart::ratio, "ratio", ratio);
    return part;
}

/// GLM-5.2: layers that share the indexer of an earlier one have no index keys.
bool sharesIndexer(const Fields& f, const Node& types, std::int64_t layer) {
    if (!types) return false;
    const auto i = static_cast<std::size_t>(layer);
    if (!types.value->is_array() || i >= types.value->size()) {
        f.refuse("contradiction", types.source, keyOf(types.source), keyOf(types.source) + " does not name every layer",
                 "give one entry for each layer");
        return false;
    }
    const std::string_view type = textIn((*types.value)[i]);
    if (type != "full" && type != "shared")
        f.refuse(
            "unknown_attention", child(types.source, i), keyOf(child(types.source, i)),
            keyOf(child(types.source, i)) + " is " + shown((*types.value)[i]) + ", but an indexer is full or shared");
    return type == "shared";
}

}  // namespace

void addIndexer(Model& model) {
    const Fields& f = model.text;
    const Number width = isCompressed(f) ? Number{} : f.number(keys::indexDim);
    if (width) {
        const Node types = f.find(keys::indexerTypes);
        model.keep(indexPart(width, {}), model.layersWhere([&](const Layer& l, std::int64_t i) {
            return l.attention == Layer::Attention::full && !sharesIndexer(f, types, i);
        }));
    }
    const Fields sparse = f.object(keys::sparseConfig);
    if (!sparse) return;
    const Number key = sparse.need(keys::sparseDim, "the width of an index key decides its size");
    const Node used = sparse.find(keys::sparseLayers);
    CachePart part = indexPart(key, {});
    part.variant = "msa";
    model.keep(std::move(part), model.layersWhere([&](const Layer& l, std::int64_t i) {
        if (l.attention != Layer::Attention::full) return false;
        if (!used) return true;
        const auto at = static_cast<std::size_t>(i);
        return used.value->is_array() && at < used.value->size() && wholeIn((*used.value)[at]) != 0;
    }));
}

/// One ratio for each layer is the mark of DeepSeek-V4's compressed attention: 0 keeps the window
/// alone, n adds one entry for every n tokens, and the smallest ratio carries an indexer.
bool isCompressed(const Fields& text) { return text.has(keys::compressRatios); }

void addCompressed(Model& model) {
    const Fields& f = model.text;
    if (!isCompressed(f)) return;
    const Node ratios = f.find(keys::compressRatios);
    const Number head = f.need(keys::headDim, "one vector of this width is kept for an entry");
    const Number rope = f.need(keys::ropeHeadDim, "the rotary part of an entry is kept in its own width");
    const Number window = f.need(keys::window, "every layer keeps the last tokens uncompressed");
    const Number index = f.need(keys::indexDim, "layers of ratio 4 keep index keys");
    if (!ratios.value->is_array() || ratios.value->size() < static_cast<std::size_t>(model.count())) {
        f.refuse("contradiction", ratios.source, keyOf(ratios.source),
                 keyOf(ratios.source) + " does not name every layer", "give one ratio for each layer");
        return;
    }
    if (head && rope && head.value <= rope.value) {
        f.refuse("contradiction", rope.source, keyOf(rope.source),
                 "qk_rope_head_dim is not smaller than head_dim, of which it is a part");
        return;
    }
    const auto entry = [&](Kind kind) {
        CachePart part;
        part.kind = kind;
        part.role = Role::latent;
        put(part, &CachePart::keyWidth, "keyWidth", {head.value - rope.value, head.source});
        put(part, &CachePart::ropeWidth, "ropeWidth", rope);
        return part;
    };
    for (std::size_t i = 0; i < ratios.value->size(); ++i) {
        const std::string at = child(ratios.source, i);
        const auto layer = static_cast<std::int64_t>(i);
        const bool draft = layer >= model.count();
        const Number ratio = f.integer((*ratios.value)[i], at, orZero);
        CachePart tail = entry(Kind::window_latent);
        tail.draft = draft;
        put(tail, &CachePart::window, "window", window);
        model.keep(std::move(tail), {layer});
        if (!ratio || ratio.value == 0) continue;
        CachePart compressed = entry(Kind::compressed);
        compressed.draft = draft;
        put(compressed, &CachePart::ratio, "ratio", ratio);
        model.keep(std::move(compressed), {layer});
        if (ratio.value != 4) continue;
        CachePart keyPart = indexPart(index, ratio);
        keyPart.draft = draft;
        model.keep(std::move(keyPart), {layer});
    }
}

}  // namespace kvfit::config
