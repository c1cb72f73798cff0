#include <algorithm>

#include "base/exact.hpp"
#include "read/config/attention.hpp"
#include "read/config/count.hpp"
#include "read/config/nest.hpp"
#include "read/config/parameter_keys.hpp"
#include "read/config/rules.hpp"

namespace kvfit::config {

namespace {

const LayerIndices outside{-1};

/// What a tower's dimensions may be: wider than any published one, and small enough for every product below.
constexpr Range side = {1, std::int64_t{1} << 16}, feedForward = {1, std::int64_t{1} << 20}, few = {1, 64};

/// DaViT (arXiv 2204.03645): stages of a convolution, then blocks that attend over windows and over channels, each
/// with a feed-forward layer of four times the width.
std::int64_t stagedParams(const Fields& f) {
    const Node widths = f.find(keys::stageWidths);
    if (!widths || !widths.value->is_array()) return 0;
    std::int64_t params = 0, before = 3;
    for (std::int64_t i = 0; i < std::min<std::int64_t>(few.most, std::ssize(*widths.value)); ++i) {
        const Fields stage = f.atLayer(i, {});
        const std::int64_t h = stage.number(keys::stageWidths, side).value;
        const std::int64_t patch = stage.number(keys::towerPatch, few).value;
        params += patch * patch * before * h + stage.number(keys::stageDepths, few).value * 24 * h * h;
        before = h;
    }
    return params;
}

/// A transformer over patches or frames: four projections, a feed-forward layer (gated with SiLU, as
/// Qwen2.5-VL and Pixtral), a patch embedding, and what maps its output to the text's width.
std::int64_t towerParams(const Fields& f, std::int64_t text) {
    if (const Number whole = f.number(keys::towerTotal)) return whole.value;
    if (f.has(keys::stageWidths)) return stagedParams(f);
    const Number own = f.number(keys::towerOwnWidth, side);
    const Number width = own ? own : f.number(keys::towerWidth, side);
    const Number count = f.number(keys::towerLayers, layerTotal);
    if (!width || !count) return 0;
    const std::int64_t h = width.value;
    const std::int64_t layers = count.value + f.number(keys::towerGlobalLayers, {0, layerTotal.most}).value;
    const Number stated = f.number(keys::towerIntermediate, feedForward);
    const auto ratio = f.real(keys::towerRatio);
    const std::int64_t inner = stated ? stated.value
                               : ratio.value > 0 && ratio.value < 64
                                   ? static_cast<std::int64_t>(ratio.value * static_cast<double>(h))
                                   : 4 * h;
    // A conformer has further parts: its class says how many squares of the width a block holds.
    const Number squares = f.number(keys::towerSquares, few);
    const bool gated = f.word(keys::towerActivation).value == "silu";
    // Patches of sound are not square.
    const Number patch = f.atLayer(0, {}).number(keys::towerPatch, {1, 4096});
    const Number across = f.atLayer(1, {}).number(keys::towerPatch, {1, 4096});
    const Number temporal = f.number(keys::towerTemporal, few);
    const Number merge = f.number(keys::towerMerge, {1, 16});
    // Where a tower has a key for its own width, hidden_size is that of its output (Qwen2-VL).
    const Number output =
        f.number(own && !f.has(keys::towerOutput) ? Names(keys::hiddenSize) : Names(keys::towerOutput), feedForward);
    const std::int64_t frames = temporal ? temporal.value : 1;
    const std::int64_t merged = h * (merge ? merge.value * merge.value : 1);
    const Node more = f.find(keys::towerExtraMergers);
    const auto mergers =
        1 + (more && more.value->is_array() ? std::min<std::int64_t>(few.most, std::ssize(*more.value)) : 0);
    const std::int64_t projector = merge ? mergers * merged * (merged + (output ? output.value : text)) : h * text;
    // Heads may be wider together than the tower (Voxtral Realtime).
    const std::int64_t heads = f.number(keys::towerHeads, side).value * f.number(keys::headDim, side).value;
    const std::int64_t block =
        squares ? squares.value * h * h : 4 * h * (heads > 0 ? heads : h) + (gated ? 3 : 2) * h * inner;
    return layers * block + patch.value * across.value * 3 * frames * h + projector;
}

/// Adds the tower that this object describes, or this name. Some describe several by name, or hold the values one
/// level down. What is wrong in it leaves it out.
void addTower(Count& c, const Node& node, const keys::Key& key, int depth = 0) {
    if (!node || !node.value->is_object()) return;
    for (const keys::Key& inner : keys::innerTowers) {
        const Node values = Fields(node.value, node.source, c.report).find(Names(&inner, 1));
        if (depth > 1 || !values || !values.value->is_object()) continue;
        if (inner != keys::namedTowers) return addTower(c, values, key, depth + 1);
        for (const auto& [name, one] : values.value->items())
            addTower(c, {&one, child(values.source, name)}, key, depth + 1);
        return;
    }
    Report apart;
    Fields tower(node.value, node.source, apart);
    applyTowerRules(c.file.into(apart), key, tower);
    const Number params{towerParams(tower, c.hidden.value), node.source};
    if (params.value == 0 || !apart.errors.empty())
        return c.model.text.report().note("tower_not_counted", keyOf(node.source),
                                          "the configuration does not state the size of its vision or audio tower: "
                                          "those weights are not counted");
    c.out.visionParams += params.value;
    c.add(ModuleKind::vision, "vision_tower", outside, {params});
}

/// LLaVA's first files name a checkpoint, whose class describes it.
void addNamedTower(Count& c, const Fields& level, const keys::Key& key) {
    static const Json nothing = Json::object();
    const Node name = level.find(Names(&key, 1));
    if (name && !textIn(*name.value).empty()) addTower(c, {&nothing, name.source}, textIn(*name.value));
}

/// Cohere's projector: pixels side by side, a gate, the text's width (transformers modeling_aya_vision.py).
/// Idefics2's: as wide as the text's feed-forward layers, then layers in which a few latents attend
/// (transformers modeling_idefics2.py).
void countProjectors(Count& c) {
    const Number wide = c.file.number(keys::alignment);
    const Node node = c.file.find(keys::perceiver);
    const bool perceives = node && node.value->is_object();
    const Fields tower = wide || perceives ? c.file.object(keys::vision) : Fields(nullptr, "", c.report);
    if (!tower) return;
    const Number vision = tower.number(keys::towerWidth);
    if (wide) {
        const Number factor = c.file.number(keys::downsample, few);
        c.add(ModuleKind::vision, "multi_modal_projector", outside,
              {wide, sum(product(product(factor, factor), vision), {c.hidden.value / 2, c.hidden.source})});
    }
    if (!perceives) return;
    Fields perceiver(node.value, node.source, c.report);
    applyTowerRules(c.file, keys::perceiver[0], perceiver);
    const Number heads = sum(perceiver.number(keys::perceiverHeads, side), perceiver.number(keys::kvHeads, side));
    c.add(ModuleKind::vision, "perceiver_resampler", outside,
          {perceiver.number(keys::perceiverLayers, layerTotal), c.hidden,
           sum(times(2, product(heads, perceiver.number(keys::perceiverWidth, side))), times(12, c.hidden))});
    c.add(ModuleKind::vision, "modality_projection", outside,
          {c.text.number(keys::intermediate), sum(times(2, vision), c.hidden)});
}

/// Ovis looks its pictures up in a vocabulary of their own: a head over merged patches, and an embedding.
void countVisualVocabulary(Count& c, const Fields& level) {
    const Number vocabulary = level.number(keys::visualVocabulary);
    const Fields tower = level.object(keys::visualTower);
    if (!vocabulary || !tower) return;
    const Number stride = (level.has(keys::visualStride) ? level : tower).number(keys::visualStride, few);
    const Number merged = product(product(stride, stride), tower.number(keys::towerWidth, side));
    c.add(ModuleKind::vision, "visual_vocabulary", outside, {vocabulary, sum(merged, c.hidden)});
}

/// An encoder with a configuration of its own is counted as a model is, without a head; what reads another's
/// embedding, without that too.
std::int64_t encoderParams(Count& c, const Node& node, bool embeds = true) {
    const Fields file(node.value, node.source, c.report);
    Model encoder{textModel(file), file};
    applyClassRules(encoder.file, encoder.text);
    encoder.arrangement = arrangementOf(encoder.text, false, 0);
    countParameters(encoder);
    Exact all(0);
    for (const Module& m : encoder.out.parameters.modules)
        if (m.kind != ModuleKind::head && (embeds || m.kind != ModuleKind::embedding))
            all = all + Exact(m.params) * Exact(m.copies) * Exact(std::max<std::int64_t>(1, std::ssize(m.layers)));
    return all.lost ? 0 : all.value;
}

/// A second decoder that writes the other codes of a frame, with a head for each book.
void countCodeDecoder(Count& c) {
    const Node node = c.text.find(keys::codeDecoder);
    if (!node || !node.value->is_object()) return;
    const Fields own(node.value, node.source, c.report);
    c.add(ModuleKind::vision, "code_decoder", outside, {Number{encoderParams(c, node, false), node.source}});
    c.add(ModuleKind::vision, "code_decoder.heads", outside,
          {own.number(keys::codebooks), own.number(keys::codebookSize), own.number(keys::hiddenSize)});
}

}  // namespace

/// Towers of other modalities, and the encoder of an encoder-decoder. They stay in the model's type.
void countTowers(Count& c) {
    for (const Names names : {Names(), Names(keys::thinker), Names(keys::visualTokenizer)}) {
        const Fields level = names.empty() ? c.file : c.file.object(names);
        if (!level) continue;
        for (const keys::Key& key : keys::towers) addTower(c, level.find(Names(&key, 1)), key);
        if (c.out.visionParams == 0)
            for (const keys::Key& key : keys::towerNames) addNamedTower(c, level, key);
        countVisualVocabulary(c, level);
    }
    countProjectors(c);
    countCodeDecoder(c);
    // Some files name their towers and describe none of them; their class says how large all are together.
    if (const Number whole = c.text.number(keys::towerTotal)) {
        c.out.visionParams += whole.value;
        c.add(ModuleKind::vision, "towers", outside, {whole});
    }
    if (!c.model.encoderDecoder) return;
    const Node own = c.file.find(keys::encoder);
    if (own && own.value->is_object()) {
        c.add(ModuleKind::vision, "encoder", outside, {Number{encoderParams(c, own), own.source}});
        return;
    }
    const Number layers = c.text.number(keys::encoderLayers);
    const Number inner = c.text.number(keys::encoderIntermediate);
    if (!layers || !inner) return;
    const KvHeads heads = decoderHeads(c.text);
    const Number block = sum(times(4, product(heads.query, heads.key)), times(gatedMlp(c) ? 3 : 2, inner));
    c.add(ModuleKind::vision, "encoder", outside, {layers, c.hidden, block});
}

/// A speculative layer is shaped like the last layer, with a projection of two hidden states in front.
/// GigaChat 3.5 says that it has the dense feed-forward of its first layers instead of experts.
void countDraft(Count& c) {
    const std::int64_t drafts = c.model.speculative.value;
    if (drafts == 0) return;
    const std::int64_t last = c.model.count() - 1;
    LayerIndices behind;
    for (std::int64_t i = 0; i < drafts; ++i) behind.push_back(last + 1 + i);
    const bool dense = !c.holds(keys::sparseDraft, true);
    std::vector<Module> copies;
    for (const Module& m : c.out.modules) {
        if (m.layers.empty()) continue;
        const bool sparse =
            m.kind == ModuleKind::expert || m.kind == ModuleKind::shared_expert || m.kind == ModuleKind::router;
        const bool alike = dense && (sparse || m.kind == ModuleKind::mlp) ? !sparse : m.layers.back() == last;
        if (!alike) continue;
        Module copy = m;
        copy.draft = true;
        copy.layers = behind;
        copies.push_back(std::move(copy));
    }
    for (Module& copy : copies) c.out.modules.push_back(std::move(copy));
    Module& joint = c.add(ModuleKind::mlp, "mtp.eh_proj", behind, {constant(2), c.hidden, c.hidden});
    joint.draft = true;
}

}  // namespace kvfit::config
