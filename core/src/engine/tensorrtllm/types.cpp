#include <algorithm>
#include <string>

#include "base/text.hpp"
#include "engine/remarks.hpp"
#include "engine/tensorrtllm/settings.hpp"

namespace kvfit::tensorrtllm {

namespace {

// get_cache_bytes_per_token of tensorrt_llm/_torch/pyexecutor/resource_manager.py @001541bad; int8 is the
// C++ runtime's.
constexpr std::string_view cacheTypes[] = {"bf16",     "fp16", "fp32", "fp8",   "fp8_e4m3",
                                           "fp8_e5m2", "int8", "fp4",  "nvfp4", "fp8_ds_mla"};

bool isCacheType(const Dtype* d) {
    return std::any_of(std::begin(cacheTypes), std::end(cacheTypes),
                       [&](std::string_view known) { return findDtype(known) == d; });
}

void refuseType(Errors& errors, const Scenario::Text& type, const char* field) {
    const Dtype* d = type ? findDtype(*type) : nullptr;
    if (d == nullptr || isCacheType(d)) return;  // unknown names are refused for all engines alike
    std::string all;
    for (const std::string_view known : cacheTypes) all += (all.empty() ? "" : ", ") + std::string(known);
    errors.push_back(
        {"unknown_dtype",
         std::string("/") + field,
         field,
         std::string(field) + " is \"" + shortened(*type) + "\", which is not a cache type of TensorRT-LLM",
         "use one of " + all,
         0,
         0,
         {{"value", shortened(*type)}, {"known", all}}});
}

}  // namespace

Expected<Types> typesOf(const Architecture& architecture, const Scenario& s) {
    Errors errors;
    refuseType(errors, s.kvDtype, "kvDtype");
    refuseType(errors, s.kDtype, "kDtype");
    refuseType(errors, s.vDtype, "vDtype");
    Expected<Types> resolved = resolveTypes(architecture, s);
    if (!resolved) errors.insert(errors.end(), resolved.errors().begin(), resolved.errors().end());
    if (!errors.empty()) return errors;
    Types& t = *resolved;

    // The 4-bit cache is NVFP4: a scale of one byte for 16 elements in a pool beside it.
    for (ChosenType* type : {&t.key, &t.value, &t.latent})
        if (type->dtype == findDtype("fp4")) type->dtype = findDtype("nvfp4");
    if (t.key.dtype != t.value.dtype) return keyAndValueDiffer("TensorRT-LLM stores K and V in one type", t);

    // Index keys beside latents are fp8 with one fp32 scale for 128 elements (indexer_k_cache_quant_block_size).
    const bool latent = std::any_of(architecture.parts.begin(), architecture.parts.end(),
                                    [](const CachePart& p) { return p.role == Role::latent; });
    const bool asked = s.indexerDtype && !s.indexerDtype->empty() && *s.indexerDtype != "auto";
    if (!asked) t.indexer = {latent ? findDtype("fp8_index") : modelType(architecture).dtype, "TensorRT-LLM"};
    if (latent && t.indexer.dtype->elements == 1 && t.indexer.dtype->bytes == 1)
        t.indexer.dtype = findDtype("fp8_index");

    // mamba_ssm_cache_dtype auto: the model's type unless the model publishes one.
    if (t.recurrent.source == "default") t.recurrent = {modelType(architecture).dtype, "TensorRT-LLM"};
    return resolved;
}

}  // namespace kvfit::tensorrtllm
