#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "kvfit/logs.hpp"
#include "kvfit/read.hpp"

using namespace kvfit;

namespace {

Expected<LogReading> read(const std::string& text, std::size_t piece = 1 << 20) {
    LogReader reader;
    for (std::size_t at = 0; at < text.size(); at += piece) reader.feed(std::string_view(text).substr(at, piece));
    return reader.finish();
}

double figure(const LogReading& reading, const std::string& name) {
    for (const LogFigure& f : reading.figures)
        if (f.name == name) return f.value;
    return -1;
}

std::string setting(const LogReading& reading, const std::string& key) {
    for (const LogSetting& s : reading.settings) {
        if (s.key != key) continue;
        if (const auto* text = std::get_if<std::string>(&s.value)) return *text;
        if (const auto* flag = std::get_if<bool>(&s.value)) return *flag ? "true" : "false";
        if (const auto* whole = std::get_if<std::int64_t>(&s.value)) return std::to_string(*whole);
        std::string text = std::to_string(std::get<double>(s.value));
        text.erase(text.find_last_not_of('0') + 1);
        return text;
    }
    return "";
}

/// A line and what it tells: a figure's or a setting's name with its value.
struct Row {
    const char* engine;
    const char* line;
    std::vector<std::pair<const char*, double>> figures;
    std::vector<std::pair<const char*, const char*>> settings = {};
};

}  // namespace

