#include "read/config/attention.hpp"
#include "read/config/keys.hpp"
#include "read/config/mamba.hpp"

namespace kvfit::config {

namespace {

constexpr const char* kernelWhy = "the convolution keeps kernel - 1 columns";

/// Kimi Delta Attention, arXiv 2510.26692: heads x head_dim^2, and a convolution over q, k and v.
/// Kimi describes it in an object of its own, Ling 3 among the common keys.
void addKda(Model& model, const LayerIndices& layers) {
    const Fields nested = model.text.object(keys::linearConfig);
    const Fields& f = nested ? nested : model.text;
    const Number heads =
        f.need(nested ? Names(keys::kdaHeads) : Names(keys::heads), "it is the number of linear states");
    const Number width = f.need(keys::kdaHeadDim, "a state is head_dim x head_dim");
    model.keep(statePart("kda", heads, width, width), layers);
    model.keep(convPart("kda", times(3, product(heads, width)), f.need(keys::kdaKernel, kernelWhy)), layers);
}

/// Gated DeltaNet, arXiv 2412.06464: value heads x value width x key width, and a convolution over
/// the keys twice (q and k) and the values.
void addGatedDelta(Model& model, const LayerIndices& layers) {
    const Fields& f = model.text;
    const char* why = "the layers of linear attention keep a state of this shape";
    const Number valueHeads = f.need(keys::gdnValueHeads, why);
    const Number keyHeads = f.need(keys::gdnKeyHeads, why);
    const Number keyWidth = f.need(keys::gdnKeyDim, why);
    const Number valueWidth = f.need(keys::gdnValueDim, why);
    model.keep(statePart("gdn", valueHeads, valueWidth, keyWidth), layers);
    const Number channels = sum(times(2, product(keyHeads, keyWidth)), product(valueHeads, valueWidth));
    model.keep(convPart("gdn", channels, f.need(keys::gdnKernel, kernelWhy)), layers);
}

/// Lightning attention, arXiv 2501.08313: heads x head_dim^2, no convolution.
void addLightning(Model& model, const LayerIndices& layers) {
    const Number own = model.text.number(keys::lightningHeads);
    const Number heads = own ? own : model.text.need(keys::heads, "it is the number of linear states");
    const Number ownWidth = model.text.number(keys::lightningHeadDim);
    const Number width = ownWidth ? ownWidth : headDim(model.text, heads);
    model.keep(statePart("lightning", heads, width, width), layers);
}

/// LFM2: a gated short convolution over the hidden state.
void addShortConvolution(Model& model, const LayerIndices& layers) {
    const Fields& f = model.text;
    const Number hidden = f.need(keys::hiddenSize, "the convolution runs over the hidden state");
    model.keep(convPart("short_conv", hidden, f.need(keys::convCache, kernelWhy)), layers);
}

/// RG-LRU of Griffin, arXiv 2402.19427: one number for each channel, and a convolution before it.
void addRecurrent(Model& model, const LayerIndices& layers) {
    const Fields& f = model.text;
    const Number own = f.number(keys::lruWidth);
    const Number width = own ? own : f.need(keys::hiddenSize, "it is the width of the recurrence");
    model.keep(statePart("rg_lru", width, {1, width.source}, {1, width.source}), layers);
    model.keep(convPart("rg_lru", width, f.need(keys::lruKernel, kernelWhy)), layers);
}

/// RWKV keeps the last input of both mixers, and from version 5 on (arXiv 2404.05892) heads x head_size^2;
/// version 4 (arXiv 2305.13048) three numbers for each channel.
void addRwkv(Model& model, const LayerIndices& layers) {
    const Fields& f = model.text;
    const Number hidden = f.need(keys::hiddenSize, "both mixers keep their last input");
    const Number own = f.number(keys::rwkvWidth);
    const Number width = own ? own : hidden;
    const Number head = f.number(keys::rwkvHeadSize);
    if (head && width.value % head.value != 0)
        f.refuse("contradiction", head.source, keyOf(head.source),
                 keyOf(width.source) + " (" + std::to_string(width.value) + ") is not a multiple of " +
                     keyOf(head.source) + " (" + std::to_string(head.value) + ")");
    const Number heads = head ? Number{width.value / head.value, width.source} : width;
    model.keep(
        head ? statePart("rwkv", heads, head, head) : statePart("rwkv", heads, {3, width.source}, {1, width.source}),
        layers);
    model.keep(convPart("rwkv", times(2, hidden), {2, hidden.source}), layers);
}

/// Linear attention is known by the keys that describe it.
struct Family {
    Names mark;
    void (*add)(Model&, const LayerIndices&);
};

const Family families[] = {
    {keys::linearConfig, addKda}, {keys::gdnValueHeads, addGatedDelta},   {keys::kdaKernel, addKda},
    {keys::stateSize, addMamba},  {keys::convCache, addShortConvolution}, {keys::lightning, addLightning},
};

void addDescribed(Model& model, const LayerIndices& layers) {
    if (layers.empty()) return;
    for (const Family& family : families)
        if (model.text.has(family.mark)) return family.add(model, layers);
    // A convolution beside attention may be all that a hybrid layer adds.
    if (model.text.has(keys::sideConv) || model.text.has(keys::ccaFirst)) return;
    model.text.missing(keys::gdnValueHeads, "some layers are linear or hybrid, but no key describes their state");
}

}  // namespace

void addStates(Model& model) {
    addDescribed(model, model.layersWith(Layer::State::any));
    struct Named {
        Layer::State state;
        void (*add)(Model&, const LayerIndices&);
    };
    for (const Named& n : {Named{Layer::State::mamba, addMamba}, Named{Layer::State::conv, addShortConvolution},
                           Named{Layer::State::recurrent, addRecurrent}, Named{Layer::State::rwkv, addRwkv}}) {
        const LayerIndices layers = model.layersWith(n.state);
        if (!layers.empty()) n.add(model, layers);
    }
}

}  // namespace kvfit::config
