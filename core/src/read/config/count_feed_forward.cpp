#include <algorithm>

#include "read/config/count.hpp"
#include "read/config/expert_layers.hpp"
#include "read/config/parameter_keys.hpp"

namespace kvfit::config {

namespace {

/// Meta's params.json: two thirds of four times the hidden size, scaled, then rounded up to whole units
/// (meta-llama/llama3 llama/model.py, FeedForward).
Number roundedWidth(const Fields& f, const Number& hidden) {
    const Number unit = f.number(keys::roundedTo);
    if (!unit) return {};
    std::int64_t width = 8 * hidden.value / 3;
    if (const auto ratio = f.real(keys::roundedRatio)) {
        const double scaled = ratio.value * static_cast<double>(width);
        if (!(scaled >= 1 && scaled <= static_cast<double>(Range{}.most))) return {};
        width = static_cast<std::int64_t>(scaled);
    }
    return {(width + unit.value - 1) / unit.value * unit.value, unit.source};
}

/// OpenELM scales each layer: a multiple of the hidden size, to the nearest whole unit, but never down by
/// more than a tenth (apple/OpenELM configuration_openelm.py, make_divisible).
Number scaledWidth(const Fields& f, const Number& hidden) {
    const auto factor = f.real(keys::layerFactors);
    const Number unit = f.number(keys::layerUnit);
    const double exact = factor.value * static_cast<double>(hidden.value);
    if (!factor || !unit || !(exact >= 1 && exact <= static_cast<double>(Range{}.most))) return {};
    std::int64_t width = (static_cast<std::int64_t>(exact) + unit.value / 2) / unit.value * unit.value;
    if (static_cast<double>(width) < 0.9 * exact) width += unit.value;
    return {width, factor.source};
}

/// Blocks of NAS models: two thirds of a multiple of the hidden size, rounded up to whole units of 256
/// (vLLM vllm/model_executor/models/nemotron_nas.py @017e9f4448).
Number blockWidth(const Fields& f, const Number& hidden) {
    const auto factor = f.real(keys::blockFactor);
    const double exact = 2 * factor.value * static_cast<double>(hidden.value) / 3;
    if (!factor || !(exact >= 1 && exact <= static_cast<double>(Range{}.most))) return {};
    return {(static_cast<std::int64_t>(exact) + 255) / 256 * 256, factor.source};
}

/// A dense layer's width: stated, of the feed-forward object, or a multiple of the hidden size.
Number denseWidth(const Count& c, const Fields& f) {
    if (const Number own = f.number(keys::denseIntermediate)) return own;
    if (c.model.encoderDecoder)
        if (const Number own = f.number(keys::decoderIntermediate)) return own;
    if (const Number own = f.number(keys::intermediate)) return own;
    if (const Fields nested = f.object(keys::ffnConfig))
        if (const Number own = nested.number(keys::intermediate)) return own;
    if (const Number ratio = f.number(keys::expansion)) return product(c.hidden, ratio);
    if (const Number own = scaledWidth(f, c.hidden)) return own;
    if (const Number own = blockWidth(f, c.hidden)) return own;
    return roundedWidth(f, c.hidden);
}

/// Two matrices, or three where a gate multiplies; Qwen's first generation states the width of gate and
/// value together, and so do OLMo's own files with the word swiglu (allenai/OLMo olmo/model.py).
void countDense(Count& c, const Fields& f, const LayerIndices& layers) {
    if (f.flag(keys::skippedBlock).value) return;
    if (f.flag(keys::replacedBlock).value) {
        c.add(ModuleKind::mlp, "mlp.linear", layers, {c.hidden, c.hidden});
        return;
    }
    const Number stated = denseWidth(c, f);
    if (!stated) return c.text.missing(keys::intermediate, "it is the width of a feed-forward layer");
    const bool halved = c.holds(keys::halvedMlp) || f.word(keys::activation).value == "swiglu";
    Number width = halved ? Number{stated.value / 2, stated.source} : stated;
    // LFM2: two thirds of what is stated, rounded up to whole blocks.
    if (c.holds(keys::adjustedMlp)) {
        const Number block = f.number(keys::adjustedBlock);
        const std::int64_t unit = block ? block.value : 256;
        width.value = (2 * stated.value / 3 + unit - 1) / unit * unit;
    }
    const Number in = constant(gatedMlp(c) ? 2 : 1);
    c.add(ModuleKind::mlp, "mlp.gate_up_proj", layers, {in, c.hidden, width}).width = width.value;
    c.add(ModuleKind::mlp, "mlp.down_proj", layers, {width, c.hidden}).width = width.value;
    c.out.intermediateSize = std::max(c.out.intermediateSize, width.value);
    c.out.sources.emplace("intermediateSize", width.source);
}

Number expertWidth(const Fields& f) {
    if (const Number own = f.number(keys::expertIntermediate)) return own;
    if (const Fields nested = f.object(keys::ffnConfig))
        if (const Number own = nested.number(keys::intermediate)) return own;
    return f.number(keys::intermediate);
}

Number countOfExperts(const Fields& f) {
    if (const Fields nested = f.object(keys::ffnConfig))
        if (const Number own = nested.number(keys::experts)) return own;
    const Flag used = f.flag(keys::moeBlock);
    return used && !used.value ? Number{} : f.number(keys::experts, orZero);
}

/// Experts that every token passes: so many of the routed ones' width, or one width for all of them.
Number sharedWidth(const Fields& f, const Number& width) {
    const Number stated = f.number(keys::sharedIntermediate, orZero);
    const Number count = f.number(keys::sharedExperts, orZero);
    if (stated) return count.value > 1 && f.has(keys::expertLatent) ? product(stated, count) : stated;
    return count ? product(width, count) : Number{};
}

void countExperts(Count& c, const Fields& f, const LayerIndices& layers, bool withShared = true) {
    const Number width = expertWidth(f);
    const Number experts = countOfExperts(f);
    if (!width) return c.text.missing(keys::expertIntermediate, "it is the width of an expert");
    const Number up = constant(gatedMlp(c) ? 2 : 1);
    const Number latent = f.number(keys::expertLatent);
    const Number in = latent ? latent : c.hidden;
    // Intern-S2-Mobius: layers share so many banks of experts, each the bank of the layer's number modulo them.
    LayerIndices banks = layers;
    if (const Number n = f.number(keys::expertBanks); n && n.value < static_cast<std::int64_t>(banks.size()))
        banks.resize(static_cast<std::size_t>(n.value));
    const auto routed = [&](const char* name, const Number& count) {
        Module& expert = c.add(ModuleKind::expert, name, banks, {count, in, width});
        expert.copies = experts.value;
        expert.width = width.value;
    };
    routed("mlp.experts.0.gate_up_proj", up);
    routed("mlp.experts.0.down_proj", constant(1));
    c.add(ModuleKind::router, "mlp.gate", banks, {c.hidden, experts});
    if (latent) c.add(ModuleKind::latent, "mlp.latent_proj", layers, {constant(2), c.hidden, latent});
    if (const Number shared = withShared ? sharedWidth(f, width) : Number{}) {
        c.add(ModuleKind::shared_expert, "mlp.shared_experts.gate_up_proj", layers, {up, c.hidden, shared});
        c.add(ModuleKind::shared_expert, "mlp.shared_experts.down_proj", layers, {shared, c.hidden});
    }
    c.out.experts = experts.value;
    c.out.expertIntermediateSize = width.value;
    c.out.sources["experts"] = experts.source;
    c.out.sources["expertIntermediateSize"] = width.source;
}

/// Whether a layer that keeps a state has no feed-forward part: those of a pure Mamba.
bool stateAlone(const Model& m) {
    const auto& parts = m.out.parts;
    const bool attention = std::any_of(parts.begin(), parts.end(),
                                       [](const CachePart& p) { return p.role == Role::kv || p.role == Role::latent; });
    return !attention && std::any_of(parts.begin(), parts.end(),
                                     [](const CachePart& p) { return p.variant == "mamba1" || p.variant == "mamba2"; });
}

}  // namespace

bool gatedMlp(Count& c) {
    const Word word = c.text.word(keys::feedForwardWord);
    return word ? word.value.rfind("gated", 0) == 0 : c.holds(keys::gatedMlp, true);
}

void countFeedForward(Count& c) {
    if (stateAlone(c.model)) return;
    const Fields& f = c.text;
    // ERNIE 4.5 VL has experts for text and experts for pictures in each layer, as pairs.
    const Node lists = f.find(keys::experts);
    const auto kinds = lists && lists.value->is_array() ? std::ssize(*lists.value) : 0;
    const bool paired = kinds > 0 && kinds < c.model.count();
    const Number experts = countOfExperts(paired ? f.atLayer(0, {}) : f);
    const bool runs = f.has(keys::sharedRuns);
    const bool beside = c.holds(keys::denseBeside) || (!runs && f.has(keys::cachesPerLayer));
    LayerIndices dense, sparse;
    for (std::int64_t i = 0; i < c.model.count(); ++i) {
        const BlockKind block = blockKind(f, i);
        if (block == BlockKind::none) continue;
        const bool routed =
            block == BlockKind::experts || (block == BlockKind::unsaid && experts.value > 1 && hasExperts(f, i));
        // LongCat's layers attend twice, each time with a dense layer; experts stand beside the first.
        const bool first = i % std::max<std::int64_t>(1, f.number(keys::cachesPerLayer).value) == 0 || runs;
        if (routed && first) sparse.push_back(i);
        if (!routed || beside) dense.push_back(i);
    }
    const bool differ =
        !paired && c.differ({Names(keys::intermediate), Names(keys::expertIntermediate), Names(keys::layerFactors)});
    c.each(dense, differ, "ffn", [&](const Fields& own, const LayerIndices& layers) { countDense(c, own, layers); });
    for (auto kind = paired ? kinds : 0; kind-- > 0;) countExperts(c, f.atLayer(kind, {}), sparse, kind == 0);
    if (!paired)
        c.each(sparse, differ, "ffn",
               [&](const Fields& own, const LayerIndices& layers) { countExperts(c, own, layers); });
    // Agnes 3: a branch beside every layer's feed-forward part (vLLM vllm/transformers_utils/configs/agnes.py).
    if (const Number beside = f.number(keys::parallelIntermediate, orZero))
        c.add(ModuleKind::mlp, "mlp.parallel_ffn", c.model.layersWhere([](const Layer&, std::int64_t) { return true; }),
              {constant(3), c.hidden, beside});
    const Node chosen = f.find(keys::expertsPerToken);
    if (chosen && !sparse.empty()) {
        const Json& first = chosen.value->is_array() && !chosen.value->empty() ? chosen.value->front() : *chosen.value;
        c.out.expertsPerToken = std::max<std::int64_t>(0, wholeIn(first));
        c.out.sources["expertsPerToken"] = chosen.source;
    }
    // KV-sharing layers of Gemma 4 have a feed-forward layer twice as wide.
    const Number shared = f.number(keys::sharedKvLayers, orZero);
    if (!c.holds(keys::doubleWide) || shared.value == 0) return;
    LayerIndices wide;
    for (std::int64_t i = c.model.count() - shared.value; i < c.model.count(); ++i) wide.push_back(i);
    c.add(ModuleKind::mlp, "mlp.gate_up_proj_wide", wide, {constant(3), c.hidden, denseWidth(c, f)});
}

}  // namespace kvfit::config