TEST_CASE("lines of every engine tell their figures and settings") {
    const std::vector<Row> rows = {
        {"vllm",
         "INFO 07-22 10:11:40 [gpu_worker.py:232] Available KV cache memory: 8.11 GiB",
         {{"availableKvBytes", 8.11}},
         {{"availableKvGib", "8.11"}}},
        {"vllm",
         "INFO 07-22 10:11:41 [kv_cache_utils.py:716] GPU KV cache size: 178,880 tokens",
         {{"kvCapacityTokens", 178880}}},
        {"vllm",
         "GPU KV cache size: 302,921 tokens, Maximum concurrency for 131,072 tokens per request: 2.31x",
         {{"kvCapacityTokens", 302921}, {"maxConcurrency", 2.31}},
         {{"maxModelLen", "131072"}}},
        {"vllm",
         "INFO 11-20 executor_base.py:111] # cuda blocks: 27286, # CPU blocks: 2048",
         {{"numBlocks", 27286}, {"numCpuBlocks", 2048}}},
        {"vllm",
         "model weights take 14.96GiB; non_torch_memory takes 1.79GiB; PyTorch activation peak memory takes 1.26GiB; "
         "the rest of the memory reserved for KV Cache is 53.29GiB.",
         {{"weights", 14.96}, {"nonTorch", 1.79}, {"activation", 1.26}, {"availableKvBytes", 53.29}}},
        {"vllm",
         "the current vLLM instance can use total_gpu_memory (79.22GiB) x gpu_memory_utilization (0.90) = 71.29GiB",
         {{"requestedBytes", 71.29}},
         {{"gpuTotalGib", "79.22"}, {"gpuMemoryUtilization", "0.9"}}},
        {"vllm",
         "Free memory on device (78.68/79.19 GiB) on startup. Desired GPU memory utilization is (0.95, 75.23 GiB). "
         "Actual usage is 12.56 GiB for weight, 0.77 GiB for peak activation, 0.25 GiB for non-torch memory, and 0.89 "
         "GiB for CUDAGraph memory.",
         {{"freeAtStart", 78.68}, {"requestedBytes", 75.23}, {"graphs", 0.89}},
         {{"gpuTotalGib", "79.19"}}},
        {"vllm",
         "Free memory on device (23.3/23.47 GiB) on startup. Desired GPU memory utilization is (0.9, 21.12 GiB). "
         "Actual "
         "usage is 3.25 GiB for consumed memory (weights + non-torch), 0.5 GiB for peak activation, and 0.0 GiB for "
         "CUDAGraph memory. Current kv cache memory in use is 17.36 GiB.",
         {{"freeAtStart", 23.3}, {"consumed", 3.25}, {"activation", 0.5}, {"kvCacheInUse", 17.36}},
         {{"gpuTotalGib", "23.47"}, {"gpuMemoryUtilization", "0.9"}}},
        {"vllm",
         "(EngineCore pid=2884597) INFO 04-15 06:30:01 [worker.py:575] Free memory on device (60.86/61.27 GiB) on "
         "startup. "
         "Desired GPU memory utilization is (0.9, 55.14 GiB). Actual usage: 1.14 GiB for weights, 0.22 GiB for peak "
         "activation, 0.13 GiB for non-torch memory, 0.04 GiB for NPU graph memory.",
         {{"freeAtStart", 60.86}, {"requestedBytes", 55.14}, {"weights", 1.14}, {"nonTorch", 0.13}, {"graphs", 0.04}}},
        {"vllm",
         "Initial free memory 31.17 GiB, reserved 1.62 GiB memory for KV Cache as specified by kv_cache_memory_bytes "
         "config and skipped memory profiling.",
         {{"freeAtStart", 31.17}, {"availableKvBytes", 1.62}},
         {{"availableKvGib", "1.62"}}},
        {"vllm",
         "CUDA graph memory profiling is enabled (default since v0.21.0). The current --gpu-memory-utilization=0.9400 "
         "is equivalent to --gpu-memory-utilization=0.9386 without CUDA graph memory profiling.",
         {},
         {{"gpuMemoryUtilization", "0.94"}}},
        {"vllm",
         "Setting attention block size to 1056 tokens to ensure that attention page size is >= mamba page size.",
         {{"blockSize", 1056}}},
        {"vllm",
         "vllm serve Qwen/Qwen3-8B --max-model-len 32768 --tensor-parallel-size 2 --kv-cache-dtype fp8 "
         "--speculative-config '{\"method\":\"mtp\",\"num_speculative_tokens\":5,\"max_model_len\":7}' --max-num-seqs "
         "8",
         {},
         {{"maxModelLen", "32768"},
          {"tp", "2"},
          {"kvDtype", "fp8"},
          {"draftLayers", "true"},
          {"speculativeTokens", "5"},
          {"maxNumSeqs", "8"}}},
        {"vllm",
         "Initializing a V1 LLM engine (v0.9.2) with config: model='a/b', "
         "speculative_config=SpeculativeConfig(method='mtp', model='draft', num_spec_tokens=2), dtype=torch.bfloat16, "
         "max_seq_len=40960, tensor_parallel_size=4, kv_cache_dtype=fp8_e4m3, compilation_config={\"max_model_len\":7}",
         {},
         {{"maxModelLen", "40960"}, {"tp", "4"}, {"kvDtype", "fp8_e4m3"}, {"speculativeTokens", "2"}}},
        {"sglang",
         "[2026-01-31 13:50:39 TP0] KV Cache is allocated. #tokens: 367404, K size: 8.23 GB, V size: 8.23 GB",
         {{"kBytes", 8.23}, {"vBytes", 8.23}, {"pooled", 367404}},
         {{"maxTotalNumTokens", "367404"}}},
        {"sglang",
         "[TP3] KV Cache is allocated. dtype: torch.float8_e4m3fn, #tokens: 383872, KV size: 19.36 GB",
         {{"kvBytesTotal", 19.36}},
         {{"kvDtype", "fp8_e4m3"}}},
        {"sglang",
         "[gpu_id=0] Load weight end. type=Qwen2ForCausalLM, dtype=torch.bfloat16, avail mem=15.61 GB",
         {{"freeAfterLoad", 15.61}},
         {{"freeAfterLoadGib", "15.61"}}},
        {"sglang",
         "Mamba Cache is allocated. max_mamba_cache_size: 186, conv_state size: 0.10GB, ssm_state size: 4.38GB ",
         {{"maxMambaCacheSize", 186}, {"convStateBytes", 0.10}, {"ssmStateBytes", 4.38}}},
        {"sglang",
         "Use Sliding window memory pool. full_layer_tokens=70656, swa_layer_tokens=56320",
         {{"maxTotalNumTokens", 70656}, {"swaTotalNumTokens", 56320}}},
        {"sglang",
         "Post-capture KV sizing: KV cache allocated. dtype: torch.bfloat16, #tokens: 367404, KV size: 16.46 GB, avail "
         "mem=9.60 GB",
         {{"pooled", 367404}, {"kvBytesTotal", 16.46}}},
        {"sglang",
         "Capture cuda graph end. Time elapsed: 8.04 s. avail mem=3.00 GB. mem usage=1.25 GB.",
         {{"graphs", 1.25}}},
        {"sglang",
         "[2026-09-11 23:34:03] server_args={'model_path': '/models/x', 'model_loader_extra_config': {'tp_size': 99}, "
         "'kv_cache_dtype': 'fp8_e4m3', 'mem_fraction_static': 0.95, 'page_size': 256, 'tp_size': 3, "
         "'disable_radix_cache': False, 'cuda_graph_config': {'decode': {'max_bs': 4}}, 'context_length': 1048576}",
         {},
         {{"tp", "3"},
          {"kvDtype", "fp8_e4m3"},
          {"memFractionStatic", "0.95"},
          {"pageSize", "256"},
          {"radixCache", "true"},
          {"maxModelLen", "1048576"}}},
        {"sglang",
         "[2026-08-07 17:35:58 TP0] DSV4 memory calculation: bytes_per_full_token=7705.45, available_bytes=11.89 GB, "
         "c128_state_fixed=0.11 GB, full_token=1641472",
         {{"availableKvBytes", 11.89}, {"maxTotalNumTokens", 1641472}}},
        {"sglang",
         "DSv4 memory calculation: bytes_per_full_token=15955.85, available_bytes=45.78 GB, full_token=3080960",
         {{"availableKvBytes", 45.78}, {"maxTotalNumTokens", 3080960}}},
        {"sglang",
         "DSV4 pool sizes: full=1641472, swa=164096, c4=410368, c128=12824, c4_state=10256, c128_state=0",
         {{"maxTotalNumTokens", 1641472}, {"swaTotalNumTokens", 164096}}},
        {"sglang",
         "Capture target decode NPU graph end. elapsed=17.95 s, mem usage=0.73 GB, avail mem=0.88 GB.",
         {{"graphs", 0.73}}},
        {"sglang",
         "Load weight begin. avail mem=29.01 GB\nLoad weight end. elapsed=9 s, type=A, avail mem=20.54 GB, mem "
         "usage=8.47 GB.\nLoad weight begin. avail mem=20.50 GB\nLoad weight end. elapsed=1 s, type=ADraft, avail "
         "mem=17.74 GB, mem usage=2.80 GB.\nMemory pool end. avail mem=9.90 GB\nLoad weight end. elapsed=1 s, type=B, "
         "avail mem=5.00 GB",
         {{"freeBeforeLoad", 29.01}, {"freeAfterLoad", 17.74}, {"weights", 8.47}}},
        {"sglang",
         "Capture target verify CUDA graph end. elapsed=8.04 s, mem usage=1.25 GB, avail mem=3.00 GB.",
         {{"graphs", 1.25}}},
        {"sglang",
         "max_total_num_tokens=439492, chunked_prefill_size=8192, max_prefill_tokens=16384, max_running_requests=4096, "
         "context_len=131072",
         {{"maxTotalNumTokens", 439492}},
         {{"maxModelLen", "131072"}, {"chunkedPrefillSize", "8192"}}},
        {"llama.cpp", "resolve_fused_ops: Flash Attention enabled", {}, {{"flashAttn", "true"}}},
        {"llama.cpp",
         "resolve_fused_ops: Flash Attention not supported, set to disabled",
         {},
         {{"flashAttn", "false"}}},
        {"sglang",
         "server_args=ServerArgs(model_path='a/b', tp_size=8, kv_cache_dtype='auto', mem_fraction_static=0.83, "
         "disable_radix_cache=True, page_size=64, context_length=None, cuda_graph_max_bs_decode=64)",
         {},
         {{"tp", "8"},
          {"cudaGraphMaxBs", "64"},
          {"memFractionStatic", "0.83"},
          {"radixCache", "false"},
          {"pageSize", "64"},
          {"kvDtype", ""},
          {"maxModelLen", ""}}},
        {"llama.cpp",
         "llama_kv_cache_unified: size = 4096.00 MiB ( 32768 cells,  32 layers,  1/ 1 seqs), K (q8_0): 2048.00 MiB, V "
         "(f16): 2048.00 MiB",
         {{"kvBytesTotal", 4096}, {"kBytes", 2048}},
         {{"kDtype", "q8_0"}, {"vDtype", "f16"}}},
        {"llama.cpp",
         "llama_new_context_with_model: KV self size  = 1024.00 MiB, K (f16):  512.00 MiB, V (f16):  512.00 MiB",
         {{"kvBytesTotal", 1024}, {"vBytes", 512}}},
        {"llama.cpp", "llama_new_context_with_model: kv self size  =  256.00 MB", {{"kvBytesTotal", 256}}},
        {"lmdeploy",
         "2026-08-21 - lmdeploy - INFO - async_engine.py:129 - input backend=turbomind, "
         "backend_config=TurbomindEngineConfig(dtype='auto', tp=1, session_len=None, cache_max_entry_count=0.8, "
         "cache_block_seq_len=64, enable_prefix_caching=False, quant_policy=8)",
         {},
         {{"tp", "1"}, {"kvDtype", "int8"}}},
        {"lmdeploy",
         "updated backend_config=PytorchEngineConfig(dtype='auto', tp=2, block_size=64, "
         "quant_policy=<QuantPolicy.INT4: "
         "4>, distributed_executor_backend='mp')",
         {},
         {{"tp", "2"}, {"kvDtype", "int4"}}},
        {"lmdeploy", "lmdeploy serve api_server a/b --quant-policy 8 --tp 2", {}, {{"tp", "2"}, {"kvDtype", "int8"}}},
        {"lmdeploy", "PytorchEngineConfig(tp=2, quant_policy=<QuantPolicy.NONE: 0>)", {}, {{"kvDtype", ""}}},
        {"llama.cpp", "llama_context: n_ctx         = 240000", {}, {{"ctx", "240000"}}},
        {"llama.cpp",
         "llama_memory_recurrent: size =   63.62 MiB (     1 cells,  48 layers,  1 seqs  0 rs_seq), R (f32):    3.62 "
         "MiB, S (f32):   60.00 MiB",
         {{"recurrentBytes", 63.62}, {"convStateBytes", 3.62}, {"ssmStateBytes", 60}}},
        {"llama.cpp", "load_tensors: offloaded 25/33 layers to GPU", {}, {{"nGpuLayers", "25"}}},
        {"ollama",
         "time=2024-05-27T12:33:12.567Z level=INFO source=memory.go:133 msg=\"offload to gpu\" layers.real=5 "
         "memory.required.kv=\"2.5 GiB\" memory.weights.total=\"34.6 GiB\"",
         {{"kvBytesTotal", 2.5}, {"weightsTotal", 34.6}}},
        {"ollama",
         "level=INFO source=server.go:431 msg=\"starting llama server\" cmd=\"/bin/ollama runner --ollama-engine "
         "--model /blobs/sha256-e8 --ctx-size 8192 --batch-size 512 --parallel 2 --port 35253\"",
         {},
         {{"ctx", "8192"}, {"nParallel", "2"}, {"nUbatch", "512"}}},
        {"ollama", "msg=\"kv cache\" device=CUDA0 size=\"1.0 GiB\"", {{"kvCache", 1.0}}},
        {"tensorrt-llm",
         "[TensorRT-LLM][INFO] [MemUsageChange] Allocated 26.91 GiB for max tokens in paged KV cache (220480).",
         {{"kvBytesTotal", 26.91}, {"pooledTokens", 220480}}},
        {"tensorrt-llm", "[TensorRT-LLM][INFO] Number of tokens per block: 64.", {}, {{"tokensPerBlock", "64"}}},
        {"lmdeploy", "[TM][INFO] [BlockManager] block_size = 0.844 MB", {{"blockBytes", 0.844}}},
        {"lmdeploy",
         "[TM][INFO] [BlockManager] max_block_count = 1740",
         {{"numBlocks", 1740}},
         {{"numBlocks", "1740"}}},
        {"lmdeploy",
         "[TM][INFO] [BlockManager] chunk_size = 1740\n[TM][WARNING] No enough blocks for `session_len` (131072), "
         "`session_len` truncated to 111360.",
         {{"estimatedMaxModelLen", 111360}},
         {{"maxModelLen", "131072"}}},
        {"lmdeploy",
         "2025-03-03 10:00:00,000 - lmdeploy - INFO - base.py:456 - Building CacheEngine with config: \n"
         "CacheConfig(max_batches=256, block_size=64, num_cpu_blocks=0, num_gpu_blocks=4123, "
         "cache_max_entry_count=0.8)",
         {{"numBlocks", 4123}},
         {{"blockSize", "64"}, {"numBlocks", "4123"}, {"cacheMaxEntryCount", "0.8"}}},
        {"lmdeploy",
         "lmdeploy serve api_server Qwen/Qwen3-8B --session-len 32768 --tp 2 --cache-max-entry-count 0.5",
         {},
         {{"maxModelLen", "32768"}, {"tp", "2"}, {"cacheMaxEntryCount", "0.5"}}},
        {"tensorrt-llm",
         "[TensorRT-LLM][INFO] Allocate 69524783104 bytes for k/v cache. ",
         {{"kvBytesExact", 69524783104}}},
        {"tensorrt-llm",
         "[TRT-LLM] [I] Peak memory during memory usage profiling (torch + non-torch): 113.65 GiB, available KV cache "
         "memory when calculating max tokens: 5.95 GiB, fraction is set 0.8999999761581421, kv size is 73728. device "
         "total memory 119.70 GiB, , tmp kv_mem 0.56 GiB",
         {{"peak", 113.65}, {"availableKvBytes", 5.95}, {"estimatedBytesPerToken", 73728}, {"temporaryKv", 0.56}}},
    };
    for (const Row& row : rows) {
        CAPTURE(row.line);
        const Expected<LogReading> reading = read(row.line);
        REQUIRE(reading);
        CHECK(reading->engine == row.engine);
        for (const auto& expected : row.figures)
            CHECK_MESSAGE(figure(*reading, expected.first) == expected.second, expected.first);
        for (const auto& expected : row.settings)
            CHECK_MESSAGE(setting(*reading, expected.first) == expected.second, expected.first);
    }
}

