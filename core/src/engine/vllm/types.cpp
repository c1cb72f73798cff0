#include <algorithm>

#include "engine/vllm/settings.hpp"

namespace kvfit::vllm {

namespace {

bool owns(const Architecture& a, Kind kind) {
    return std::any_of(a.parts.begin(), a.parts.end(), [&](const CachePart& p) { return p.kind == kind; });
}

bool isFp8(const Dtype& d) { return d.elements == 1 && d.bytes == 1 && d.name.substr(0, 3) == "fp8"; }

}  // namespace

// vllm/models/deepseek_v4/attention.py, vllm/v1/attention/backends/mla/indexer.py,
// vllm/model_executor/layers/mamba/mamba_utils.py @7cfb97e337
Expected<Types> typesOf(const Architecture& architecture, const Scenario& scenario, bool unpackedKeys, Notes& notes) {
    Expected<Types> resolved = resolveTypes(architecture, scenario);
    if (!resolved) return resolved;
    Types& t = *resolved;
    const bool compressed = owns(architecture, Kind::compressed);
    const bool sparseLatent = owns(architecture, Kind::latent) && owns(architecture, Kind::indexer);

    // Sparse attention over latents stores fp8 in one record with its scales.
    if ((compressed || sparseLatent) && isFp8(*t.latent.dtype) && t.latent.dtype->layout == Dtype::Layout::block) {
        t.latent.dtype = findDtype("fp8_ds_mla");
        if (sparseLatent)
            notes.push_back({"fp8_record",
                             "fp8 is stored as fp8_ds_mla records of 656 bytes, as the FlashMLA-sparse backend does; "
                             "FlashInfer-sparse keeps 576 bytes",
                             "kvDtype",
                             {}});
    }

    // Index keys beside latents are fp8 with one fp32 scale for 128, unless a narrower type is asked for.
    const bool latent = compressed || owns(architecture, Kind::latent);
    const bool asked = scenario.indexerDtype && !scenario.indexerDtype->empty() && *scenario.indexerDtype != "auto";
    if (!asked)
        t.indexer =
            latent ? ChosenType{findDtype("fp8_index"), "vLLM"} : ChosenType{modelType(architecture).dtype, "vLLM"};
    // 4-bit keys are MXFP4; they took as much as fp8 until they were packed (f3a920a076).
    const Dtype& keys = *t.indexer.dtype;
    const bool narrow = latent && keys.bytes < keys.elements;
    if (narrow && keys.name == "fp4") t.indexer.dtype = findDtype("mxfp4");
    if ((narrow && compressed && unpackedKeys) || (latent && isFp8(keys))) t.indexer.dtype = findDtype("fp8_index");

    // A state's type: the configuration's own key, else fp32 for KDA, else the model's type.
    if (t.recurrent.source == "default") {
        const bool kda = std::any_of(architecture.parts.begin(), architecture.parts.end(),
                                     [](const CachePart& p) { return p.variant == "kda"; });
        if (!kda) t.recurrent = {modelType(architecture).dtype, "vLLM"};
    }
    return resolved;
}

}  // namespace kvfit::vllm
