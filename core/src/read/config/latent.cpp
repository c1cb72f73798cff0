#include "read/config/attention.hpp"
#include "read/config/keys.hpp"

namespace kvfit::config {

/// kv_lora_rank is the mark of multi-head latent attention (DeepSeek-V2, arXiv 2405.04434);
/// num_key_value_heads and head_dim beside it say nothing about its cache.
bool isLatent(const Fields& text) {
    const Flag used = text.flag(keys::useLatent);
    return text.has(keys::latentRank) && !text.has(keys::compressRatios) && (!used || used.value);
}

namespace {

/// The K and V of each head that a latent stands for; engines without a latent cache store them.
void putExpansion(CachePart& part, const Fields& f) {
    put(part, &CachePart::expandedHeads, "expandedHeads", f.number(keys::heads));
    const Number nope = f.number(keys::nopeHeadDim, orZero);
    const Number rope = f.number(keys::ropeHeadDim, orZero);
    if (nope && rope) put(part, &CachePart::expandedKeyWidth, "expandedKeyWidth", sum(nope, rope));
    const Number value = f.number(keys::valueHeadDim);
    if (value) put(part, &CachePart::expandedValueWidth, "expandedValueWidth", value);
}

}  // namespace

void addLatent(Model& model) {
    const Fields& f = model.text;
    if (!isLatent(f)) {
        const Flag used = f.flag(keys::useLatent);
        const Number nope = f.number(keys::nopeHeadDim, orZero);
        const bool split = nope.value > 0 && !(used && !used.value) && !isCompressed(model);
        if (used.value || split) f.missing(keys::latentRank, "attention is latent, but its width is not given");
        return;
    }
    const char* why = "the rotary part is kept beside the latent";
    const LayerIndices global = owningLayers(model, Layer::Attention::full);
    if (!global.empty()) {
        CachePart part;
        part.kind = Kind::latent;
        part.role = Role::latent;
        put(part, &CachePart::keyWidth, "keyWidth", f.number(keys::latentRank));
        put(part, &CachePart::ropeWidth, "ropeWidth", f.need(keys::ropeHeadDim, why, orZero));
        putExpansion(part, f);
        model.keep(std::move(part), global);
    }
    const LayerIndices local = owningLayers(model, Layer::Attention::window);
    if (local.empty()) return;
    CachePart part;
    part.kind = Kind::window_latent;
    part.role = Role::latent;
    put(part, &CachePart::keyWidth, "keyWidth", f.number(keys::localLatentRank));
    put(part, &CachePart::ropeWidth, "ropeWidth", f.need(keys::localRopeHeadDim, why, orZero));
    put(part, &CachePart::window, "window", f.need(keys::window, "layers attend within a window of unknown size"));
    model.keep(std::move(part), local);
}

}  // namespace kvfit::config
