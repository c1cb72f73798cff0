#include <algorithm>

#include "kvfit/dtype.hpp"
#include "read/config/keys.hpp"
#include "read/config/model.hpp"

namespace kvfit::config {

namespace {

std::string lower(std::string word) {
    std::transform(word.begin(), word.end(), word.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return word;
}

/// A stored type as this project spells it; `torch.bfloat16` and `bfloat16` are one.
std::string typeName(const std::string& word) {
    const std::string plain = lower(word.rfind("torch.", 0) == 0 ? word.substr(6) : word);
    const Dtype* known = findDtype(plain);
    return known == nullptr ? plain : std::string(known->name);
}

/// The type that a quantizer's word names: `NVFP4`, `mxfp4-pack-quantized`, `fbgemm_fp8`, ...
std::string typeInWord(const std::string& word) {
    const std::string plain = lower(word);
    for (const char* type : {"nvfp4", "mxfp4", "mxfp8", "fp8", "fp4", "int8", "int4"})
        if (plain.find(type) != std::string::npos) return type;
    return {};
}

std::string typeOfBits(std::int64_t bits, bool real) {
    if (bits == 8) return real ? "fp8" : "int8";
    if (bits == 4) return real ? "nvfp4" : "int4";
    return {};
}

/// Words and bits of one quantization object; nothing in it decides the cache's shape, so what is not
/// understood is left out.
struct Quantization {
    Fields f;

    Word word(Names names) const {
        const Node node = f.find(names);
        return node && node.value->is_string() ? Word{std::string(textIn(*node.value)), node.source} : Word{};
    }
    Fields object(Names names) const {
        const Node node = f.find(names);
        return Fields(node && node.value->is_object() ? node.value : nullptr, node.source, f.report());
    }
    std::int64_t bits() const {
        const Node node = f.find(keys::numBits);
        return node ? wholeIn(*node.value) : 0;
    }
    std::string typeOfScheme() const { return typeOfBits(bits(), word(keys::numberType).value == "float"); }
};

/// Most weights of a compressed-tensors file: the first group's.
std::string groupType(const Quantization& q) {
    const Fields groups = q.object(keys::configGroups);
    if (!groups || groups.json().empty()) return {};
    const auto first = groups.json().begin();
    const Quantization group{Fields(&first.value(), child(groups.at(), first.key()), q.f.report())};
    if (!first.value().is_object()) return {};
    const std::string format = typeInWord(group.word(keys::format).value);
    if (!format.empty()) return format;
    const Fields weights = group.object(keys::weightScheme);
    return weights ? Quantization{weights}.typeOfScheme() : std::string();
}

std::string weightType(const Quantization& q) {
    for (const std::string& type : {typeInWord(q.word(keys::format).value), groupType(q)})
        if (!type.empty()) return type;
    for (const keys::Key& key : keys::quantMethod) {
        const std::string type = typeInWord(q.word(Names(&key, 1)).value);
        if (!type.empty()) return type;
    }
    return typeOfBits(q.bits(), false);
}

/// The cache type that a quantizer has calibrated the model for.
void readCacheType(Model& model, const Quantization& q) {
    const Fields scheme = q.object(keys::kvScheme);
    const Node written = q.f.find(scheme ? Names(keys::kvScheme) : Names(keys::kvAlgorithm));
    if (!written) return;
    const std::string type = scheme ? Quantization{scheme}.typeOfScheme() : typeInWord(q.word(keys::kvAlgorithm).value);
    if (type.empty()) {
        if (textIn(*written.value) != "auto")
            q.f.report().note("unknown_kv_scheme", keyOf(written.source),
                              "the cache type at " + written.source + " is not known; the model's own type is used");
        return;
    }
    model.out.kvDtype = type;
    model.out.typeSources["kvDtype"] = written.source;
}

void readQuantization(Model& model, const Fields& f) {
    const Quantization outer{f};
    const Fields config = outer.object(keys::quantization);
    if (!config) return;
    Quantization q{config};
    const Fields inner = q.object(keys::quantizationInner);
    if (inner) q = {inner};
    readCacheType(model, q);
    const std::string type = weightType(q);
    if (!type.empty()) model.out.weights.dtype = type;
}

}  // namespace

void readTypes(Model& model) {
    Architecture& a = model.out;
    const auto take = [&](Names names, std::string& into, const char* key) {
        for (const Fields& f : {model.text, model.file}) {
            const Word word = f.word(names);
            if (!word) continue;
            into = typeName(word.value);
            a.typeSources[key] = word.source;
            return;
        }
    };
    take(keys::dtype, a.modelDtype, "modelDtype");
    take(keys::stateDtype, a.stateDtype, "stateDtype");
    if (!a.stateDtype.empty() && findDtype(a.stateDtype) == nullptr) {
        model.text.refuse(
            "unknown_dtype", a.typeSources["stateDtype"], keyOf(a.typeSources["stateDtype"]),
            keyOf(a.typeSources["stateDtype"]) + " is \"" + a.stateDtype + "\", which is not a known type",
            "float32, bfloat16 and float16 are used");
    }
    a.weights.dtype = a.modelDtype;
    for (const Fields& f : {model.file, model.text}) readQuantization(model, f);
    const Word expert = model.text.word(keys::expertDtype);
    if (expert) a.weights.dtype = typeName(expert.value);
}

}  // namespace kvfit::config
