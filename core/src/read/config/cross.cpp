#include "read/config/attention.hpp"
#include "read/config/keys.hpp"

namespace kvfit::config {

bool readsEncoder(const Fields& text, const Fields& file) {
    constexpr keys::Key both[] = {"encoder_layers", "encoder_num_hidden_layers"};
    return text.flag(keys::encoderDecoder).value || file.flag(keys::encoderDecoder).value ||
           (text.has(both) && text.has(Names(keys::decoderLayerCount).first(3)));
}

namespace {

/// Every decoder layer keeps K and V of the encoder's positions.
void addEncoderPositions(Model& model) {
    const Fields nested = model.file.object(keys::encoder);
    const Fields& source = nested ? nested : model.text;
    CachePart part = keyValuePart(Kind::cross, decoderHeads(model.text));
    put(part, &CachePart::window, "window",
        source.need(keys::sourcePositions, "the cross-attention cache holds so many encoder positions"));
    model.keep(std::move(part), model.layersWhere([](const Layer&, std::int64_t) { return true; }));
}

/// Mllama: listed layers keep K and V of the image alone: its tiles of (size / patch)^2 + 1 positions.
void addVisionTokens(Model& model) {
    const LayerIndices layers = model.layersWith(Layer::Attention::cross);
    if (layers.empty()) return;
    const Fields vision = model.file.object(keys::vision);
    if (!vision) return model.file.missing(keys::vision, "cross-attention layers keep the tokens of its image tiles");
    const char* why = "it decides the number of vision tokens";
    const Number size = vision.need(keys::imageSize, why);
    const Number patch = vision.need(keys::patchSize, why);
    const Number tiles = vision.need(keys::tiles, why);
    if (!size || !patch || !tiles) return;
    const std::int64_t side = size.value / patch.value;
    CachePart part = keyValuePart(Kind::cross, globalHeads(model.text));
    put(part, &CachePart::window, "window", {tiles.value * (side * side + 1), tiles.source});
    model.keep(std::move(part), layers);
}

/// Voxtral Realtime: the encoder of sound is causal and keeps K and V of its window. A token of the text stands for
/// several frames, whose K and V share its slot (vLLM vllm/model_executor/models/whisper_causal.py @017e9f4448;
/// Mistral's params.json: vllm/transformers_utils/configs/mistral.py).
void addCausalEncoder(Model& model) {
    const Node node = model.file.find(keys::audio);
    if (!node || !node.value->is_object()) return;
    const Fields audio(node.value, node.source, model.text.report());
    const Fields params = audio ? audio.object(keys::audioParams) : Fields(audio);
    const Fields f = params ? params.object(keys::audioEncoder) : audio;
    const Flag causal = f ? f.flag(keys::causal) : Flag{};
    if (!f || !f.has(keys::window) || (causal && !causal.value)) return;
    const Fields downsampling = params ? params.object(keys::audioDownsampling) : model.file;
    const Number pool = (downsampling ? downsampling : model.file).number(keys::downsample, {1, 1024});
    if (!pool) return;
    KvHeads heads = globalHeads(f);
    heads.kv = product(heads.kv, pool);
    CachePart part = keyValuePart(Kind::window, heads);
    const Number frames = f.number(keys::window);
    put(part, &CachePart::window, "window", {(frames.value + pool.value - 1) / pool.value + 1, frames.source});
    LayerIndices behind;
    for (std::int64_t i = 0; i < f.need(keys::layerCount, "each layer keeps its own", layerTotal).value; ++i)
        behind.push_back(model.count() + i);
    model.keep(std::move(part), behind);
}

}  // namespace

void addCross(Model& model) {
    addCausalEncoder(model);
    if (model.encoderDecoder) return addEncoderPositions(model);
    addVisionTokens(model);
}

}  // namespace kvfit::config
