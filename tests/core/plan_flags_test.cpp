#include <doctest/doctest.h>

#include "plan_models.hpp"

using namespace kvfit;
using plans::scenario;

namespace {

FitResult fitted(const Architecture& a, const Scenario& s) {
    const Expected<FitResult> result = fit(a, plans::one(80), s);
    if (!result) FAIL(result.errors().front().message);
    return *result;
}

Architecture experts() {
    Architecture a = plans::latent();
    a.parameters.experts = 64;
    return a;
}

}  // namespace

TEST_CASE("flags: each engine's own words for types and ranks") {
    Scenario s = scenario("sglang", 8192);
    s.kvDtype = "fp8";
    s.stateDtype = "bf16";
    CHECK(fitted(plans::dense(), s).command ==
          "python -m sglang.launch_server --model-path ORGANIZATION/MODEL --context-length 8192 --kv-cache-dtype "
          "fp8_e4m3 "
          "--mamba-ssm-dtype bfloat16");
    s = scenario("vllm", 8192);
    s.kvDtype = "bf16";
    CHECK(fitted(plans::dense(), s).command ==
          "vllm serve ORGANIZATION/MODEL --max-model-len 8192 --kv-cache-dtype bfloat16");
    s = scenario("lmdeploy", 8192);
    s.kvDtype = "int8";
    s.prefixCaching = true;
    CHECK(fitted(plans::dense(), s).command ==
          "lmdeploy serve api_server ORGANIZATION/MODEL --session-len 8192 --quant-policy 8 --enable-prefix-caching");
    s = scenario("llama.cpp", 8192);
    s.kDtype = "fp16";
    s.flashAttn = false;
    CHECK(fitted(plans::dense(), s).command ==
          "llama-server -m MODEL.gguf --ctx-size 8192 --parallel 1 --cache-type-k f16 --flash-attn off");
}

TEST_CASE("flags: what TensorRT-LLM has no option for stands in a file of options") {
    Scenario s = scenario("tensorrt-llm", 8192);
    s.kvDtype = "fp8";
    s.tokensPerBlock = 64;
    const FitResult r = fitted(plans::dense(), s);
    CHECK(r.command ==
          "printf '%s\\n' 'kv_cache_config:' '  dtype: fp8' '  tokens_per_block: 64' > options.yaml && trtllm-serve "
          "ORGANIZATION/MODEL --max_seq_len 8192 --extra_llm_api_options options.yaml");
    CHECK(r.flags.size() == 3);
}

TEST_CASE("flags: attention that runs data-parallel, and whole experts") {
    Scenario s = scenario("vllm", 8192);
    s.hardwareCount = 4;
    s.tp = 4;
    s.attentionDp = true;
    CHECK(fitted(experts(), s).command ==
          "vllm serve ORGANIZATION/MODEL --max-model-len 8192 --data-parallel-size 4 --enable-expert-parallel");
    CHECK(fitted(plans::latent(), s).command ==
          "vllm serve ORGANIZATION/MODEL --max-model-len 8192 --data-parallel-size 4");
    s.engine = "sglang";
    s.expertParallel = true;
    CHECK(
        fitted(experts(), s).command ==
        "python -m sglang.launch_server --model-path ORGANIZATION/MODEL --context-length 8192 --tp-size 4 --dp-size 4 "
        "--ep-size 4 --enable-dp-attention");
}

TEST_CASE("flags: with fewer state blocks than its default vLLM is told to run no more") {
    Scenario s = scenario("vllm", 8192);
    Architecture a = plans::hybrid();
    a.weights.totalParams = 32000000000;
    const FitResult r = fitted(a, s);
    const std::int64_t blocks = std::get<std::int64_t>(r.metrics.at("maxStateSequences"));
    REQUIRE(blocks < 1024);
    CHECK(r.command == "vllm serve ORGANIZATION/MODEL --max-model-len 8192 --max-num-seqs " + std::to_string(blocks));
}