TEST_CASE("vLLM says its version and its model when its server starts") {
    const Expected<LogReading> reading =
        read("INFO 02-03 10:11:40 [api_utils.py:327] vLLM server version 0.15.0, serving model Qwen/Qwen3-8B");
    REQUIRE(reading);
    CHECK(reading->engineVersion == "0.15.0");
    CHECK(reading->model == "Qwen/Qwen3-8B");
}

TEST_CASE("refusals of every engine are named") {
    const std::vector<std::pair<const char*, const char*>> rows = {
        {"ValueError: To serve at least one request with the models's max seq len (131072), (16.0 GiB KV cache is "
         "needed, which is larger than the available KV cache memory (3.97 GiB). Based on the available memory, the "
         "estimated maximum model length is 32512.",
         "max_model_len_too_long"},
        {"ValueError: To serve at least one request with the model's max seq len (917504), 23.38 GiB KV cache is "
         "needed, which is larger than the available KV cache memory (22.61 GiB). Estimated maximum model length is "
         "886912.",
         "max_model_len_too_long"},
        {"The model's max seq len (32768) is larger than the maximum number of tokens that can be stored in KV cache "
         "(31840). Try",
         "max_model_len_too_long"},
        {"ValueError: No available memory for the cache blocks. Try increasing", "no_cache_memory"},
        {"ValueError: Free memory on device (20.1/23.6 GiB) on startup is less than desired GPU memory utilization "
         "(0.9, 21.2 GiB).",
         "free_memory_below_request"},
        {"RuntimeError: Not enough memory. Please try to increase --mem-fraction-static.", "no_cache_memory"},
        {"ggml_backend_cuda_buffer_type_alloc_buffer: allocating 10240.00 MiB on device 0: cudaMalloc failed: out of "
         "memory",
         "out_of_memory"},
        {"llama_init_from_model: V cache quantization requires flash_attn", "flash_attention_needed"},
        {"llama_init_from_model: quantized V cache requires flash_attn to be enabled", "flash_attention_needed"},
        {"ValueError: Loaded weights leave no GPU memory for the KV cache under --mem-fraction-static=0.8. Raise "
         "--mem-fraction-static above 0.871",
         "no_cache_memory"},
        {"RuntimeError: Not enough GPU memory for hybrid (mamba/linear-attention) state cache. Computed "
         "max_mamba_cache_size=0",
         "no_cache_memory"},
        {"Error: model requires more system memory (12.0 GiB) than is available (7.1 GiB)", "system_memory_short"},
    };
    for (const auto& row : rows) {
        const char* line = row.first;
        CAPTURE(line);
        const Expected<LogReading> reading = read(line);
        REQUIRE(reading);
        REQUIRE(reading->refusals.size() == 1);
        CHECK(reading->refusals[0].code == row.second);
        CHECK(reading->refusals[0].message != "");
    }
}

