#include "read/config/attention.hpp"
#include "read/config/keys.hpp"

namespace kvfit::config {

namespace {

/// Calls `add` with the layers of each attention and its heads.
template <class Add>
void forEachGeometry(Model& model, Add add) {
    for (const Layer::Attention kind : {Layer::Attention::full, Layer::Attention::window}) {
        const LayerIndices layers = model.layersWith(kind);
        if (!layers.empty())
            add(layers, kind == Layer::Attention::full ? globalHeads(model.text) : localHeads(model.text));
    }
}

Number keyAndValue(const KvHeads& h) { return product(h.kv, sum(h.key, h.value)); }

/// Inkling: short convolutions over K, V and the outputs of attention and feed-forward
/// (vLLM vllm/models/inkling/nvidia/sconv_swa_attn.py).
void addAroundBlocks(Model& model) {
    const Fields& f = model.text;
    const Flag used = f.flag(keys::useSideConv);
    const Number kernel = f.number(keys::sideConv);
    if (used && !used.value) return;
    if (!kernel) {
        if (used) f.need(keys::sideConv, "the convolution keeps kernel - 1 columns");
        return;
    }
    const Number hidden = f.need(keys::hiddenSize, "the convolution runs over the hidden state too");
    forEachGeometry(model, [&](const LayerIndices& layers, const KvHeads& h) {
        model.keep(convPart("short_conv", sum(keyAndValue(h), times(2, hidden)), kernel), layers);
    });
}

/// Baichuan-M1: a convolution over K and V.
void addOverKeysAndValues(Model& model) {
    const Number kernel = model.text.number(keys::keyValueConv);
    if (!kernel || kernel.value < 2) return;
    forEachGeometry(model, [&](const LayerIndices& layers, const KvHeads& h) {
        model.keep(convPart("kv_conv", keyAndValue(h), kernel), layers);
    });
}

/// Compressed convolutional attention of ZAYA, arXiv 2510.04476: two convolutions in a row over Q and K,
/// and the last token's half of V (transformers modeling_zaya.py).
void addConvolutionalAttention(Model& model) {
    const Fields& f = model.text;
    const Number first = f.number(keys::ccaFirst);
    if (!first) return;
    const Number second = f.need(keys::ccaSecond, "both convolutions of the projection keep columns");
    forEachGeometry(model, [&](const LayerIndices& layers, const KvHeads& h) {
        const Number channels = product(sum(h.query, h.kv), h.key);
        model.keep(convPart("cca", channels, {first.value + second.value - 1, first.source}), layers);
        model.keep(statePart("cca", h.kv, {h.value.value / 2, h.value.source}, {1, h.value.source}), layers);
    });
}

}  // namespace

void addSideConvolution(Model& model) {
    addAroundBlocks(model);
    addOverKeysAndValues(model);
    addConvolutionalAttention(model);
}

}  // namespace kvfit::config
