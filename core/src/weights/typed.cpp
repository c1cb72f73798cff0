#include "weights/typed.hpp"

#include "base/text.hpp"
#include "kvfit/types.hpp"
#include "weights/gguf_mix.hpp"
#include "weights/width.hpp"

namespace kvfit {

namespace {

bool isLinear(ModuleKind kind) {
    switch (kind) {
        case ModuleKind::attention:
        case ModuleKind::key_value:
        case ModuleKind::latent:
        case ModuleKind::indexer:
        case ModuleKind::state:
        case ModuleKind::mlp:
        case ModuleKind::shared_expert:
        case ModuleKind::expert:
            return true;
        default:
            return false;
    }
}

bool isFeedForward(ModuleKind kind) {
    return kind == ModuleKind::mlp || kind == ModuleKind::shared_expert || kind == ModuleKind::expert;
}

/// 4-bit floating point is published for feed-forward layers, attention beside it keeps 8 or 16 bits
/// (openai/gpt-oss, deepseek-ai/DeepSeek-V4, nvidia/*-NVFP4 configurations); mxfp4 for experts alone.
/// All other types are published for every linear layer.
bool takes(const std::string& type, ModuleKind kind, Taken taken, bool experts) {
    if (!isLinear(kind)) return false;
    if (type == "mxfp4" && experts) return kind == ModuleKind::expert;
    if (taken == Taken::experts) return experts ? kind == ModuleKind::expert : isFeedForward(kind);
    return taken == Taken::most || type != "nvfp4" || isFeedForward(kind);
}

Error unknownType(const std::string& word) {
    const std::string shown = shortened(word);
    return {"unknown_dtype",
            "/weightsDtype",
            "weightsDtype",
            "weightsDtype is \"" + shown + "\", which is not a known stored type of weights",
            "for example bf16, fp8, int8, awq, gptq, nvfp4, mxfp4, nf4, q8_0, q4_k_m",
            0,
            0,
            {{"value", shown}}};
}

}  // namespace

Expected<TypedModules> typedModules(const Architecture& a, const Scenario& s, Taken taken) {
    TypedModules out;
    const std::string served(modelType(a).dtype->name);
    const std::string own = a.parameters.quantization;
    const std::string published = weightTypeName(a.weights.dtype);
    std::string asked = s.weightsDtype ? weightTypeName(*s.weightsDtype) : own.empty() ? published : "";
    if (asked == "auto") asked = own.empty() ? published : "";
    const bool file = asked.empty() || asked == own || (!own.empty() && asked == published);
    out.dtype = file ? (own.empty() ? served : own) : asked;
    out.source = s.weightsDtype ? "weightsDtype" : file ? "quantization_config" : "model";
    if (!widthOf(out.dtype) && !isGgufMix(out.dtype)) return unknownType(out.dtype);
    out.decided = file || isFullWidth(asked) || isGgufMix(asked);
    if (isGgufMix(out.dtype)) {
        out.modules = ggufModules(a, out.dtype);
        return out;
    }
    const bool experts = a.parameters.experts > 1;
    const std::string full = isFullWidth(out.dtype) ? out.dtype : served;
    for (Module m : a.parameters.modules) {
        if (!file) m.dtype = takes(asked, m.kind, taken, experts) ? asked : full;
        if (m.dtype.empty()) m.dtype = full;
        out.modules.push_back(std::move(m));
    }
    return out;
}

}  // namespace kvfit