TEST_CASE("colour codes, prefixes, returns and wrappings hide nothing") {
    const std::string plain = "Available KV cache memory: 8.11 GiB";
    const std::vector<std::string> rows = {
        "\x1b[1;36m(EngineCore_DP0 pid=272)\x1b[0;0m INFO 07-22 [gpu_worker.py:232] " + plain + "\r\n",
        "Nov 28 09:13:31 host vllm[123]: " + plain,
        "2026-11-28T09:13:31.123456789Z stdout F " + plain,
        "vllm-1  | " + plain + "\x1b[0m",
        R"({"log":"\u001b[1;36m)" + plain + R"(\n","stream":"stdout","time":"2026-11-28T09:13:31Z"})",
        "Loading: 10%\rLoading: 100%\r" + plain,
        std::string("A\0v\0a\0i\0l\0a\0b\0l\0e\0 \0K\0V\0 \0c\0a\0c\0h\0e\0 \0m\0e\0m\0o\0r\0y\0:\0 \0", 52) +
            "8.11 GiB",
        "(EngineCore pid=316) INFO Available KV cache me\nmory: 8.11 GiB",
        "(EngineCore pid=316) INFO Available KV cache me\n(EngineCore pid=316) mory: 8.11 GiB",
        "> INFO Available KV cache\n> memory: 8.11 GiB",
        "Available KV cache memory:\n8.11\nGiB",
    };
    for (const std::string& text : rows) {
        CAPTURE(text);
        for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, std::size_t{1} << 20}) {
            const Expected<LogReading> reading = read(text, piece);
            REQUIRE(reading);
            CHECK(figure(*reading, "availableKvBytes") == 8.11);
        }
    }
}

