#include "plan/kv_types.hpp"

namespace kvfit {

namespace {

struct Types {
    std::string_view engine;
    std::vector<std::string_view> types;
};

}  // namespace

// vllm/config/cache.py CacheDType @7cfb97e337; sglang/srt/server_args.py kv_cache_dtype;
// tensorrt_llm/llmapi/llm_args.py KvCacheConfig; lmdeploy/messages.py quant_policy; llama.cpp common/arg.cpp
// kv_cache_types @82bb48500; ollama envconfig/config.go OLLAMA_KV_CACHE_TYPE @fb3076099
const std::vector<std::string_view>& kvTypesOf(std::string_view engine) {
    static const std::vector<Types> all = {
        {"vllm", {"auto", "fp8", "nvfp4"}},
        {"sglang", {"auto", "fp8_e4m3"}},
        {"tensorrt-llm", {"auto", "fp8", "nvfp4"}},
        {"lmdeploy", {"auto", "int8", "int4"}},
        {"llama.cpp", {"f16", "q8_0", "q5_1", "q5_0", "q4_1", "q4_0"}},
        {"ollama", {"f16", "q8_0", "q4_0"}},
        {"payload", {"auto", "fp8", "int4"}},
    };
    for (const Types& one : all)
        if (one.engine == engine) return one.types;
    return all.back().types;
}

}  // namespace kvfit
