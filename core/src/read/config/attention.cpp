#include "read/config/attention.hpp"

#include "read/config/keys.hpp"
#include "read/config/model.hpp"

namespace kvfit::config {

namespace {

/// Query heads over KV heads must be a whole number.
void checkGroups(const Fields& f, const Number& query, const Number& kv) {
    if (!query || !kv || query.value % kv.value == 0) return;
    f.refuse("contradiction", kv.source, keyOf(kv.source),
             keyOf(query.source) + " (" + std::to_string(query.value) + ") is not a multiple of " + keyOf(kv.source) +
                 " (" + std::to_string(kv.value) + ")",
             "query heads are shared out evenly over KV heads");
}

/// The number of KV heads: stated, one for multi-query attention, else one for each query head.
/// Falcon's multi_query holds whatever num_kv_heads says unless the new decoder is on; ChatGLM's
/// comes with a number of groups (transformers FalconConfig, ChatGLMConfig).
Number kvHeads(const Fields& f, const Number& query) {
    const Fields nested = f.object(keys::attnConfig);
    if (nested) {
        const Word type = nested.word(keys::attnType);
        if (type && type.value == "multiquery_attention") return {1, type.source};
        const Number kv = nested.number(keys::kvHeads);
        if (kv) return kv;
    }
    const Flag multiQuery = f.flag(keys::multiQuery);
    if (multiQuery && !f.flag(keys::newDecoder).value) {
        if (!multiQuery.value) return query;
        const Number groups = f.number(keys::queryGroups);
        return groups ? groups : Number{1, multiQuery.source};
    }
    const Number stated = f.number(keys::kvHeads);
    if (stated || f.has(keys::kvHeads)) return stated;
    if (query)
        f.report().note("assumed_mha", "num_key_value_heads",
                        "no number of KV heads is given, so each of the " + std::to_string(query.value) +
                            " query heads keeps its own");
    return query;
}

}  // namespace

Number headDim(const Fields& f, const Number& query) {
    const Number stated = f.number(keys::headDim);
    if (stated || f.has(keys::headDim)) return stated;
    const Number hidden = f.number(keys::hiddenSize);
    const std::string heads = query ? std::to_string(query.value) : "missing";
    if (!hidden || !query || hidden.value % query.value != 0) {
        const std::string size = hidden ? std::to_string(hidden.value) : "missing";
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
    h.query = f.need(keys::heads, "the number of attention heads decides the width of K and V");
    const Number kv = f.number(keys::globalKvHeads);
    h.kv = kv ? kv : kvHeads(f, h.query);
    checkGroups(f, h.query, h.kv);
    const Number own = f.number(keys::globalHeadDim);
    h.key = own ? own : headDim(f, h.query);
    const Number value = f.number(keys::valueHeadDim);
    h.value = value ? value : h.key;
    return h;
}

KvHeads localHeads(const Fields& f) {
    KvHeads h;
    const Number query = f.number(keys::localHeads);
    h.query = query ? query : f.need(keys::heads, "the number of attention heads decides the width of K and V");
    const Number kv = f.number(keys::localKvHeads);
    h.kv = kv ? kv : kvHeads(f, h.query);
    checkGroups(f, h.query, h.kv);
    const Number key = f.number(keys::localHeadDim);
    h.key = key ? key : headDim(f, h.query);
    const Number localValue = f.number(keys::localValueHeadDim);
    const Number value = localValue || key ? localValue : f.number(keys::valueHeadDim);
    h.value = value ? value : h.key;
    return h;
}

namespace {

CachePart keyValuePart(Kind kind, const KvHeads& heads) {
    CachePart part;
    part.kind = kind;
    part.role = Role::kv;
    put(part, &CachePart::heads, "heads", heads.kv);
    put(part, &CachePart::keyWidth, "keyWidth", heads.key);
    put(part, &CachePart::valueWidth, "valueWidth", heads.value);
    return part;
}

}  // namespace

void addAttention(Model& model) {
    if (isLatent(model.text) || isCompressed(model.text)) return;
    const Fields& f = model.text;
    const auto with = [&](Layer::Attention kind) {
        return model.layersWhere([&](const Layer& l, std::int64_t) { return l.attention == kind; });
    };
    const auto global = with(Layer::Attention::full);
    if (!global.empty()) model.keep(keyValuePart(Kind::full, globalHeads(f)), global);
    const auto local = with(Layer::Attention::window);
    if (!local.empty()) {
        CachePart part = keyValuePart(Kind::window, localHeads(f));
        put(part, &CachePart::window, "window", f.need(keys::window, "layers attend within a window of unknown size"));
        model.keep(std::move(part), local);
    }
    const auto chunks = with(Layer::Attention::chunked);
    if (!chunks.empty()) {
        CachePart part = keyValuePart(Kind::chunked, globalHeads(f));
        put(part, &CachePart::window, "window", f.need(keys::chunk, "layers attend within a chunk of unknown size"));
        model.keep(std::move(part), chunks);
    }
}

}  // namespace kvfit::config