TEST_CASE("settings that a terminal has spread over lines are read to their end") {
    std::string line =
        "Initializing a V1 LLM engine (v0.9.2) with config: model='meta-llama/Llama-3.1-8B-Instruct', "
        "tokenizer='meta-llama/Llama-3.1-8B-Instruct', dtype=torch.bfloat16, max_seq_len=131072, "
        "tensor_parallel_size=8, quantization=None, kv_cache_dtype=fp8, seed=0";
    for (const std::size_t width : {70, 80, 99, 120}) {
        std::string text;
        for (std::size_t at = 0; at < line.size(); at += width) text += line.substr(at, width) + "\n";
        const auto reading = read(text + "INFO Available KV cache memory: 8.11 GiB\n");
        REQUIRE(reading);
        CHECK(setting(*reading, "maxModelLen") == "131072");
        CHECK(setting(*reading, "tp") == "8");
        CHECK(setting(*reading, "kvDtype") == "fp8");
        CHECK(figure(*reading, "availableKvBytes") == 8.11);
    }
    const auto typed = read("vllm serve a/b --max-model-len 128K --gpu-memory-utilization 0.95 --max-num-seqs many");
    REQUIRE(typed);
    CHECK(setting(*typed, "maxModelLen") == "131072");
    CHECK(setting(*typed, "gpuMemoryUtilization") == "0.95");
    CHECK(setting(*typed, "maxNumSeqs") == "");
    const auto command = read("vllm serve a/b \\\n  --max-model-len 32768 \\\r\n  --tensor-parallel-size 2\n");
    REQUIRE(command);
    CHECK(setting(*command, "maxModelLen") == "32768");
    CHECK(setting(*command, "tp") == "2");
}

TEST_CASE("ranks, restarts and draft models do not mix") {
    const auto ranks = read(
        "(Worker_TP0 pid=1) Available KV cache memory: 8.13 GiB\n(Worker_TP1 pid=2) Available KV cache memory: 8.11 "
        "GiB\n");
    REQUIRE(ranks);
    CHECK(figure(*ranks, "availableKvBytes") == 8.11);
    REQUIRE(ranks->notes.size() == 1);
    CHECK(ranks->notes[0].code == "ranks_differ");

    const std::string start = "Initializing a V1 LLM engine (v0.9.2) with config: model='a/b', max_seq_len=";
    const auto restarts =
        read(start + "40960,\nAvailable KV cache memory: 1.00 GiB\nNo available memory for the cache blocks\n" + start +
             "8192,\nAvailable KV cache memory: 2.00 GiB\n");
    REQUIRE(restarts);
    CHECK(figure(*restarts, "availableKvBytes") == 2);
    CHECK(setting(*restarts, "maxModelLen") == "8192");
    CHECK(restarts->refusals.empty());
    CHECK(restarts->notes[0].code == "several_starts");

    const auto draft = read(
        "llama_context: n_ctx = 8192\nllama_kv_cache: size = 1024.00 MiB ( 8192 cells,  32 layers,  1/1 seqs), K "
        "(f16): 512.00 MiB, V (f16): 512.00 MiB\n"
        "srv load_model: loading draft model 'x.gguf'\nllama_model_loader: loaded meta data with 30 key-value pairs "
        "and 290 tensors from x.gguf (version GGUF V3 (latest))\n"
        "llama_context: n_ctx = 4096\nllama_kv_cache: size = 64.00 MiB ( 4096 cells,  8 layers,  1/1 seqs), K (f16): "
        "32.00 MiB, V (f16): 32.00 MiB\n");
    REQUIRE(draft);
    CHECK(figure(*draft, "kvBytesTotal") == 1024);
    CHECK(setting(*draft, "ctx") == "8192");
}

