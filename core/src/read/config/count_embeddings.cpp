#include <cmath>

#include "read/config/count.hpp"
#include "read/config/parameter_keys.hpp"

namespace kvfit::config {

namespace {

/// Qwen3.8-Flash-Next (transformers modular_qwen4_exp.py): streams that two mixers of low rank in each layer
/// read and write; listed layers look hashed n-grams up in a table of their own and project them to all streams.
void countStreams(Count& c, const LayerIndices& all) {
    const Number rank = c.text.number(keys::streamRank);
    const Number streams = c.text.number(keys::streams);
    if (!rank || !streams) return;
    const Number wide = product(streams, c.hidden);
    c.add(ModuleKind::norm, "hyper_connection", all, {constant(2), wide, sum(times(2, rank), streams)});
    c.add(ModuleKind::norm, "hyper_connection_mixer", {-1}, {constant(2), wide, rank});
    for (const CachePart& part : c.model.out.parts) {
        if (part.variant != "ple") continue;
        const Number stated = c.text.number(keys::ngramWidth);
        const Number width = stated ? stated : c.hidden;
        c.add(ModuleKind::embedding, "ple.ngram_embedding", part.layers,
              {c.text.need(keys::ngramRows, "layers that embed n-grams have so many rows"), width});
        c.add(ModuleKind::norm, "ple.key_value_proj", part.layers, {width, sum(wide, c.hidden)});
    }
}

/// DeepSeek-V4.1: a quantized checkpoint stores these tables in MXFP8.
void countEngrams(Count& c) {
    const Node list = c.text.find(keys::engramLayers);
    if (!list || !list.value->is_array()) return;
    for (std::size_t i = 0; i < list.value->size() && i < static_cast<std::size_t>(layerTotal.most); ++i) {
        const std::int64_t layer = wholeIn((*list.value)[i]);
        if (layer < 0 || layer >= c.model.count()) continue;
        const Number rows = c.text.atLayer(static_cast<std::int64_t>(i), {}).number(keys::engramRows);
        Module& table = c.add(ModuleKind::embedding, "engram.embed", {layer}, {rows, c.text.number(keys::engramWidth)});
        if (c.file.has(keys::quantization)) table.dtype = "mxfp8";
    }
}

}  // namespace

/// Embedding, head, final norm. A tied head is the embedding again. Gemma 3n and 4 give every layer an
/// input of its own out of a second embedding.
void countEmbeddings(Count& c) {
    const LayerIndices outside{-1};
    LayerIndices all;
    for (std::int64_t i = 0; i < c.model.count(); ++i) all.push_back(i);
    Number vocabulary = c.text.need(keys::vocabSize, "embedding and head have a row for each token");
    if (const Number unit = c.text.number(keys::paddedTo))
        vocabulary.value = (vocabulary.value + unit.value - 1) / unit.value * unit.value;
    // The smallest OPT models embed in fewer dimensions and project.
    const Number own = c.text.number(keys::embeddingWidth);
    const Number width = own ? own : c.hidden;
    // Models that speak read text from one vocabulary and write codes of another; drafts choose among fewer tokens.
    const Number read = c.text.number(keys::textVocabulary);
    const Number rows = read ? read : vocabulary;
    const Number fewer = (c.text.has(keys::draftVocabulary) ? c.text : c.file).number(keys::draftVocabulary);
    const Number written = fewer ? fewer : vocabulary;
    c.add(ModuleKind::embedding, "embed_tokens", outside, {rows, width}).width = rows.value;
    if (!c.holds(keys::tied)) c.add(ModuleKind::head, "lm_head", outside, {written, width}).width = written.value;
    // A frame of sound is a code out of each book (CSM, transformers modeling_csm.py; Moshi, Kyutai).
    if (const Number books = c.text.number(keys::codebooks))
        c.add(ModuleKind::embedding, "embed_audio_tokens", outside,
              {books, c.text.number(keys::codebookSize), c.hidden});
    if (width.value != c.hidden.value) c.add(ModuleKind::norm, "project_in", outside, {constant(2), width, c.hidden});
    if (c.holds(keys::learntPositions))
        c.add(ModuleKind::norm, "embed_positions", outside, {c.text.number(keys::context), c.hidden});
    c.add(ModuleKind::norm, "norm", outside, {c.hidden});
    c.add(ModuleKind::norm, "input_layernorm", all, {constant(2), c.hidden});
    // LongCat-Flash-Lite (arXiv 2601.21204): tables of hashed n-grams, together as wide as the hidden state.
    if (const Found<double> ratio = c.text.real(keys::ngramRatio)) {
        const Number rows{std::llround(ratio.value * static_cast<double>(vocabulary.value)), ratio.source};
        c.add(ModuleKind::embedding, "ngram_embeddings", outside, {rows, c.hidden});
    }
    countStreams(c, all);
    countEngrams(c);

    // Gemma 3n (transformers modular_gemma3n.py): AltUp projects into and out of each further stream.
    if (const Number streams = c.text.number(keys::alternating)) {
        c.add(ModuleKind::norm, "altup_projections", outside,
              {constant(2), sum(streams, constant(-1)), c.hidden, c.hidden});
        c.add(ModuleKind::norm, "altup.modality_router", all, {streams, c.hidden});
    }
    if (const Number rank = c.text.number(keys::residualRank))
        c.add(ModuleKind::norm, "laurel.linear", all, {constant(2), c.hidden, rank});

    const Number input = c.text.number(keys::perLayerInput, orZero);
    if (input.value == 0) return;
    const Number layers{c.model.count(), c.model.arrangement.source};
    const Number perLayer = c.text.number(keys::perLayerVocabulary);
    c.add(ModuleKind::embedding, "embed_tokens_per_layer", outside, {perLayer ? perLayer : vocabulary, layers, input});
    c.add(ModuleKind::norm, "per_layer_model_projection", outside, {c.hidden, layers, input});
    c.add(ModuleKind::norm, "per_layer_input_gate", all, {constant(2), c.hidden, input});
}

}  // namespace kvfit::config
