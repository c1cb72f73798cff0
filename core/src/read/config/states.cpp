#include "read/config/attention.hpp"
#include "read/config/keys.hpp"
#include "read/config/model.hpp"

namespace kvfit::config {

namespace {

Number product(const Number& a, const Number& b) { return {a.value * b.value, a.source}; }
Number sum(const Number& a, const Number& b) { return {a.value + b.value, a.source}; }

CachePart statePart(const char* variant, const Number& heads, const Number& rows, const Number& columns) {
    CachePart part;
    part.kind = Kind::recurrent;
    part.role = Role::recurrent;
    part.variant = variant;
    put(part, &CachePart::heads, "heads", heads);
    put(part, &CachePart::keyWidth, "keyWidth", rows);
    put(part, &CachePart::valueWidth, "valueWidth", columns);
    return part;
}

CachePart convPart(const char* variant, const Number& channels, const Number& kernel) {
    CachePart part;
    part.kind = Kind::conv;
    part.role = Role::conv;
    part.variant = variant;
    put(part, &CachePart::channels, "channels", channels);
    put(part, &CachePart::kernel, "kernel", kernel);
    return part;
}

}  // namespace

/// Linear attention: KDA (Kimi Linear, arXiv 2510.26692), Gated DeltaNet (arXiv 2412.06464) or
/// lightning attention (MiniMax-01, arXiv 2501.08313), told apart by the keys that describe them.
void addLinear(Model& model) {
    const auto layers = model.layersWhere([](const Layer& l, std::int64_t) { return l.state == Layer::State::linear; });
    if (layers.empty()) return;
    const Fields& f = model.text;
    const Fields kda = f.object(keys::linearConfig);
    if (kda) {
        const Number heads = kda.need(keys::kdaHeads, "it is the number of linear attention states");
        const Number width = kda.need(keys::kdaHeadDim, "a state is head_dim x head_dim");
        const Number kernel = kda.need(keys::kdaKernel, "the convolution keeps kernel - 1 columns");
        model.keep(statePart("kda", heads, width, width), layers);
        model.keep(convPart("kda", product({3, heads.source}, product(heads, width)), kernel), layers);
        return;
    }
    if (f.has(keys::linearOrFull)) {
        const Number heads = f.need(keys::heads, "it is the number of linear attention states");
        const Number width = headDim(f, heads);
        model.keep(statePart("lightning", heads, width, width), layers);
        return;
    }
    const char* why = "the layers of linear attention keep a state of this shape";
    const Number valueHeads = f.need(keys::gdnValueHeads, why);
    const Number keyHeads = f.need(keys::gdnKeyHeads, why);
    const Number keyWidth = f.need(keys::gdnKeyDim, why);
    const Number valueWidth = f.need(keys::gdnValueDim, why);
    const Number kernel = f.need(keys::gdnKernel, "the convolution keeps kernel - 1 columns");
    model.keep(statePart("gdn", valueHeads, valueWidth, keyWidth), layers);
    model.keep(
        convPart("gdn",
                 sum(product({2, keyHeads.source}, product(keyHeads, keyWidth)), product(valueHeads, valueWidth)),
                 kernel),
        layers);
}

/// Mamba-2 (arXiv 2405.21060) is told from Mamba-1 (arXiv 2312.00752) by its heads.
void addMamba(Model& model) {
    const auto layers = model.layersWhere([](const Layer& l, std::int64_t) { return l.state == Layer::State::mamba; });
    if (layers.empty()) return;
    const Fields& f = model.text;
    const Number state = f.need(keys::stateSize, "it is the width of a Mamba state");
    const Number kernel = f.need(keys::stateKernel, "the convolution keeps kernel - 1 columns");
    const Number heads = f.number(keys::mambaHeads);
    const Number width = f.number(keys::mambaHeadDim);
    if (heads && width) {
        const Number groups = f.number(keys::stateGroups);
        model.keep(statePart("mamba2", heads, width, state), layers);
        CachePart part = convPart(
            "mamba2",
            sum(product(heads, width), product({2 * std::max<std::int64_t>(groups.value, 1), heads.source}, state)),
            kernel);
        put(part, &CachePart::groups, "groups", groups ? groups : Number{1, heads.source});
        put(part, &CachePart::stateWidth, "stateWidth", state);
        model.keep(std::move(part), layers);
        return;
    }
    const Number hidden = f.need(keys::hiddenSize, "the inner width of Mamba is a multiple of it");
    const Number expand = f.need(keys::stateExpand, "the inner width of Mamba is a multiple of hidden_size");
    const Number inner = product(hidden, expand);
    model.keep(statePart("mamba1", inner, {1, inner.source}, state), layers);
    model.keep(convPart("mamba1", inner, kernel), layers);
}

void addConvolution(Model&) {}
void addCross(Model&) {}

}  // namespace kvfit::config
