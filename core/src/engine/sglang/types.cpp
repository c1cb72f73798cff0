#include <algorithm>

#include "base/text.hpp"
#include "engine/remarks.hpp"
#include "engine/sglang/settings.hpp"

namespace kvfit::sglang {

namespace {

using Layout = Dtype::Layout;

template <class Test>
bool any(const Architecture& a, Test test) {
    return std::any_of(a.parts.begin(), a.parts.end(), test);
}

bool isGiven(const Scenario::Text& text) { return text && !text->empty() && *text != "auto"; }

// python/sglang/srt/server_args.py kv_cache_dtype @d315eb7250
constexpr std::string_view cacheTypes[] = {"bf16",       "fp16", "fp32", "fp8",  "fp8_e4m3", "fp8_e5m2",
                                           "fp8_ds_mla", "int8", "fp4",  "int4", "nvfp4",    "mxfp8"};

void refuseType(Errors& errors, const Scenario::Text& type, const char* field) {
    const Dtype* dtype = isGiven(type) ? findDtype(*type) : nullptr;
    if (dtype == nullptr ||
        std::find(std::begin(cacheTypes), std::end(cacheTypes), dtype->name) != std::end(cacheTypes))
        return;
    std::string all;
    for (const std::string_view known : cacheTypes) all += (all.empty() ? "" : ", ") + std::string(known);
    errors.push_back({"unknown_dtype",
                      std::string("/") + field,
                      field,
                      std::string(field) + " is \"" + shortened(*type) + "\", which is not a cache type of SGLang",
                      "use one of " + all,
                      0,
                      0,
                      {{"value", shortened(*type)}, {"known", all}}});
}

bool isFp8(const Dtype& d) { return d.name.substr(0, 3) == "fp8" && d.name != "fp8_e5m2" && d.name != "fp8_index"; }

/// Nominal four bits are stored with one scale byte for 16 elements.
void addScales(ChosenType& type) {
    if (type.dtype->name == "fp4") type.dtype = findDtype("nvfp4");
}

}  // namespace

// python/sglang/srt/mem_cache/kv_cache_configurator.py calculate_mla_kv_cache_dim, memory_pool.py
// DSATokenToKVPool and MHATokenToKVPoolFP4, deepseek_v4_memory_pool.py @d315eb7250
Expected<Types> typesOf(const Architecture& architecture, const Scenario& s, Notes& notes) {
    Errors errors;
    for (const auto& [type, field] : {std::pair{&s.kvDtype, "kvDtype"}, {&s.kDtype, "kDtype"}, {&s.vDtype, "vDtype"}})
        refuseType(errors, *type, field);
    Expected<Types> resolved = resolveTypes(architecture, s);
    if (!resolved) errors.insert(errors.end(), resolved.errors().begin(), resolved.errors().end());
    if (!errors.empty()) return errors;
    Types& t = *resolved;
    if (t.key.dtype != t.value.dtype) return keyAndValueDiffer("SGLang stores K and V in one type", t);

    const bool compressed = any(architecture, [](const CachePart& p) { return p.kind == Kind::compressed; });
    const bool latent = any(architecture, [](const CachePart& p) { return p.kind == Kind::latent; });
    const bool indexer = any(architecture, [](const CachePart& p) { return p.role == Role::indexer; });
    for (ChosenType* type : {&t.key, &t.value, &t.latent}) addScales(*type);

    if (compressed) {
        if (!isFp8(*t.latent.dtype))
            notes.push_back({"compressed_stored_fp8",
                             "compressed attention is stored in fp8 records whatever type is asked for",
                             "kvDtype",
                             {{"value", std::string(t.latent.dtype->name)}}});
        t.latent.dtype = findDtype("fp8_ds_mla");
    } else if (latent && indexer && isFp8(*t.latent.dtype)) {
        const bool raw = s.mlaKvLayout.value_or("") == "raw";
        t.latent.dtype = findDtype(raw ? "fp8" : "fp8_ds_mla");
        if (!isGiven(s.mlaKvLayout))
            notes.push_back({"latent_layout_assumed",
                             "fp8 latents are tile-scaled records of 656 bytes; the trtllm backend stores 576",
                             "mlaKvLayout",
                             {}});
    }
    // Index keys beside latents have one fp32 scale for 128 elements; others are of the model's type.
    if (compressed || latent)
        t.indexer = {findDtype("fp8_index"), "SGLang"};
    else
        t.indexer = {modelType(architecture).dtype, "SGLang"};
    if (indexer && isGiven(s.indexerDtype) && findDtype(*s.indexerDtype) != t.indexer.dtype)
        notes.push_back({"setting_not_used",
                         "index keys are stored as " + std::string(t.indexer.dtype->name),
                         "indexerDtype",
                         {{"field", "indexerDtype"}}});
    return resolved;
}

}  // namespace kvfit::sglang
