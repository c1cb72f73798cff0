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

void addSideConvolution(Model& model) {
    const Fields& f = model.text;
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
