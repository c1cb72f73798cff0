#include "read/config/attention.hpp"

#include "read/config/keys.hpp"

namespace kvfit::config {

namespace {

/// Query heads are shared out evenly over KV heads.
void checkGroups(const Fields& f, const Number& query, const Number& kv) {
    if (!query || !kv || query.value % kv.value == 0) return;
    f.refuse("contradiction", kv.source, keyOf(kv.source),
             keyOf(query.source) + " (" + std::to_string(query.value) + ") is not a multiple of " + keyOf(kv.source) +
                 " (" + std::to_string(kv.value) + ")",
             "query heads are shared out evenly over KV heads");
}

/// The number of KV heads: stated, one for multi-query attention, else one for each query head.
/// Falcon's multi_query holds whatever num_kv_heads says unless the new decoder is on; ChatGLM's flag
/// switches its number of groups (transformers FalconConfig, vLLM ChatGLMConfig).
Number kvHeads(const Fields& f, const Number& query, Names stated) {
    if (const Fields nested = f.object(keys::attnConfig)) {
        const Word type = nested.word(keys::attnType);
        if (type.value == "multiquery_attention") return {1, type.source};
        if (const Number kv = nested.number(keys::kvHeads)) return kv;
    }
    const Flag multiQuery = f.flag(keys::multiQuery);
    if (multiQuery.value && !f.flag(keys::newDecoder).value) return {1, multiQuery.source};
    const Flag grouped = f.flag(keys::multiQueryAttention);
    if (grouped && !grouped.value) return query;
    if (grouped) return f.need(keys::queryGroups, "multi_query_attention shares K and V among so many groups");
    if (const Number inGroup = f.number(keys::headsInGroup)) {
        if (!query || query.value % inGroup.value == 0) return {query.value / inGroup.value, inGroup.source};
        f.refuse("contradiction", inGroup.source, keyOf(inGroup.source),
                 keyOf(query.source) + " (" + std::to_string(query.value) + ") is not a multiple of " +
                     keyOf(inGroup.source) + " (" + std::to_string(inGroup.value) + ")");
        return {};
    }
    if (const Number own = f.number(keys::kvHeadsByLayer)) return own;
    const Number kv = f.number(stated);
    if (kv || f.has(stated)) return kv;
    if (query)
        f.report().note("assumed_mha", "num_key_value_heads",
                        "no number of KV heads is given, so each of the " + std::to_string(query.value) +
                            " query heads keeps its own");
    return query;
}

Number queryHeads(const Fields& f, Names names) {
    return f.need(names, "the number of attention heads decides the width of K and V");
}

/// v_head_dim of a model that could be latent and is not says nothing.
Number valueWidth(const Fields& f, const Number& key) {
    const Flag latent = f.flag(keys::useLatent);
    const Number own = latent && !latent.value ? Number{} : f.number(keys::valueHeadDim);
    return own ? own : key;
}

}  // namespace

Number headDim(const Fields& f, const Number& query) {
    if (const Number own = f.number(keys::ownHeadDim)) return own;
    // openPangu names the parts of a key with and without rotary positions.
    if (const Number nope = f.number(keys::splitNope))
        return sum(nope, f.need(keys::splitRope, "it is the rotary part of a key", orZero));
    // Zamba attends over the hidden state beside the embedding, which doubles the input.
    const Number repeat = f.number(keys::inputRepeat);
    const Number stated = repeat ? Number{} : f.number(keys::headDim);
    if (stated || (!repeat && f.has(keys::headDim))) return stated;
    const Number hidden = repeat ? product(f.number(keys::hiddenSize), repeat) : f.number(keys::hiddenSize);
    if (!hidden || !query || hidden.value % query.value != 0) {
        const std::string size = hidden ? std::to_string(hidden.value) : "missing";
        const std::string heads = query ? std::to_string(query.value) : "missing or 0";
        f.missing(keys::headDim, "it cannot be derived, because hidden_size (" + size +
                                     ") is not a multiple of num_attention_heads (" + heads + ")");
        return {};
    }
    f.report().note("derived_head_dim", "head_dim",
                    "head_dim is not given; hidden_size / num_attention_heads = " +
                        std::to_string(hidden.value / query.value) + " is used");
    return {hidden.value / query.value, hidden.source};
}

KvHeads globalHeads(const Fields& f) {
    KvHeads h;
    h.query = queryHeads(f, keys::heads);
    const Number kv = f.number(keys::globalKvHeads);
    h.kv = kv ? kv : kvHeads(f, h.query, keys::kvHeads);
    checkGroups(f, h.query, h.kv);
    const Number key = f.number(keys::globalHeadDim);
    h.key = key ? key : headDim(f, h.query);
    h.value = key ? key : valueWidth(f, h.key);
    return h;
}

KvHeads localHeads(const Fields& f) {
    // Step 3.5 describes its other kind of attention in an object of its own.
    if (const Fields other = f.object(keys::otherSetting)) return globalHeads(other);
    KvHeads h;
    const Number query = f.number(keys::localHeads);
    h.query = query ? query : queryHeads(f, keys::heads);
    const bool own = query || f.has(keys::localHeadDim);
    h.kv = own ? f.need(keys::localKvHeads, "windowed layers have heads of their own")
               : kvHeads(f, h.query, keys::kvHeads);
    checkGroups(f, h.query, h.kv);
    const Number key = f.number(keys::localHeadDim);
    h.key = key ? key : headDim(f, h.query);
    const Number value = f.number(keys::localValueHeadDim);
    if (value)
        h.value = value;
    else if (key && f.has(keys::valueHeadDim))
        h.value = f.need(keys::localValueHeadDim, "windowed layers have widths of their own");
    else
        h.value = key ? key : valueWidth(f, h.key);
    return h;
}

KvHeads decoderHeads(const Fields& f) {
    KvHeads h;
    h.query = queryHeads(f, keys::decoderHeads);
    h.kv = kvHeads(f, h.query, keys::decoderKvHeads);
    checkGroups(f, h.query, h.kv);
    h.key = headDim(f, h.query);
    h.value = h.key;
    return h;
}

CachePart keyValuePart(Kind kind, const KvHeads& heads) {
    CachePart part;
    part.kind = kind;
    part.role = kind == Kind::cross ? Role::cross : Role::kv;
    put(part, &CachePart::heads, "heads", heads.kv);
    put(part, &CachePart::keyWidth, "keyWidth", heads.key);
    put(part, &CachePart::valueWidth, "valueWidth", heads.value);
    return part;
}

LayerIndices owningLayers(const Model& model, Layer::Attention attention) {
    const Fields& f = model.text;
    const Number shared = f.number(keys::sharedKvLayers, orZero);
    if (shared.value >= model.count() && shared) {
        f.refuse("contradiction", shared.source, keyOf(shared.source),
                 keyOf(shared.source) + " (" + std::to_string(shared.value) + ") leaves none of the " +
                     std::to_string(model.count()) + " layers a cache of its own");
        return {};
    }
    const Number factor = f.flag(keys::useCla).value
                              ? f.need(keys::claFactor, "use_cla shares one cache among so many layers")
                              : Number{};
    return model.layersWhere([&](const Layer& l, std::int64_t i) {
        return l.attention == attention && i < model.count() - shared.value && (!factor || i % factor.value == 0);
    });
}

void addAttention(Model& model) {
    if (isLatent(model.text) || isCompressed(model)) return;
    model.keepEach(owningLayers(model, Layer::Attention::full), [&](const Fields& f) {
        return keyValuePart(Kind::full, model.encoderDecoder ? decoderHeads(f) : globalHeads(f));
    });
    model.keepEach(owningLayers(model, Layer::Attention::window), [](const Fields& f) {
        CachePart part = keyValuePart(Kind::window, localHeads(f));
        put(part, &CachePart::window, "window", f.need(keys::window, "layers attend within a window of unknown size"));
        return part;
    });
    model.keepEach(owningLayers(model, Layer::Attention::chunked), [](const Fields& f) {
        CachePart part = keyValuePart(Kind::chunked, globalHeads(f));
        put(part, &CachePart::window, "window", f.need(keys::chunk, "layers attend within a chunk of unknown size"));
        return part;
    });
}

/// Models that run their layers in a loop: every run after the first keeps a window of its own
/// (IQuest-LoopCoder, vLLM vllm/model_executor/models/iquest_loopcoder.py).
void addRepeatedRuns(Model& model) {
    const Number loops = model.text.number(keys::loops, {1, 1024});
    if (!loops || loops.value == 1) return;
    const LayerIndices layers = owningLayers(model, Layer::Attention::full);
    if (layers.empty()) return;
    CachePart part = keyValuePart(Kind::window, globalHeads(model.text));
    put(part, &CachePart::window, "window",
        model.text.need(keys::loopWindow, "every run after the first keeps a window of unknown size"));
    LayerIndices repeated;
    for (std::int64_t run = 1; run < loops.value; ++run)
        for (const std::int64_t layer : layers) repeated.push_back(layer + run * model.count());
    model.keep(std::move(part), repeated);
}

}  // namespace kvfit::config
