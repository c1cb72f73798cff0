#include <algorithm>
#include <string>

#include "base/text.hpp"
#include "engine/lmdeploy/settings.hpp"
#include "engine/remarks.hpp"

namespace kvfit::lmdeploy {

namespace {

// lmdeploy/messages.py QuantPolicy @1263d5cd8: none, int4, int8, fp8, fp8_e5m2, turbo_quant; without a policy
// the model's 16-bit type. fp8_ds_mla is what fp8 means beside an indexer.
constexpr std::string_view cacheTypes[] = {"bf16",     "fp16",     "int8",        "int4",      "fp8",
                                           "fp8_e4m3", "fp8_e5m2", "turbo_quant", "fp8_ds_mla"};

bool isCacheType(const Dtype* d) {
    return std::any_of(std::begin(cacheTypes), std::end(cacheTypes),
                       [&](std::string_view known) { return findDtype(known) == d; });
}

Error refused(const char* field, const Dtype& d, const std::string& why) {
    std::string all;
    for (const std::string_view known : cacheTypes) all += (all.empty() ? "" : ", ") + std::string(known);
    return {"unknown_dtype",
            std::string("/") + field,
            field,
            std::string(field) + " is \"" + std::string(d.name) + "\", " + why,
            "use one of " + all,
            0,
            0,
            {{"value", std::string(d.name)}, {"known", all}}};
}

}  // namespace

Expected<Types> typesOf(const Architecture& architecture, const Scenario& s) {
    Errors errors;
    for (const auto& [type, field] : {std::pair{&s.kvDtype, "kvDtype"}, {&s.kDtype, "kDtype"}, {&s.vDtype, "vDtype"}}) {
        const Dtype* d = *type ? findDtype(**type) : nullptr;
        if (d != nullptr && !isCacheType(d))
            errors.push_back(refused(field, *d, "which is not a cache type of lmdeploy"));
    }
    Expected<Types> resolved = resolveTypes(architecture, s);
    if (!resolved) errors.insert(errors.end(), resolved.errors().begin(), resolved.errors().end());
    if (!errors.empty()) return errors;
    Types& t = *resolved;
    if (t.key.dtype != t.value.dtype) return keyAndValueDiffer("lmdeploy stores K and V under one policy", t);

    // lmdeploy/pytorch/engine/cache_engine.py _update_mla_kv_cache_dtype @1263d5cd8
    const auto owns = [&](Role role) {
        return std::any_of(architecture.parts.begin(), architecture.parts.end(),
                           [&](const CachePart& p) { return p.role == role; });
    };
    const bool compressed = std::any_of(architecture.parts.begin(), architecture.parts.end(),
                                        [](const CachePart& p) { return p.kind == Kind::compressed; });
    if (compressed) {
        // One record for every type (lmdeploy/pytorch/configurations/deepseek_v4.py @1263d5cd8).
        t.latent.dtype = findDtype("fp8_ds_mla");
        t.indexer = {findDtype("fp8_index"), "lmdeploy"};
    } else if (owns(Role::latent) && owns(Role::indexer)) {
        const Dtype& d = *t.latent.dtype;
        const bool fp8 = d.name.substr(0, 3) == "fp8";
        if (!fp8 && d.bytes != 2) return refused("kvDtype", d, "which sparse attention over latents does not support");
        if (fp8) t.latent.dtype = findDtype("fp8_ds_mla");
        t.indexer = {findDtype("fp8_index"), "lmdeploy"};
    }
    // States are bf16 unless LMDEPLOY_FP32_MAMBA_SSM_DTYPE is set (lmdeploy/pytorch/configurations/qwen3_5.py).
    const bool asked = s.stateDtype && !s.stateDtype->empty() && *s.stateDtype != "auto";
    if (!asked) t.recurrent = {modelType(architecture).dtype, "lmdeploy"};
    return resolved;
}

}  // namespace kvfit::lmdeploy
