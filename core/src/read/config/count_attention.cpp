#include <algorithm>
#include <iterator>

#include "read/config/attention.hpp"
#include "read/config/count.hpp"
#include "read/config/expert_layers.hpp"
#include "read/config/parameter_keys.hpp"

namespace kvfit::config {

namespace {

/// Q, K, V and output projections. An output gate doubles Q (Qwen3-Next).
void countProjections(Count& c, const KvHeads& heads, const LayerIndices& layers, const char* prefix = "self_attn") {
    const std::string p = prefix;
    const auto put = [&](ModuleKind kind, const char* name, std::initializer_list<Number> factors) -> Module& {
        return c.add(kind, (p + name).c_str(), layers, factors);
    };
    const Number gate = constant(c.holds(keys::outputGate) || c.text.word(keys::gateFunction) ? 2 : 1);
    // JetMoE chooses experts for queries and outputs, each with a query head for every KV head.
    const bool chosen = c.holds(keys::queryExperts);
    const Number banks = chosen ? c.text.number(keys::experts) : constant(1);
    const Number queries = chosen ? heads.kv : heads.query;
    put(ModuleKind::attention, ".q_proj", {c.hidden, queries, heads.key, gate, banks});
    put(ModuleKind::key_value, ".k_proj", {c.hidden, heads.kv, heads.key}).heads = heads.kv.value;
    put(ModuleKind::key_value, ".v_proj", {c.hidden, heads.kv, heads.value}).heads = heads.kv.value;
    // K2 Horizon MoVA: the layers with experts have experts for values too.
    if (const Number values = c.text.number(keys::valueExperts, orZero); values.value > 1) {
        LayerIndices sparse;
        std::copy_if(layers.begin(), layers.end(), std::back_inserter(sparse),
                     [&](std::int64_t layer) { return hasExperts(c.text, layer); });
        Module& more = c.add(ModuleKind::key_value, (p + ".v_proj.experts").c_str(), sparse,
                             {sum(values, constant(-1)), c.hidden, heads.kv, heads.value});
        more.heads = heads.kv.value;
    }
    put(ModuleKind::attention, ".o_proj", {queries, heads.value, c.hidden, banks});
    // SwiftKV: behind so many layers each has further projections, of one hidden state for all of them
    // (snowflakedb/ArcticInference llama_swiftkv.py @9d46438).
    if (const Number first = c.text.number(Names(keys::swiftKvShape).first(1))) {
        LayerIndices behind;
        std::copy_if(layers.begin(), layers.end(), std::back_inserter(behind),
                     [&](std::int64_t layer) { return layer >= first.value; });
        c.add(ModuleKind::attention, (p + ".q_proj_swiftkv").c_str(), behind, {c.hidden, heads.query, heads.key});
        c.add(ModuleKind::key_value, (p + ".kv_proj_swiftkv").c_str(), behind,
              {c.hidden, heads.kv, sum(heads.key, heads.value)});
    }
    if (c.holds(keys::attentionBias)) put(ModuleKind::norm, ".bias", {sum(heads.query, times(2, heads.kv)), heads.key});
    if (c.out.headWidth < heads.key.value) c.out.headWidth = heads.key.value;
}

/// Multi-head latent attention, arXiv 2405.04434 section 2.1: Q through a latent of its own where the
/// file gives its rank; K and V of each head out of the common latent.
void countLatent(Count& c, const LayerIndices& layers, bool local) {
    if (layers.empty()) return;
    const Fields& f = c.text;
    const char* why = "it decides how wide the projections are";
    const Number heads = local && f.has(keys::localHeads) ? f.number(keys::localHeads) : f.need(keys::heads, why);
    const Number rank = f.number(local ? Names(keys::localLatentRank) : Names(keys::latentRank));
    const Number rope = f.number(local ? Names(keys::localRopeHeadDim) : Names(keys::ropeHeadDim), orZero);
    // Motif 3 gives the whole width of a head instead.
    const Names nopeKeys = local ? Names(keys::localNopeHeadDim) : Names(keys::nopeHeadDim);
    const Number whole = f.has(nopeKeys) ? Number{} : f.number(keys::headDim);
    const Number nope = whole.value > rope.value ? sum(whole, Number{-rope.value, rope.source}) : f.need(nopeKeys, why);
    const Number own = local ? f.number(keys::localValueHeadDim) : Number{};
    const Number value = own ? own : f.need(keys::valueHeadDim, why);
    const Number queryRank = f.number(local ? Names(keys::localQueryRank) : Names(keys::queryRank));
    if (queryRank) {
        c.add(ModuleKind::latent, "self_attn.q_a_proj", layers, {c.hidden, queryRank});
        c.add(ModuleKind::attention, "self_attn.q_b_proj", layers, {queryRank, heads, sum(nope, rope)});
    } else {
        c.add(ModuleKind::attention, "self_attn.q_proj", layers, {c.hidden, heads, sum(nope, rope)});
    }
    c.add(ModuleKind::latent, "self_attn.kv_a_proj_with_mqa", layers, {c.hidden, sum(rank, rope)});
    c.add(ModuleKind::attention, "self_attn.kv_b_proj", layers, {rank, heads, sum(nope, value)});
    c.add(ModuleKind::attention, "self_attn.o_proj", layers, {heads, value, c.hidden});
    if (c.holds(keys::latentGate))
        c.add(ModuleKind::attention, "self_attn.gate_proj", layers, {c.hidden, heads, value});
    c.out.headWidth = nope.value + rope.value;
}

/// DeepSeek-V4: one vector for all heads, an output through groups of low rank, compressors that weigh
/// entries (two sets where they overlap, at ratio 4).
void countCompressed(Count& c, const LayerIndices& layers) {
    const Fields& f = c.text;
    const char* why = "it decides how wide the projections are";
    const Number heads = f.need(keys::heads, why);
    const Number width = f.need(keys::headDim, why);
    const Number queryRank = f.need(keys::queryRank, why);
    const Number rank = f.need(keys::outputRank, why);
    c.add(ModuleKind::latent, "self_attn.wq_a", layers, {c.hidden, queryRank});
    c.add(ModuleKind::attention, "self_attn.wq_b", layers, {queryRank, heads, width});
    c.add(ModuleKind::latent, "self_attn.wkv", layers, {c.hidden, width});
    c.add(ModuleKind::attention, "self_attn.wo_a", layers, {heads, width, rank});
    c.add(ModuleKind::attention, "self_attn.wo_b", layers, {f.need(keys::outputGroups, why), rank, c.hidden});
    for (const CachePart& part : c.model.out.parts) {
        if (part.kind != Kind::compressed || part.draft) continue;
        const Number sets = constant(part.ratio == 4 ? 2 : 1);
        c.add(ModuleKind::latent, "self_attn.compressor", part.layers, {constant(2), sets, c.hidden, width});
    }
    c.out.headWidth = width.value;
}

/// An index over all tokens: its queries out of the query latent, one key, a weight for each head.
void countIndexer(Count& c) {
    for (const CachePart& part : c.model.out.parts) {
        if (part.role != Role::indexer || part.draft) continue;
        const Number heads = c.text.number(keys::indexHeads);
        if (!heads) continue;
        const Number width{part.keyWidth, part.sources.count("keyWidth") ? part.sources.at("keyWidth") : "rule"};
        const Number rank = c.text.number(keys::queryRank);
        c.add(ModuleKind::indexer, "self_attn.indexer.wq_b", part.layers, {rank ? rank : c.hidden, heads, width});
        c.add(ModuleKind::indexer, "self_attn.indexer.wk", part.layers, {c.hidden, width});
        c.add(ModuleKind::indexer, "self_attn.indexer.weights_proj", part.layers, {c.hidden, heads});
        if (part.ratio == 4 && isCompressed(c.model))
            c.add(ModuleKind::indexer, "self_attn.indexer.compressor", part.layers, {constant(4), c.hidden, width});
    }
}

}  // namespace

void countAttention(Count& c) {
    const Model& m = c.model;
    const LayerIndices local = m.layersWith(Layer::Attention::window);
    if (isCompressed(m)) {
        countCompressed(c, m.layersWhere([](const Layer&, std::int64_t) { return true; }));
        return countIndexer(c);
    }
    if (isLatent(m.text)) {
        countLatent(c, m.layersWith(Layer::Attention::full), false);
        countLatent(c, local, true);
        return countIndexer(c);
    }
    const bool differ =
        c.differ({Names(keys::heads), Names(keys::kvHeads), Names(keys::kvHeadsByLayer), Names(keys::headDim)});
    const auto global = [&](const Fields& f, const LayerIndices& layers) {
        countProjections(c, m.encoderDecoder ? decoderHeads(f) : globalHeads(f), layers);
    };
    for (const auto kind : {Layer::Attention::full, Layer::Attention::chunked, Layer::Attention::cross})
        c.each(m.layersWith(kind), differ, "attention", global);
    c.each(local, differ, "attention",
           [&](const Fields& f, const LayerIndices& layers) { countProjections(c, localHeads(f), layers); });
    if (m.encoderDecoder) {
        const auto attends = [](const Layer& l, std::int64_t) { return l.attention != Layer::Attention::none; };
        countProjections(c, decoderHeads(c.text), m.layersWhere(attends), "encoder_attn");
    }
    countIndexer(c);
}

}  // namespace kvfit::config
