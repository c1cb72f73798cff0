#include "read/gguf/model.hpp"

#include "arch/shape.hpp"
#include "read/gguf/parts.hpp"

namespace kvfit::gguf {

namespace {

std::string textOf(const Metadata& metadata, std::string_view key) {
    const Value* value = find(metadata, key);
    return value != nullptr && value->kind == Value::Kind::text ? value->text : "";
}

Error noArchitecture(const Metadata& metadata) {
    const Value* part = find(metadata, "split.no");
    if (part != nullptr && part->number > 0)
        return {"not_first_part", "split.no", "split.no",
                "this is part " + std::to_string(part->number + 1) + " of a split file, which describes no model",
                "open the first part, whose name holds 00001-of"};
    return {"missing_field", "general.architecture", "general.architecture",
            "general.architecture is missing, so that no model is described", "choose the model's own GGUF file"};
}

void addFacts(Architecture& a, Fields& f, const Metadata& metadata) {
    a.name = textOf(metadata, "general.name");
    a.modelType = f.architecture();
    a.attentionHeads = f.at("attention.head_count", 0).value;
    a.hiddenSize = f.number("embedding_length").value;
    a.trainedContext = f.number("context_length").value;
    a.draftLayers = f.number("nextn_predict_layers", 0).value;
    a.vocabSize = f.number("vocab_size").value;
    Parameters& p = a.parameters;
    const auto take = [&](const char* key, std::int64_t& into) {
        const Number n = f.at(key, 0);
        into = n.value;
        if (n) p.sources[key] = n.source;
    };
    take("feed_forward_length", p.intermediateSize);
    take("expert_feed_forward_length", p.expertIntermediateSize);
    take("expert_count", p.experts);
    take("expert_used_count", p.expertsPerToken);
    if (p.experts > 0 && p.expertIntermediateSize == 0) p.expertIntermediateSize = p.intermediateSize;
    const Value* vocabulary = find(metadata, "tokenizer.ggml.tokens");
    if (a.vocabSize == 0 && vocabulary != nullptr) a.vocabSize = vocabulary->count;
}

}  // namespace

Expected<Architecture> modelOf(const Metadata& metadata) {
    const std::string name = textOf(metadata, "general.architecture");
    if (name.empty()) return noArchitecture(metadata);
    Fields f(metadata, name);
    Architecture a;
    const std::vector<Layer> layers = layersOf(f);
    if (f.errors.empty()) a.parts = partsOf(f, layers);
    if (f.errors.empty()) addFacts(a, f, metadata);
    if (f.errors.empty() && a.parts.empty())
        f.refuse("unknown_attention", "attention.head_count_kv", "no layer of this file keeps anything");
    if (!f.errors.empty()) return f.errors;
    a.layers = static_cast<std::int64_t>(layers.size());
    a.attentionKind = attentionKind(a);
    if (f.has("attention.causal") && f.number("attention.causal", 0).value == 0)
        f.note("not_causal", "attention.causal",
               "an encoder needs no cache; builds that allocate one size it like this");
    a.notes = std::move(f.notes);
    return a;
}

}  // namespace kvfit::gguf
