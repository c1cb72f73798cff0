#include "read/config/mamba.hpp"

#include "read/config/keys.hpp"

namespace kvfit::config {

namespace {

/// The inner width: stated (Falcon-H1; a pure Mamba's intermediate_size), or hidden_size x expand.
Number innerWidth(const Model& model) {
    const Fields& f = model.text;
    if (const Number own = f.number(keys::parallelState)) return own;
    const bool pure =
        model.layersWhere([](const Layer& l, std::int64_t) { return l.attention != Layer::Attention::none; }).empty();
    const Number stated = pure ? f.number(keys::stateInner) : Number{};
    if (stated) return stated;
    const Number hidden = f.need(keys::hiddenSize, "the inner width of Mamba is a multiple of it");
    return product(hidden, f.need(keys::stateExpand, "the inner width of Mamba is a multiple of hidden_size"));
}

struct Heads {
    Number count, width;
    explicit operator bool() const { return count && width; }
};

/// Heads of Mamba-2: stated, or the inner width shared out. A pure Mamba-2 names them as attention does.
/// Mamba-1 has none; Zamba's n_mamba_heads only splits its projections.
Heads mambaHeads(const Model& model) {
    const Fields& f = model.text;
    const Node written = f.find(keys::mambaHeadDim);
    const bool automatic = written && textIn(*written.value) == "auto";
    Heads h{f.number(keys::mambaHeads), automatic ? Number{} : f.number(keys::mambaHeadDim)};
    if (!h.width) h.width = f.number(keys::sharedHeadDim);
    const bool groups = f.has(keys::stateGroups);
    if (!h.count && !h.width && groups) h = {f.number(keys::pureHeads), f.number(keys::pureHeadDim)};
    if (h || !(h.width || automatic || groups)) return h ? h : Heads{};
    if (!h.count && !h.width) {
        f.missing(keys::mambaHeadDim, "Mamba-2, which has groups, has heads too");
        return h;
    }
    const Number inner = innerWidth(model);
    const Number& known = h.count ? h.count : h.width;
    if (!inner || !known) return {};
    if (inner.value % known.value != 0) {
        f.refuse("contradiction", known.source, keyOf(known.source),
                 "the inner width of Mamba (" + std::to_string(inner.value) + ") is not a multiple of " +
                     keyOf(known.source) + " (" + std::to_string(known.value) + ")");
        return {};
    }
    const Number other{inner.value / known.value, inner.source};
    return h.count ? Heads{h.count, other} : Heads{other, h.width};
}

}  // namespace

/// Mamba-1 (arXiv 2312.00752): inner x state, a convolution over the inner width. Mamba-2 (arXiv
/// 2405.21060): heads x width x state, a convolution over the inner width and the B and C of each group.
void addMamba(Model& model, const LayerIndices& layers) {
    const Fields& f = model.text;
    const Number state = f.need(keys::stateSize, "it is the width of a Mamba state");
    const Number kernel = f.need(keys::stateKernel, "the convolution keeps kernel - 1 columns");
    const Heads heads = mambaHeads(model);
    if (!heads) {
        const Number inner = innerWidth(model);
        model.keep(statePart("mamba1", inner, {1, inner.source}, state), layers);
        model.keep(convPart("mamba1", inner, kernel), layers);
        return;
    }
    const Number inner = product(heads.count, heads.width);
    const Number stated = f.number(keys::parallelState);
    if (stated && inner.value != stated.value)
        f.refuse("contradiction", stated.source, keyOf(stated.source),
                 keyOf(stated.source) + " (" + std::to_string(stated.value) + ") is not " + keyOf(heads.count.source) +
                     " x " + keyOf(heads.width.source) + " (" + std::to_string(inner.value) + ")");
    const Number groups =
        f.need(keys::stateGroups, "the convolution of Mamba-2 runs over B and C of each group", orZero);
    model.keep(statePart("mamba2", heads.count, heads.width, state), layers);
    CachePart part = convPart("mamba2", sum(inner, times(2, product(groups, state))), kernel);
    put(part, &CachePart::groups, "groups", groups);
    put(part, &CachePart::stateWidth, "stateWidth", state);
    model.keep(std::move(part), layers);
}

}  // namespace kvfit::config
