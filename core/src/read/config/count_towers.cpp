#include <algorithm>

#include "read/config/attention.hpp"
#include "read/config/count.hpp"
#include "read/config/parameter_keys.hpp"

namespace kvfit::config {

namespace {

const LayerIndices outside{-1};

/// A transformer over patches or frames: four projections, a feed-forward layer (gated with SiLU, as
/// Qwen2.5-VL and Pixtral), a patch embedding, and what maps its output to the text's width.
std::int64_t towerParams(const Fields& f, std::int64_t text) {
    const Number width = f.number(keys::towerWidth);
    const Number count = f.number(keys::towerLayers);
    if (!width || !count) return 0;
    const std::int64_t h = width.value;
    const std::int64_t layers = count.value + f.number(keys::towerGlobalLayers, orZero).value;
    const Number stated = f.number(keys::towerIntermediate);
    const std::int64_t inner = stated ? stated.value : 4 * h;
    const bool gated = f.word(keys::towerActivation).value == "silu";
    const Number patch = f.number(keys::towerPatch);
    const Number temporal = f.number(keys::towerTemporal);
    const Number merge = f.number(keys::towerMerge);
    const Number output = f.number(keys::towerOutput);
    const std::int64_t frames = temporal ? temporal.value : 1;
    const std::int64_t merged = h * (merge ? merge.value * merge.value : 1);
    const Node more = f.find(keys::towerExtraMergers);
    const auto mergers = 1 + (more && more.value->is_array() ? static_cast<std::int64_t>(more.value->size()) : 0);
    const std::int64_t projector = merge && output ? mergers * merged * (merged + output.value) : h * text;
    return layers * (4 * h * h + (gated ? 3 : 2) * h * inner) + patch.value * patch.value * 3 * frames * h + projector;
}

}  // namespace

/// Towers of other modalities, and the encoder of an encoder-decoder. They stay in the model's type.
void countTowers(Count& c) {
    for (const Fields& level : {c.file, c.file.object(keys::thinker).into(c.report)}) {
        if (!level) continue;
        for (const keys::Key& key : keys::towers) {
            const Node node = level.find(Names(&key, 1));
            if (!node || !node.value->is_object()) continue;
            const Fields tower(node.value, node.source, c.report);
            const Number params{towerParams(tower, c.hidden.value), node.source};
            if (params.value == 0) {
                c.model.text.report().note("tower_not_counted", key,
                                           "the configuration does not state the size of its vision or audio tower: "
                                           "those weights are not counted");
                continue;
            }
            c.out.visionParams += params.value;
            c.add(ModuleKind::vision, "vision_tower", outside, {params});
        }
    }
    if (!c.model.encoderDecoder) return;
    const Number layers = c.text.number(keys::encoderLayers);
    const Number inner = c.text.number(keys::encoderIntermediate);
    if (!layers || !inner) return;
    const KvHeads heads = decoderHeads(c.text);
    const Number block = sum(times(4, product(heads.query, heads.key)), times(gatedMlp(c) ? 3 : 2, inner));
    c.add(ModuleKind::vision, "encoder", outside, {layers, c.hidden, block});
}

/// A speculative layer is shaped like the last layer, with a projection of two hidden states in front.
void countDraft(Count& c) {
    const std::int64_t drafts = c.model.speculative.value;
    if (drafts == 0) return;
    const std::int64_t last = c.model.count() - 1;
    LayerIndices behind;
    for (std::int64_t i = 0; i < drafts; ++i) behind.push_back(last + 1 + i);
    std::vector<Module> copies;
    for (const Module& m : c.out.modules) {
        if (m.layers.empty() || m.layers.back() != last) continue;
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