TEST_CASE("caches with and without windows are told apart") {
    const auto reading = read(
        "llama_kv_cache_iswa: creating non-SWA KV cache, size = 32768 cells\n"
        "llama_kv_cache:      CUDA0 KV buffer size =   640.00 MiB\n"
        "llama_kv_cache: size =  640.00 MiB ( 32768 cells,   5 layers,  1/1 seqs), K (f16):  320.00 MiB, V (f16):  "
        "320.00 MiB\n"
        "llama_kv_cache_iswa: creating     SWA KV cache, size = 1536 cells\n"
        "llama_kv_cache:      CUDA0 KV buffer size =   174.00 MiB\n"
        "llama_kv_cache: size =  174.00 MiB (  1536 cells,  29 layers,  1/1 seqs), K (f16):   87.00 MiB, V (f16):   "
        "87.00 MiB\n");
    REQUIRE(reading);
    CHECK(figure(*reading, "fullKvBytes") == 640);
    CHECK(figure(*reading, "swaKvBytes") == 174);
    CHECK(figure(*reading, "swaCells") == 1536);
    CHECK(figure(*reading, "fullKvBuffers") == 640);

    // src/llama-kv-cache-dsv4.cpp, src/llama-kv-cache-dsa.cpp of August 2026: what each constructor prints.
    const std::string of = " cells,  21 layers,  1/1 seqs), K (f16):  1.00 MiB, V (f16):  0.00 MiB\n";
    const auto compressed = read(
        "llama_kv_cache_dsv4: creating DSV4 raw KV cache\nllama_kv_cache_iswa: creating non-SWA KV cache, size = 32768 "
        "cells\nllama_kv_cache: size =    0.00 MiB ( 32768" +
        of +
        "llama_kv_cache_iswa: creating     SWA KV cache, size = 768 cells\nllama_kv_cache: size =   32.25 MiB ( 768" +
        of +
        "llama_kv_cache_dsv4: creating DSV4 CSA compressed KV cache, size = 8192 cells\nllama_kv_cache: size =  168.00 "
        "MiB ( "
        "8192" +
        of +
        "llama_kv_cache_dsv4: creating DSV4 HCA compressed KV cache, size = 256 cells\nllama_kv_cache: size =    5.00 "
        "MiB "
        "( 256" +
        of +
        "llama_kv_cache_dsv4: creating DSV4 lightning-indexer KV cache, size = 8192 cells\nllama_kv_cache: size =   "
        "42.00 "
        "MiB ( 8192" +
        of +
        "llama_dsv4_comp_state:      CUDA0 DSV4 csa state buffer size =     2.00 MiB\nllama_dsv4_comp_state:      "
        "CUDA0 "
        "DSV4 hca state buffer size =     9.64 MiB\n");
    REQUIRE(compressed);
    CHECK(figure(*compressed, "swaKvBytes") == 32.25);
    CHECK(figure(*compressed, "compressed4Bytes") == 168);
    CHECK(figure(*compressed, "compressed128Bytes") == 5);
    CHECK(figure(*compressed, "indexerBytes") == 42);
    CHECK(figure(*compressed, "stateBuffers") == doctest::Approx(11.64));
    const auto indexed = read(
        "llama_kv_cache_dsa: creating main KV cache, size = 32768 cells\nllama_kv_cache: size = 2196.00 "
        "MiB ( 32768" +
        of +
        "llama_kv_cache_dsa: creating indexer KV cache, size = 32768 cells\nllama_kv_cache: size =  "
        "488.00 MiB ( 32768" +
        of);
    REQUIRE(indexed);
    CHECK(figure(*indexed, "fullKvBytes") == 2196);
    CHECK(figure(*indexed, "indexerBytes") == 488);
    CHECK(figure(*indexed, "kvBytesTotal") == -1);
}

