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

/// A transformer over patches or frames: four projections, a feed-forward layer (gated with SiLU, as
/// Qwen2.5-VL and Pixtral), a patch embedding, and what maps its output to the text's width.
std::int64_t towerParams(const Fields& f, std::int64_t text) {
    if (const Number whole = f.number(keys::towerTotal)) return whole.value;
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
    const Number patch = f.number(keys::towerPatch, {1, 4096});
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
    const std::int64_t projector = merge && output ? mergers * merged * (merged + output.value) : h * text;
    const std::int64_t block = squares ? squares.value * h * h : 4 * h * h + (gated ? 3 : 2) * h * inner;
    return layers * block + patch.value * patch.value * 3 * frames * h + projector;
}

/// Adds the tower that this object describes. Some describe several by name, or hold the values one level
/// down. What is wrong in it leaves it out.
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
        return c.model.text.report().note("tower_not_counted", key,
                                          "the configuration does not state the size of its vision or audio tower: "
                                          "those weights are not counted");
    c.out.visionParams += params.value;
    c.add(ModuleKind::vision, "vision_tower", outside, {params});
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

/// An encoder with a configuration of its own is counted as a model is, without a head.
std::int64_t encoderParams(Count& c, const Node& node) {
    const Fields file(node.value, node.source, c.report);
    Model encoder{textModel(file), file};
    applyClassRules(encoder.file, encoder.text);
    encoder.arrangement = arrangementOf(encoder.text, false, 0);
    countParameters(encoder);
    Exact all(0);
    for (const Module& m : encoder.out.parameters.modules)
        if (m.kind != ModuleKind::head)
            all = all + Exact(m.params) * Exact(m.copies) * Exact(std::max<std::int64_t>(1, std::ssize(m.layers)));
    return all.lost ? 0 : all.value;
}

}  // namespace

/// Towers of other modalities, and the encoder of an encoder-decoder. They stay in the model's type.
void countTowers(Count& c) {
    for (const Names names : {Names(), Names(keys::thinker), Names(keys::visualTokenizer)}) {
        const Fields level = names.empty() ? c.file : c.file.object(names);
        if (!level) continue;
        for (const keys::Key& key : keys::towers) addTower(c, level.find(Names(&key, 1)), key);
        countVisualVocabulary(c, level);
    }
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
