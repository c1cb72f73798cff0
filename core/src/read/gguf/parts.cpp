#include "read/gguf/parts.hpp"

#include <algorithm>

#include "arch/shape.hpp"
#include "read/gguf/states.hpp"

namespace kvfit::gguf {

namespace {

bool isLatent(const Fields& f) {
    return f.has("attention.kv_lora_rank") && f.has("attention.key_length_mla") && f.has("attention.value_length_mla");
}

bool isCompressed(const Fields& f) { return f.has("attention.compress_ratios"); }

/// `key_length` or `value_length`, with the window layers' own; else the heads share the residual width.
Number headWidth(Fields& f, const std::string& name, std::int64_t layer, bool local) {
    if (local && f.has(name + "_swa")) return f.at(name + "_swa", layer, 1);
    if (f.has(name)) return f.at(name, layer, 1);
    const Number embedding = f.need("embedding_length", "heads without key_length divide it");
    const Number heads = f.at("attention.head_count", layer, 1);
    if (!heads || embedding.value % heads.value != 0) {
        if (f.errors.empty())
            f.refuse("missing_field", name,
                     f.architecture() + "." + name + " is missing and no heads divide the width");
        return {};
    }
    return {embedding.value / heads.value, embedding.source};
}

void addWindow(Fields& f, CachePart& part, bool chunked) {
    put(part, &CachePart::window, "window",
        f.need(chunked ? "attention.chunk_size" : "attention.sliding_window", "window layers keep this many tokens"));
}

CachePart attention(Fields& f, std::int64_t layer, Layer::Attention kind) {
    const bool local = kind != Layer::Attention::full;
    CachePart part;
    part.role = Role::kv;
    part.kind = !local ? Kind::full : kind == Layer::Attention::chunked ? Kind::chunked : Kind::window;
    put(part, &CachePart::heads, "heads",
        f.at(f.has("attention.head_count_kv") ? "attention.head_count_kv" : "attention.head_count", layer, 1));
    put(part, &CachePart::keyWidth, "keyWidth", headWidth(f, "attention.key_length", layer, local));
    put(part, &CachePart::valueWidth, "valueWidth", headWidth(f, "attention.value_length", layer, local));
    if (local) addWindow(f, part, part.kind == Kind::chunked);
    return part;
}

/// A file with MLA keys stores kv_lora_rank and the rotary rest of key_length as one head; without
/// them the heads are stored whole (llama.cpp src/llama-hparams.cpp is_mla @82bb48500).
CachePart latent(Fields& f, std::int64_t layer, Layer::Attention kind) {
    const bool local = kind != Layer::Attention::full;
    const char* own = "attention.kv_lora_rank_swa";
    const Number rank = local && f.has(own) ? f.number(own) : f.number("attention.kv_lora_rank");
    const Number width = headWidth(f, "attention.key_length", layer, local);
    CachePart part;
    part.role = Role::latent;
    part.kind = local ? Kind::window_latent : Kind::latent;
    put(part, &CachePart::keyWidth, "keyWidth", rank);
    if (width.value < rank.value && f.errors.empty())
        f.refuse("contradiction", "attention.key_length", "the key is narrower than kv_lora_rank");
    put(part, &CachePart::ropeWidth, "ropeWidth", {width.value - rank.value, width.source});
    if (local) addWindow(f, part, false);
    return part;
}

/// One vector a token in the window of every layer, and one for each `ratio` tokens where the layer
/// has a ratio: DeepSeek-V4 (llama.cpp src/models/deepseek4.cpp @82bb48500).
CachePart compressed(Fields& f, std::int64_t layer, std::int64_t ratio) {
    const Number width = headWidth(f, "attention.key_length", layer, false);
    const Number rope = f.need("rope.dimension_count", "it is the rotary part of the stored vector");
    CachePart part;
    part.role = Role::latent;
    part.kind = ratio == 0 ? Kind::window_latent : Kind::compressed;
    if (rope.value >= width.value && f.errors.empty())
        f.refuse("contradiction", "rope.dimension_count", "the rotary part is wider than the key");
    put(part, &CachePart::keyWidth, "keyWidth", {width.value - rope.value, width.source});
    put(part, &CachePart::ropeWidth, "ropeWidth", rope);
    if (ratio == 0)
        addWindow(f, part, false);
    else
        put(part, &CachePart::ratio, "ratio", f.at("attention.compress_ratios", layer));
    return part;
}

CachePart indexer(Fields& f, std::int64_t ratio, const char* variant) {
    CachePart part;
    part.role = Role::indexer;
    part.kind = Kind::indexer;
    part.ratio = ratio;
    part.variant = variant;
    put(part, &CachePart::keyWidth, "keyWidth",
        f.need("attention.indexer.key_length", "it is the width of an index key"));
    return part;
}

/// Whether a layer owns index keys: its type is listed, or the model has no dense layers without them.
bool hasIndexer(Fields& f, std::int64_t layer) {
    if (!f.has("attention.indexer.key_length")) return false;
    if (f.isList("attention.indexer.types")) return f.at("attention.indexer.types", layer).value != 0;
    return f.number("attention.indexer.dense_layers_without").value == 0 ||
           layer >= f.number("leading_dense_block_count", 0).value;
}

void keep(std::vector<CachePart>& parts, CachePart shape, std::int64_t layer) {
    for (CachePart& part : parts) {
        if (!sameShape(part, shape)) continue;
        part.layers.push_back(layer);
        return;
    }
    shape.layers = {layer};
    parts.push_back(std::move(shape));
}

}  // namespace

std::vector<CachePart> partsOf(Fields& f, const std::vector<Layer>& layers) {
    std::vector<CachePart> parts;
    const std::vector<CachePart> states = statesOf(f, layers);
    const bool latents = isLatent(f);
    const bool compresses = isCompressed(f);
    for (std::size_t i = 0; i < layers.size() && f.errors.empty(); ++i) {
        const auto layer = static_cast<std::int64_t>(i);
        const Layer::Attention kind = layers[i].attention;
        if (layers[i].state)
            for (const CachePart& state : states) keep(parts, state, layer);
        if (kind == Layer::Attention::none) continue;
        const std::int64_t ratio = compresses ? f.at("attention.compress_ratios", layer).value : 0;
        if (compresses) {
            keep(parts, compressed(f, layer, 0), layer);
            if (ratio > 0) keep(parts, compressed(f, layer, ratio), layer);
            // Layers of ratio 4 choose among their entries (DeepSeek-V4).
            if (ratio == 4) keep(parts, indexer(f, ratio, ""), layer);
            continue;
        }
        keep(parts, latents ? latent(f, layer, kind) : attention(f, layer, kind), layer);
        if (kind == Layer::Attention::full && hasIndexer(f, layer))
            keep(parts, indexer(f, 1, latents ? "" : "msa"), layer);
    }
    return parts;
}

}  // namespace kvfit::gguf