TEST_CASE("lines of a running engine alone tell what they say and what is missing") {
    // vllm-project/vllm issue 43295, sgl-project/sglang issues 3909 and 29853, NVIDIA/TensorRT-LLM pull request 14206,
    // ggml-org/llama.cpp pull request 22929, lmdeploy/metrics/loggers.py @1263d5cd8.
    const std::vector<Row> rows = {
        {"vllm",
         "(APIServer pid=3646) INFO 05-19 10:13:31 [loggers.py:271] Engine 000: Avg prompt throughput: 12068.8 "
         "tokens/s, Avg generation throughput: 734.9 tokens/s, Running: 18 reqs, Waiting: 33 reqs, GPU KV cache usage: "
         "87.7%, Prefix cache hit rate: 1.0%\n"
         "(APIServer pid=3646) INFO 05-19 10:13:41 [loggers.py:271] Engine 000: Avg prompt throughput: 18032.5 "
         "tokens/s, Avg generation throughput: 589.8 tokens/s, Running: 21 reqs, Waiting: 23 reqs, Preemptions: 2, GPU "
         "KV cache usage: 95.9%, Prefix cache hit rate: 0.5%, External prefix cache hit rate: 7.0%",
         {{"running", 21},
          {"waiting", 33},
          {"preemptions", 2},
          {"usagePct", 95.9},
          {"hitRatePct", 0.5},
          {"externalHitRatePct", 7},
          {"promptThroughput", 18032.5},
          {"generationThroughput", 734.9}}},
        {"vllm",
         "INFO 08-06 10:17:29 [loggers.py:142] Engine 000: vllm cache_config_info with initialization after "
         "num_gpu_blocks is: 75972",
         {{"numBlocks", 75972}}},
        {"vllm",
         "# TYPE vllm:num_requests_running gauge\nvllm:num_requests_running{engine=\"0\",model_name=\"a/b\"} "
         "12.0\nvllm:num_requests_waiting{engine=\"0\",model_name=\"a/b\"} 3.0\n"
         "vllm:kv_cache_usage_perc{engine=\"0\",model_name=\"a/b\"} 0.453\n"
         "vllm:cache_config_info{block_size=\"16\",cache_dtype=\"fp8\",enable_prefix_caching=\"True\",engine=\"0\","
         "gpu_memory_utilization=\"0.9\",num_gpu_blocks=\"27286\",num_gpu_blocks_override=\"None\",swap_space=\"4\"} "
         "1.0",
         {{"running", 12}, {"waiting", 3}, {"usage", 0.453}},
         {{"kvDtype", "fp8"},
          {"blockSize", "16"},
          {"prefixCaching", "true"},
          {"gpuMemoryUtilization", "0.9"},
          {"numGpuBlocks", "27286"}}},
        {"vllm",
         "INFO metrics.py:345] Avg prompt throughput: 0.0 tokens/s, Avg generation throughput: 32.1 tokens/s, Running: "
         "1 reqs, Swapped: 0 reqs, Pending: 4 reqs, GPU KV cache usage: 0.6%, CPU KV cache usage: 0.0%.",
         {{"running", 1}, {"waiting", 4}, {"usagePct", 0.6}}},
        {"sglang",
         "[2025-02-27 04:46:39 TP0] Decode batch. #running-req: 8, #token: 62531, token usage: 0.12, gen throughput "
         "(token/s): 186.64, #queue-req: 1",
         {{"running", 8}, {"waiting", 1}, {"tokensInUse", 62531}, {"usage", 0.12}, {"generationThroughput", 186.64}}},
        {"sglang",
         "[2026-07-01 15:20:26 TP0] Prefill batch, #new-seq: 10, #new-token: 8192, #cached-token: 16, token usage: "
         "0.23, #running-req: 83, #queue-req: 26, #pending-token: 30628, npu graph: False, input throughput (token/s): "
         "5092.88",
         {{"running", 83}, {"waiting", 26}, {"computedTokens", 8192}, {"cachedTokens", 16}}},
        {"tensorrt-llm",
         "[08/19/2026-14:11:49] [TRT-LLM] [I] [_torch][RANK 0] iter = 2, global_rank = 0, rank = 0, "
         "num_scheduled_requests = 3, kv_cache_util = 0.112, currank_total_requests = 0/1, host_step_time = 4.08ms, "
         "states = {'num_ctx_requests': 1, 'num_ctx_tokens': 4, 'num_generation_tokens': 7, 'cached_kv_tokens': 63821}",
         {{"running", 3}, {"usage", 0.112}, {"tokensInUse", 63821}}},
        {"tensorrt-llm",
         "libtensorrtllm.cc:1205] {\"Active Request Count\":1,\"Free KV cache blocks\":480,\"Max KV cache "
         "blocks\":513,\"Tokens per KV cache block\":64,\"Used KV cache blocks\":33}",
         {{"running", 1}, {"numBlocks", 513}, {"blocksInUse", 33}},
         {{"numBlocks", "513"}, {"tokensPerBlock", "64"}}},
        {"tensorrt-llm",
         "[{\"cpuMemUsage\":3492,\"iter\":0,\"kvCacheStats\":{\"allocNewBlocks\":250,\"cacheHitRate\":0.25,"
         "\"freeNumBlocks\":"
         "1745,\"maxNumBlocks\":7240,\"tokensPerBlock\":64,\"usedNumBlocks\":5495},\"numActiveRequests\":1,"
         "\"numQueuedRequests\":7}]",
         {{"running", 1}, {"waiting", 7}, {"numBlocks", 7240}, {"blocksInUse", 5495}, {"hitRate", 0.25}},
         {{"numBlocks", "7240"}, {"tokensPerBlock", "64"}}},
        {"llama.cpp",
         "slot update_slots: id  0 | task 2024 | new prompt, n_ctx_slot = 262144, n_keep = 0, task.n_tokens = 32154\n"
         "slot      release: id  0 | task 2024 | stop processing: n_tokens = 32369, truncated = 0",
         {{"slotContext", 262144}, {"promptTokens", 32154}, {"slotTokens", 32369}}},
        {"lmdeploy",
         "[2026-08-21 10:00:00 DP0] Avg thr (in/out): 1203.4 / 256.0 tokens/s, Server "
         "(succeeded/failed/routed/waiting): 4 / 0 / 12 / 0, Engine (running/waiting): 12 / 3, KV cache: 45.3%, Prefix "
         "cache hit rate: 21.0%, ",
         {{"running", 12}, {"waiting", 3}, {"usagePct", 45.3}, {"hitRatePct", 21}}},
    };
    for (const Row& row : rows) {
        CAPTURE(row.line);
        const Expected<LogReading> reading = read(row.line);
        REQUIRE(reading);
        CHECK(reading->engine == row.engine);
        for (const auto& expected : row.figures) {
            CAPTURE(expected.first);
            CHECK(figure(*reading, expected.first) == expected.second);
        }
        for (const auto& [key, value] : row.settings) CHECK(setting(*reading, key) == value);
        CHECK((reading->missing.front().key == "model") == reading->model.empty());
        for (const LogFigure& f : reading->figures) CHECK((f.running || f.name == "numBlocks"));
        for (const Note& note : reading->notes) CHECK(note.code != "ranks_differ");
    }
}

TEST_CASE("tokens in use and their rounded share give the pool") {
    const auto line = [](int tokens, const char* share) {
        return "Decode batch, #running-req: 8, #token: " + std::to_string(tokens) + ", token usage: " + share +
               ", cuda graph: True, gen throughput (token/s): 186.64, #queue-req: 0\n";
    };
    // 500,000 tokens; the share goes from 0.12 to 0.13 at 62,500.
    const auto narrow = read(line(62490, "0.12") + line(62530, "0.13") + line(450100, "0.90"));
    REQUIRE(narrow);
    CHECK(setting(*narrow, "maxTotalNumTokens") == "500080");
    REQUIRE(narrow->settings.size() == 1);
    CHECK(narrow->settings[0].rounding == 160);
    CHECK(narrow->notes[0].code == "pool_implied");
    CHECK(narrow->notes[0].message.find("between 499,920 and 500,240") != std::string::npos);
    for (const LogGap& gap : narrow->missing) CHECK(gap.key != "maxTotalNumTokens");
    // Told, but too wide for anything to be computed from its middle.
    const auto wide = read(line(20000, "0.04"));
    REQUIRE(wide);
    CHECK(wide->settings.empty());
    CHECK(wide->notes[0].message.find("between 444,445 and 571,428") != std::string::npos);
    // Ranks with pools of their own, a share that says nothing, a pool that is printed itself.
    CHECK(read(line(62490, "0.12") + line(62490, "0.50"))->settings.empty());
    CHECK(read(line(64, "0.00"))->notes.empty());
    const auto printed = read(
        "max_total_num_tokens=500007, chunked_prefill_size=8192, max_prefill_tokens=16384, "
        "max_running_requests=4096, context_len=131072\n" +
        line(450100, "0.90"));
    CHECK(setting(*printed, "maxTotalNumTokens") == "500007");
    // A window pool and states have their own.
    const auto pools = read(
        "Decode batch, #running-req: 8, #full token: 450100, full token usage: 0.90, #swa token: 90020, "
        "swa token usage: 0.90, gen throughput (token/s): 186.64, #queue-req: 0\n");
    CHECK(setting(*pools, "swaTotalNumTokens") == "100025");
}

