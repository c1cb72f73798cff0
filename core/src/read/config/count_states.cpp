#include <algorithm>

#include "read/config/count.hpp"
#include "read/config/parameter_keys.hpp"

namespace kvfit::config {

namespace {

/// A part's dimensions as numbers with their places.
struct Shape {
    const CachePart& part;
    Number of(std::int64_t value, const char* field) const {
        const auto at = part.sources.find(field);
        return {value, at == part.sources.end() ? "rule" : at->second};
    }
    Number heads() const { return of(part.heads, "heads"); }
    Number rows() const { return of(part.keyWidth, "keyWidth"); }
    Number columns() const { return of(part.valueWidth, "valueWidth"); }
    Number groups() const { return of(part.groups, "groups"); }
};

/// Gated DeltaNet: Q and K of the key heads, V and a gate of the value heads, two numbers a head.
void gatedDelta(Count& c, const Shape& s, const LayerIndices& layers) {
    const Number keys = product(c.text.number(keys::gdnKeyHeads), c.text.number(keys::gdnKeyDim));
    const Number values = product(s.heads(), s.rows());
    c.add(ModuleKind::state, "linear_attn.in_proj_qkv", layers, {c.hidden, sum(times(2, keys), values)});
    c.add(ModuleKind::state, "linear_attn.in_proj_z", layers, {c.hidden, values});
    c.add(ModuleKind::state, "linear_attn.in_proj_a", layers, {c.hidden, times(2, s.heads())});
    c.add(ModuleKind::state, "linear_attn.out_proj", layers, {values, c.hidden});
}

/// Kimi Delta Attention: Q, K, V, output; decay and gate through vectors of a head's width, or whole (Ling 3).
void kimiDelta(Count& c, const Shape& s, const LayerIndices& layers) {
    const Number inner = product(s.heads(), s.rows());
    c.add(ModuleKind::state, "self_attn.q_proj", layers, {constant(3), c.hidden, inner});
    if (c.holds(keys::wholeGates))
        c.add(ModuleKind::state, "self_attn.f_proj", layers, {constant(2), c.hidden, inner});
    else
        c.add(ModuleKind::state, "self_attn.f_a_proj", layers, {constant(2), s.rows(), sum(c.hidden, inner)});
    c.add(ModuleKind::state, "self_attn.b_proj", layers, {c.hidden, s.heads()});
    c.add(ModuleKind::state, "self_attn.o_proj", layers, {inner, c.hidden});
}

/// Mamba-1: inner width twice in, steps through a low rank.
void mambaOne(Count& c, const Shape& s, const LayerIndices& layers) {
    const Number inner = s.heads();
    const Number stated = c.text.number(keys::stateRank);
    const Number rank = stated ? stated : Number{(c.hidden.value + 15) / 16, c.hidden.source};
    c.add(ModuleKind::state, "mixer.in_proj", layers, {constant(2), c.hidden, inner});
    c.add(ModuleKind::state, "mixer.x_proj", layers, {inner, sum(times(2, rank), times(2, s.columns()))});
    c.add(ModuleKind::norm, "mixer.A_log", layers, {inner, s.columns()});
    c.add(ModuleKind::state, "mixer.out_proj", layers, {inner, c.hidden});
}

/// Mamba-2: inner width twice, B and C of each group, a step for each head.
void mambaTwo(Count& c, const Shape& s, const LayerIndices& layers, const CachePart* conv) {
    const Number inner = product(s.heads(), s.rows());
    const Number groups = conv == nullptr ? constant(1) : Shape{*conv}.groups();
    const Number in = sum(sum(times(2, inner), times(2, product(groups, s.columns()))), s.heads());
    c.add(ModuleKind::state, "mixer.in_proj", layers, {c.hidden, in});
    c.add(ModuleKind::state, "mixer.out_proj", layers, {inner, c.hidden});
}

/// Lightning attention: Q, K, V, a gate, output. RG-LRU: two inputs, an output, gates in blocks of heads.
void lightning(Count& c, const Shape& s, const LayerIndices& layers) {
    c.add(ModuleKind::state, "self_attn.qkv_proj", layers, {constant(5), c.hidden, product(s.heads(), s.rows())});
}

void recurrentUnit(Count& c, const Shape& s, const LayerIndices& layers) {
    const Number width = s.heads();
    const Number blocks = c.text.number(keys::heads);
    c.add(ModuleKind::state, "temporal_block.linear_x", layers, {constant(3), c.hidden, width});
    c.add(ModuleKind::norm, "temporal_block.rg_lru", layers,
          {constant(2), width, Number{width.value / std::max<std::int64_t>(1, blocks.value), width.source}});
}

/// RWKV: receptance, key, value, output of the time mixer, a gate in versions 5 and 6; the channel mixer is
/// a feed-forward layer with a receptance. Version 7 (arXiv 2503.14456) has its gates through low ranks and
/// no second receptance.
void rwkvMixers(Count& c, const Shape& s, const LayerIndices& layers) {
    const Number width = s.part.valueWidth == 1 ? s.heads() : product(s.heads(), s.rows());
    const bool lowRank = c.text.has(keys::lowRanks);
    const Number count = constant(s.part.valueWidth == 1 || lowRank ? 4 : 5);
    c.add(ModuleKind::state, "attention.receptance", layers, {count, c.hidden, width});
    if (!lowRank) c.add(ModuleKind::state, "feed_forward.receptance", layers, {c.hidden, c.hidden});
    for (const keys::Key& key : keys::lowRanks)
        c.add(ModuleKind::state, "attention.lora", layers,
              {constant(2), c.hidden, c.text.number(Names(&key, 1), orZero)});
}

}  // namespace

/// Projections of what keeps a state; the part in the cache says its shape. The weights of a short
/// convolution are its channels times its kernel.
void countStates(Count& c) {
    const auto& parts = c.model.out.parts;
    for (const CachePart& part : parts) {
        if (part.draft) continue;
        const Shape s{part};
        if (part.role == Role::conv && part.variant != "rwkv")
            c.add(ModuleKind::norm, "conv1d", part.layers,
                  {s.of(part.channels, "channels"), s.of(part.kernel, "kernel")});
        if (part.role == Role::conv && part.variant == "short_conv")
            c.add(ModuleKind::state, "conv.in_proj", part.layers, {constant(4), c.hidden, c.hidden});
        if (part.role != Role::recurrent) continue;
        const auto conv = std::find_if(parts.begin(), parts.end(), [&](const CachePart& p) {
            return p.role == Role::conv && p.variant == part.variant;
        });
        const CachePart* beside = conv == parts.end() ? nullptr : &*conv;
        if (part.variant == "gdn") gatedDelta(c, s, part.layers);
        if (part.variant == "kda") kimiDelta(c, s, part.layers);
        if (part.variant == "mamba1") mambaOne(c, s, part.layers);
        if (part.variant == "mamba2") mambaTwo(c, s, part.layers, beside);
        if (part.variant == "lightning") lightning(c, s, part.layers);
        if (part.variant == "rg_lru") recurrentUnit(c, s, part.layers);
        if (part.variant == "rwkv") rwkvMixers(c, s, part.layers);
    }
}

}  // namespace kvfit::config
