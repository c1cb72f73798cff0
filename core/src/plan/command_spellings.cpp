#include "plan/command_spellings.hpp"

namespace kvfit {

namespace {

using Form = Spelling::Form;

// vllm/engine/arg_utils.py, vllm/config/cache.py CacheDType, MambaDType @7cfb97e337
const Program& vllm() {
    static const Program program = {"vllm",
                                    "vllm serve",
                                    "ORGANIZATION/MODEL",
                                    {{"maxModelLen", "--max-model-len"},
                                     {"tp", "--tensor-parallel-size"},
                                     {"pp", "--pipeline-parallel-size"},
                                     {"dp", "--data-parallel-size"},
                                     {"dcp", "--decode-context-parallel-size"},
                                     {"expertParallel", "--enable-expert-parallel", Form::on},
                                     {"kvDtype", "--kv-cache-dtype"},
                                     {"gpuMemoryUtilization", "--gpu-memory-utilization"},
                                     {"kvCacheMemoryBytes", "--kv-cache-memory-bytes"},
                                     {"numGpuBlocks", "--num-gpu-blocks-override"},
                                     {"blockSize", "--block-size"},
                                     {"maxNumBatchedTokens", "--max-num-batched-tokens"},
                                     {"maxNumSeqs", "--max-num-seqs"},
                                     {"prefixCaching", "--enable-prefix-caching", Form::on},
                                     {"prefixCaching", "--no-enable-prefix-caching", Form::off},
                                     {"stateCacheMode", "--mamba-cache-mode"},
                                     {"stateDtype", "--mamba-ssm-cache-dtype"},
                                     {"convDtype", "--mamba-cache-dtype"},
                                     {"enforceEager", "--enforce-eager", Form::on},
                                     {"hybridKvManager", "--disable-hybrid-kv-cache-manager", Form::off}},
                                    {{"kvDtype", "bf16", "bfloat16"},
                                     {"kvDtype", "fp16", "float16"},
                                     {"stateDtype", "bf16", "bfloat16"},
                                     {"stateDtype", "fp16", "float16"},
                                     {"stateDtype", "fp32", "float32"},
                                     {"convDtype", "bf16", "bfloat16"},
                                     {"convDtype", "fp16", "float16"},
                                     {"convDtype", "fp32", "float32"}}};
    return program;
}

// python/sglang/srt/server_args.py ServerArgs of sgl-project/sglang @d315eb7250: an option for each field; the two of
// CUDA graphs have other names since 0.5.14 and these as aliases
const Program& sglang() {
    static const Program program = {"sglang",
                                    "python -m sglang.launch_server --model-path",
                                    "ORGANIZATION/MODEL",
                                    {{"maxModelLen", "--context-length"},
                                     {"tp", "--tp-size"},
                                     {"pp", "--pp-size"},
                                     {"dp", "--dp-size"},
                                     {"dcp", "--dcp-size"},
                                     {"ep", "--ep-size"},
                                     {"nodes", "--nnodes"},
                                     {"attentionDp", "--enable-dp-attention", Form::on},
                                     {"kvDtype", "--kv-cache-dtype"},
                                     {"memFractionStatic", "--mem-fraction-static"},
                                     {"maxRunningRequests", "--max-running-requests"},
                                     {"maxTotalNumTokens", "--max-total-tokens"},
                                     {"chunkedPrefillSize", "--chunked-prefill-size"},
                                     {"pageSize", "--page-size"},
                                     {"swaFullTokensRatio", "--swa-full-tokens-ratio"},
                                     {"mambaFullMemoryRatio", "--mamba-full-memory-ratio"},
                                     {"maxMambaCacheSize", "--max-mamba-cache-size"},
                                     {"stateDtype", "--mamba-ssm-dtype"},
                                     {"cudaGraphMaxBs", "--cuda-graph-max-bs"},
                                     {"enforceEager", "--disable-cuda-graph", Form::on},
                                     {"radixCache", "--disable-radix-cache", Form::off},
                                     {"overlap", "--disable-overlap-schedule", Form::off}},
                                    {{"kvDtype", "fp8", "fp8_e4m3"},
                                     {"stateDtype", "bf16", "bfloat16"},
                                     {"stateDtype", "fp16", "float16"},
                                     {"stateDtype", "fp32", "float32"}}};
    return program;
}

// tensorrt_llm/commands/serve.py and common_llm_options.py of NVIDIA/TensorRT-LLM @1f719075a; what has no option stands
// in a file of options (llmapi/llm_args.py KvCacheConfig)
const Program& tensorRt() {
    static const Program program = {"tensorrt-llm",
                                    "trtllm-serve",
                                    "ORGANIZATION/MODEL",
                                    {{"maxModelLen", "--max_seq_len"},
                                     {"tp", "--tp_size"},
                                     {"pp", "--pp_size"},
                                     {"ep", "--ep_size"},
                                     {"freeGpuMemoryFraction", "--kv_cache_free_gpu_memory_fraction"},
                                     {"maxNumBatchedTokens", "--max_num_tokens"},
                                     {"maxNumSeqs", "--max_batch_size"},
                                     {"attentionDp", "enable_attention_dp", Form::file},
                                     {"kvDtype", "kv_cache_config.dtype", Form::file},
                                     {"tokensPerBlock", "kv_cache_config.tokens_per_block", Form::file},
                                     {"maxTokens", "kv_cache_config.max_tokens", Form::file},
                                     {"hostCacheBytes", "kv_cache_config.host_cache_size", Form::file},
                                     {"crossKvCacheFraction", "kv_cache_config.cross_kv_cache_fraction", Form::file}},
                                    {},
                                    "--extra_llm_api_options"};
    return program;
}

// lmdeploy/cli/serve.py, lmdeploy/cli/utils.py ArgumentHelper @1263d5cd8; the policies by number, as every release
// takes them (lmdeploy/messages.py QuantPolicy)
const Program& lmdeploy() {
    static const Program program = {"lmdeploy",
                                    "lmdeploy serve api_server",
                                    "ORGANIZATION/MODEL",
                                    {{"maxModelLen", "--session-len"},
                                     {"tp", "--tp"},
                                     {"dp", "--dp"},
                                     {"ep", "--ep"},
                                     {"nodes", "--nnodes"},
                                     {"kvDtype", "--quant-policy"},
                                     {"cacheMaxEntryCount", "--cache-max-entry-count"},
                                     {"blockSize", "--cache-block-seq-len"},
                                     {"maxNumBatchedTokens", "--max-prefill-token-num"},
                                     {"maxNumSeqs", "--max-batch-size"},
                                     {"prefixCaching", "--enable-prefix-caching", Form::on},
                                     {"enforceEager", "--eager-mode", Form::on}},
                                    {{"kvDtype", "int4", "4"},
                                     {"kvDtype", "int8", "8"},
                                     {"kvDtype", "fp8", "16"},
                                     {"kvDtype", "fp8_e4m3", "16"},
                                     {"kvDtype", "fp8_e5m2", "17"},
                                     {"kvDtype", "turbo_quant", "42"},
                                     {"kvDtype", "bf16", "0"},
                                     {"kvDtype", "fp16", "0"}}};
    return program;
}

// common/arg.cpp of ggml-org/llama.cpp @82bb48500
const Program& llamaCpp() {
    static const Program program = {
        "llama.cpp",
        "llama-server -m",
        "MODEL.gguf",
        {{"ctx", "--ctx-size"},
         {"nParallel", "--parallel"},
         {"kvUnified", "--kv-unified", Form::on},
         {"kvUnified", "--no-kv-unified", Form::off},
         {"nUbatch", "--ubatch-size"},
         {"kDtype", "--cache-type-k"},
         {"vDtype", "--cache-type-v"},
         {"nGpuLayers", "--n-gpu-layers"},
         {"nCpuMoe", "--n-cpu-moe"},
         {"tensorSplit", "--tensor-split"},
         {"kvOffload", "--no-kv-offload", Form::off},
         {"fitTargetMib", "--fit-target"},
         {"flashAttn", "--flash-attn", Form::on, "on"},
         {"flashAttn", "--flash-attn", Form::off, "off"},
         {"swaFull", "--swa-full", Form::on}},
        {{"kDtype", "fp16", "f16"}, {"kDtype", "fp32", "f32"}, {"vDtype", "fp16", "f16"}, {"vDtype", "fp32", "f32"}}};
    return program;
}

// envconfig/config.go of ollama/ollama @fb3076099
const Program& ollama() {
    static const Program program = {"ollama",
                                    "ollama serve",
                                    "",
                                    {{"ctx", "OLLAMA_CONTEXT_LENGTH", Form::variable},
                                     {"nParallel", "OLLAMA_NUM_PARALLEL", Form::variable},
                                     {"kvDtype", "OLLAMA_KV_CACHE_TYPE", Form::variable}},
                                    {{"kvDtype", "fp16", "f16"}}};
    return program;
}

}  // namespace

const Program* programOf(std::string_view engine) {
    for (const Program* program : {&vllm(), &sglang(), &tensorRt(), &lmdeploy(), &llamaCpp(), &ollama()})
        if (program->engine == engine) return program;
    return nullptr;
}

std::string spelledValue(const Program& program, std::string_view key, std::string value) {
    for (const ValueSpelling& spelling : program.values)
        if (spelling.key == key && spelling.ours == value) return std::string(spelling.theirs);
    return value;
}

}  // namespace kvfit
