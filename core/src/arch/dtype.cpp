#include "kvfit/dtype.hpp"

#include <algorithm>

namespace kvfit {

// ggml rows: ggml/src/ggml-common.h of llama.cpp @82bb48500. Microscaling types: OCP Microscaling
// Formats (MX) v1.0. fp8_ds_mla and the index records: vLLM vllm/v1/kv_cache_interface.py @7cfb97e337.
// Per-token-head types: vLLM vllm/v1/attention/backends/triton_attn.py @7cfb97e337.
// int8 and int4, fp4 without a layout are nominal widths. turboquant: vLLM
// vllm/model_executor/layers/quantization/turboquant/config.py @7cfb97e337. nvfp4_ds_mla: a fork's record,
// github.com/local-inference-lab/vllm pull request 82. turbo_quant: lmdeploy lmdeploy/messages.py QuantPolicy
// @1263d5cd8.
const std::vector<Dtype>& dtypes() {
    using Layout = Dtype::Layout;
    static const std::vector<Dtype> table = {
        {"bf16", 1, 2},
        {"fp16", 1, 2},
        {"fp32", 1, 4},
        {"fp8", 1, 1},
        {"fp8_e4m3", 1, 1},
        {"fp8_e5m2", 1, 1},
        {"int8", 1, 1},
        {"fp4", 2, 1},
        {"int4", 2, 1},
        {"q8_0", 32, 34},
        {"q5_1", 32, 24},
        {"q5_0", 32, 22},
        {"q4_1", 32, 20},
        {"q4_0", 32, 18},
        {"iq4_nl", 32, 18},
        {"mxfp8", 32, 33},
        {"mxfp4", 32, 17},
        {"nvfp4", 16, 9},
        {"fp8_index", 128, 132},
        {"fp8_ds_mla", 1, 1, Layout::packed_latent},
        {"nvfp4_ds_mla", 2, 1, Layout::packed_latent},
        {"int8_per_token_head", 1, 1, Layout::per_head, 4},
        {"fp8_per_token_head", 1, 1, Layout::per_head, 4},
        {"int4_per_token_head", 2, 1, Layout::per_head, 4},
        {"turbo_quant", 16, 6, Layout::rotated, 0, 4, 2},
        {"turboquant_k8v4", 16, 12, Layout::rotated, 0, 8, 4},
        {"turboquant_4bit_nc", 16, 8, Layout::rotated, 0, 4, 4},
        {"turboquant_k3v4_nc", 16, 7, Layout::rotated, 0, 3, 4},
        {"turboquant_3bit_nc", 16, 6, Layout::rotated, 0, 3, 3},
    };
    return table;
}

namespace {

struct Alias {
    std::string_view from;
    std::string_view to;
};

// Spellings of the same type in configurations and engines.
constexpr Alias aliases[] = {
    {"bfloat16", "bf16"}, {"float16", "fp16"},       {"half", "fp16"},
    {"f16", "fp16"},      {"float32", "fp32"},       {"float", "fp32"},
    {"f32", "fp32"},      {"nvfp4_4over6", "nvfp4"}, {"turboquant", "turbo_quant"},
};

}  // namespace

const Dtype* findDtype(std::string_view name) {
    for (const Alias& alias : aliases)
        if (alias.from == name) name = alias.to;
    const auto& table = dtypes();
    const auto found = std::find_if(table.begin(), table.end(), [&](const Dtype& d) { return d.name == name; });
    return found == table.end() ? nullptr : &*found;
}

}  // namespace kvfit
