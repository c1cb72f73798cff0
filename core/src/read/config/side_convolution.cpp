#include <algorithm>

#include "read/config/attention.hpp"
#include "read/config/keys.hpp"

namespace kvfit::config {

namespace {

using Parts = std::vector<CachePart>;

Number keyAndValue(const KvHeads& h) { return product(h.kv, sum(h.key, h.value)); }

/// Inkling: short convolutions over K, V and the outputs of attention and feed-forward
/// (vLLM vllm/models/inkling/nvidia/sconv_swa_attn.py).
void addAroundBlocks(const Fields& f, const KvHeads& h, Parts& parts) {
    const Flag used = f.flag(keys::useSideConv);
    if (used && !used.value) return;
    const Number kernel =
        used ? f.need(keys::sideConv, "the convolution keeps kernel - 1 columns") : f.number(keys::sideConv);
    if (!kernel) return;
    const Number hidden = f.need(keys::hiddenSize, "the convolution runs over the hidden state too");
    parts.push_back(convPart("short_conv", sum(keyAndValue(h), times(2, hidden)), kernel));
}

/// Baichuan-M1: a convolution over K and V.
void addOverKeysAndValues(const Fields& f, const KvHeads& h, Parts& parts) {
    const Number kernel = f.number(keys::keyValueConv);
    if (kernel && kernel.value > 1) parts.push_back(convPart("kv_conv", keyAndValue(h), kernel));
}

/// Compressed convolutional attention of ZAYA, arXiv 2510.04476: two convolutions in a row over Q and K,
/// and the last token's half of V (transformers modeling_zaya.py).
void addConvolutionalAttention(const Fields& f, const KvHeads& h, Parts& parts) {
    const Number first = f.number(keys::ccaFirst);
    if (!first) return;
    const Number second = f.need(keys::ccaSecond, "both convolutions of the projection keep columns");
    const Number kernel{first.value + second.value - 1, first.source};
    parts.push_back(convPart("cca", product(sum(h.query, h.kv), h.key), kernel));
    parts.push_back(statePart("cca", h.kv, {h.value.value / 2, h.value.source}, {1, h.value.source}));
}

}  // namespace

Parts sideParts(const Fields& f, const KvHeads& heads) {
    Parts parts;
    addAroundBlocks(f, heads, parts);
    addOverKeysAndValues(f, heads, parts);
    addConvolutionalAttention(f, heads, parts);
    return parts;
}

namespace {

/// Qwen3.8-Flash-Next: layers listed from 1 embed n-grams, and a dilated convolution runs over all streams of
/// what they add (vLLM vllm/models/qwen4_exp/config.py, short_conv_state_shape).
void addOverEmbeddings(Model& model) {
    const Fields& f = model.text;
    const Node list = f.find(keys::embeddedLayers);
    if (!list || !list.value->is_array() || list.value->empty()) return;
    const char* why = "layers that embed n-grams keep a convolution";
    const Number channels = product(f.need(keys::hiddenSize, why), f.need(keys::streams, why));
    const Number kernel = f.need(keys::embeddedKernel, why), size = f.need(keys::ngramSize, why);
    LayerIndices layers;
    for (std::size_t i = 0; i < list.value->size(); ++i)
        if (const Number at = f.integer((*list.value)[i], child(list.source, i), {1, model.count()}))
            layers.push_back(at.value - 1);
    std::sort(layers.begin(), layers.end());
    if (layers.empty() || !channels || !kernel || !size) return;
    model.keep(convPart("ple", channels, {(kernel.value - 1) * size.value + 1, kernel.source}), layers);
}

}  // namespace

void addSideConvolution(Model& model) {
    const Fields& f = model.text;
    addOverEmbeddings(model);
    if (!f.has(keys::useSideConv) && !f.has(keys::sideConv) && !f.has(keys::keyValueConv) && !f.has(keys::ccaFirst))
        return;
    for (const Layer::Attention kind : {Layer::Attention::full, Layer::Attention::window}) {
        const LayerIndices layers = model.layersWith(kind);
        if (layers.empty()) continue;
        for (CachePart& part : sideParts(f, kind == Layer::Attention::full ? globalHeads(f) : localHeads(f)))
            model.keep(std::move(part), layers);
    }
}

}  // namespace kvfit::config