TEST_CASE("metadata that llama.cpp prints is a model") {
    const auto reading = read(
        "llama_model_loader: - kv   0:                       general.architecture str              = llama\n"
        "llama_model_loader: - kv   2:                          llama.block_count u32              = 32\n"
        "llama_model_loader: - kv   9:                      tokenizer.ggml.tokens arr[str,128256]  = [\"!\", \"...\n"
        "print_info: n_head_kv        = 8\nprint_info: n_head           = 32\nprint_info: n_embd           = 4096\n"
        "print_info: n_embd_head_k    = 128\nprint_info: n_embd_head_v    = 128\n"
        "print_info: n_layer          = 99\nprint_info: n_swa            = 0\nprint_info: n_ctx_train = "
        "131072\nllama_context: n_ctx = 8192\n");
    REQUIRE(reading);
    const auto model = readGgufMetadata(reading->metadata);
    REQUIRE_MESSAGE(model, reading->metadata);
    CHECK(model->layers == 32);
    CHECK(reading->metadata.find("tokenizer.ggml.tokens") == std::string::npos);
    CHECK(reading->metadata.find("sliding_window") == std::string::npos);
    const auto cut = read(
        "print_info: arch = llama\nprint_info: n_layer = 32\nprint_info: n_head = 32\nprint_info: n_embd = 4096\n");
    REQUIRE(cut);
    CHECK(cut->metadata.empty());  // the width of a head stood where the log was cut
}

TEST_CASE("what is not a log gives one answer") {
    std::string binary;
    for (int i = 0; i < 100000; ++i) binary += static_cast<char>(i * 131 + (i >> 7));
    for (const std::string& text :
         {std::string(), binary, std::string("nginx: worker process started\n"), std::string("Avai"),
          std::string("torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2 GiB")}) {
        const Expected<LogReading> reading = read(text);
        REQUIRE(!reading);
        CHECK(reading.errors().size() == 1);
        CHECK(reading.errors()[0].code == "not_recognised");
    }
}

TEST_CASE("names are plain text, numbers are bounded, lines are cut") {
    const auto hostile = read(
        "Starting to load model <script>alert(1)</script>...\nMaximum concurrency for 999999999999999999999999 tokens "
        "per request: 2.00x\n" +
        ("GPU KV cache size: 5 tokens " + std::string(300000, 'x')));
    REQUIRE(hostile);
    CHECK(hostile->model == "<script>alert(1)</script>");
    CHECK(setting(*hostile, "maxModelLen") == "");
    CHECK(figure(*hostile, "kvCapacityTokens") == 5);
    for (const LogFigure& f : hostile->figures) CHECK(f.text.size() < 300);
}

TEST_CASE("printed figures stand beside ours") {
    const auto model = readConfig(
        R"({"architectures":["LlamaForCausalLM"],"model_type":"llama","num_hidden_layers":32,"num_attention_heads":32,"num_key_value_heads":8,"hidden_size":4096,"head_dim":128,"intermediate_size":14336,"vocab_size":128256,"max_position_embeddings":131072,"torch_dtype":"bfloat16"})");
    REQUIRE(model);
    const auto reading = read(
        "Initializing a V1 LLM engine (v0.9.2) with config: model='meta-llama/Llama-3.1-8B-Instruct', "
        "max_seq_len=131072, tensor_parallel_size=1, kv_cache_dtype=auto\n"
        "Available KV cache memory: 3.97 GiB\n"
        "max seq len (131072), (16.00 GiB KV cache is needed, which is larger than the available KV cache memory (3.97 "
        "GiB)\n"
        "GPU KV cache size: 32,512 tokens\nGraph capturing finished in 3 secs, took 0.60 GiB\nCurrent kv cache memory "
        "in use is 3.97 GiB\n");
    REQUIRE(reading);
    Scenario scenario;
    scenario.engineVersion = "0.9.2";
    scenario.maxModelLen = 131072;
    scenario.availableKvGib = 3.97;
    const auto explained = explain(*model, *reading, scenario);
    REQUIRE(explained);
    const auto row = [&](const std::string& name) {
        for (const LogRow& r : explained->rows)
            if (r.name == name) return r;
        return LogRow{};
    };
    CHECK(row("kvBytesNeeded").status == "explained");
    CHECK(*row("kvBytesNeeded").ours == 16);
    CHECK(row("kvCapacityTokens").status == "explained");
    CHECK(row("graphs").status == "notReproduced");
    CHECK(row("graphs").reason == "measured");
    CHECK(row("kvCacheInUse").reason == "noRule");
    CHECK(row("availableKvBytes").reason == "inputs");

    scenario.tp = 2;
    const auto other = explain(*model, *reading, scenario);
    REQUIRE(other);
    CHECK(other->rows[1].status != "explained");
}
