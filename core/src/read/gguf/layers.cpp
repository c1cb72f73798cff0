#include "read/gguf/layers.hpp"

namespace kvfit::gguf {

namespace {

bool hasState(const Fields& f) {
    return f.has("ssm.conv_kernel") || f.has("kda.head_dim") || f.has("wkv.head_size") || f.has("shortconv.l_cache");
}

/// KV heads of a layer; a model that lists none has as many as query heads.
Number keyValueHeads(Fields& f, std::int64_t layer) {
    return f.at(f.has("attention.head_count_kv") ? "attention.head_count_kv" : "attention.head_count", layer);
}

/// Which layers keep a state: named one by one, every one but each n-th, those without KV heads (and
/// without a feed-forward of their own where that is listed too), or all beside their attention.
bool keepsState(Fields& f, std::int64_t layer) {
    if (f.has("attention.recurrent_layers")) return f.at("attention.recurrent_layers", layer).value != 0;
    if (const Number interval = f.number("full_attention_interval")) return (layer + 1) % interval.value != 0;
    if (!f.isList("attention.head_count_kv")) return true;
    if (f.at("attention.head_count_kv", layer).value != 0) return false;
    return !f.isList("feed_forward_length") || f.at("feed_forward_length", layer).value == 0;
}

/// A layer of the window pattern: a list marks each one; a number n leaves the last of every n, or
/// the first, at full length (llama.cpp src/llama-hparams.cpp set_swa_pattern @82bb48500). Without a
/// pattern every layer has the window, but not where a rule says what a pattern would mean.
bool isLocal(Fields& f, std::int64_t layer) {
    constexpr const char* pattern = "attention.sliding_window_pattern";
    if (f.isList(pattern)) return f.at(pattern, layer).value != 0;
    const bool first = f.number("attention.full_layer_first").value != 0;
    const Number every = first ? f.need(pattern, "it says which layers have a window") : f.number(pattern);
    if (!every) return true;
    return layer % every.value != (first ? 0 : every.value - 1);
}

/// Layers before which each owns its cache; the rest reuse one.
std::int64_t ownCaches(Fields& f, std::int64_t layers) {
    if (const Number shared = f.number("attention.shared_kv_layers", 0))
        return std::max<std::int64_t>(0, layers - shared.value);
    if (const Number own = f.number("attention.kv_layers")) return own.value;
    return layers;
}

}  // namespace

std::vector<Layer> layersOf(Fields& f) {
    const Number all = f.need("block_count", "it is the number of layers");
    const std::int64_t draft = f.number("nextn_predict_layers", 0).value;
    const std::int64_t count = f.has("decoder_block_count") ? f.number("decoder_block_count").value : all.value - draft;
    if (f.errors.empty() && (count < 1 || count > mostLayers))
        f.refuse("out_of_range", "block_count", "the file describes " + std::to_string(count) + " layers");
    if (!f.errors.empty()) return {};

    const bool states = hasState(f);
    const bool interval = f.has("attention.recurrent_layers") || f.has("full_attention_interval");
    // A window of 0 turns chunks off too (llama.cpp src/models/llama4.cpp @82bb48500).
    const std::int64_t length = f.number("attention.sliding_window", 0).value;
    const bool chunked = f.has("attention.chunk_size") && (length > 0 || !f.has("attention.sliding_window"));
    const bool window = chunked || length > 0;
    const std::int64_t own = ownCaches(f, count);
    std::vector<Layer> out(static_cast<std::size_t>(count));
    for (std::int64_t i = 0; i < count && f.errors.empty(); ++i) {
        Layer& layer = out[static_cast<std::size_t>(i)];
        layer.state = states && keepsState(f, i);
        const bool attends = i < own && keyValueHeads(f, i).value > 0 && !(interval && layer.state);
        if (!attends) continue;
        layer.attention = !window || !isLocal(f, i) ? Layer::Attention::full
                          : chunked                 ? Layer::Attention::chunked
                                                    : Layer::Attention::window;
    }
    return out;
}

}  // namespace kvfit::gguf
