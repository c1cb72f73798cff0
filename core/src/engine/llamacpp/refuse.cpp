#include "engine/llamacpp/refuse.hpp"

#include <algorithm>
#include <string>

#include "arch/checks.hpp"
#include "base/exact.hpp"
#include "base/text.hpp"

namespace kvfit::llamacpp {

namespace {

// llama.cpp common/arg.cpp kv_cache_types @82bb48500.
constexpr std::string_view cacheTypes[] = {"f32", "f16", "bf16", "q8_0", "q4_0", "q4_1", "iq4_nl", "q5_0", "q5_1"};

bool isCacheType(const std::string& name) {
    const Dtype* dtype = findDtype(name);
    return dtype != nullptr && std::any_of(std::begin(cacheTypes), std::end(cacheTypes),
                                           [&](std::string_view known) { return findDtype(known) == dtype; });
}

void refuseType(Errors& errors, const Scenario::Text& type, const char* field) {
    if (!type || type->empty() || *type == "auto" || isCacheType(*type)) return;
    std::string all;
    for (const std::string_view known : cacheTypes) all += (all.empty() ? "" : ", ") + std::string(known);
    errors.push_back({"unknown_dtype",
                      std::string("/") + field,
                      field,
                      std::string(field) + " is \"" + shortened(*type) + "\", which is not a cache type of llama.cpp",
                      "use one of " + all,
                      0,
                      0,
                      {{"value", shortened(*type)}, {"known", all}}});
}

/// Whether every row of `width` elements is a whole number of the type's blocks.
bool wholeBlocks(const ChosenType& type, std::int64_t width) { return width % type.dtype->elements == 0; }

void refuseRow(Errors& errors, const ChosenType& type, const char* field, std::int64_t width) {
    if (wholeBlocks(type, width) || !errors.empty()) return;
    const std::string name(type.dtype->name);
    const std::string row = std::to_string(width);
    errors.push_back({"row_not_whole_blocks",
                      std::string("/") + field,
                      field,
                      name + " stores blocks of " + std::to_string(type.dtype->elements) +
                          ", but a row of this model has " + row + " elements",
                      "use f16 or bf16",
                      0,
                      0,
                      {{"value", name}, {"row", row}, {"block", std::to_string(type.dtype->elements)}}});
}

}  // namespace

Errors refuseScenario(const Scenario& s) {
    Errors errors;
    constexpr std::int64_t mostSlots = 256;  // LLAMA_MAX_SEQ, src/llama-cparams.h @82bb48500
    requireRange(errors, s.ctx, "ctx", 1, std::int64_t{1} << 40);
    requireRange(errors, s.nParallel, "nParallel", 1, mostSlots);
    if (!s.nParallel) requireRange(errors, s.sequences, "sequences", 1, mostSlots);
    requireRange(errors, s.nUbatch, "nUbatch", 1, std::int64_t{1} << 31);
    requireRange(errors, s.nCtxPad, "nCtxPad", 1, std::int64_t{1} << 20);
    requireRange(errors, s.nRsSeq, "nRsSeq", 0, 1024);
    refuseType(errors, s.kvDtype, "kvDtype");
    refuseType(errors, s.kDtype, "kDtype");
    refuseType(errors, s.vDtype, "vDtype");
    return errors;
}

// llama.cpp src/llama-context.cpp llama_init_from_model @82bb48500. Rows are those of a head with flash attention, else
// of all heads together (ggml_row_size in ggml/src/ggml.c).
Errors refuseTypes(const Settings& s) {
    Errors errors;
    const Dtype& value = *s.types.value.dtype;
    bool hasV = false;
    bool latentOnly = false;
    for (const CachePart& part : s.parts) {
        if (part.role == Role::kv) {
            const std::int64_t heads = s.flashAttention ? 1 : part.heads;
            hasV = hasV || part.valueWidth > 0;
            refuseRow(errors, s.types.key, "kDtype", heads * part.keyWidth);
            refuseRow(errors, s.types.value, "vDtype", heads * part.valueWidth);
        } else if (part.role == Role::latent || part.role == Role::indexer) {
            latentOnly = latentOnly || (part.role == Role::latent && !s.storeLatentV);
            refuseRow(errors, s.types.key, "kDtype", part.keyWidth + part.ropeWidth);
        }
    }
    if ((hasV || s.storeLatentV) && value.elements > 1 && !s.flashAttention)
        errors.push_back({"quantized_v_needs_flash_attention",
                          "/flashAttn",
                          "flashAttn",
                          "a V cache of type " + std::string(value.name) + " needs flash attention",
                          "set flashAttn to true (-fa on) or vDtype to f16",
                          0,
                          0,
                          {{"value", std::string(value.name)}}});
    if (latentOnly && s.types.key.dtype != &value)
        errors.push_back({"latent_types_differ",
                          "/vDtype",
                          "vDtype",
                          "this model stores one latent for K and V, but kDtype is " +
                              std::string(s.types.key.dtype->name) + " and vDtype " + std::string(value.name),
                          "set both to the same type",
                          0,
                          0,
                          {{"key", std::string(s.types.key.dtype->name)}, {"value", std::string(value.name)}}});
    return errors;
}

}  // namespace kvfit::llamacpp
