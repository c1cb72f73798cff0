#include <doctest/doctest.h>

#include <algorithm>

#include "answers.hpp"
#include "llamacpp_models.hpp"

// Worked by hand with TensorRT-LLM's rules (NVIDIA/TensorRT-LLM cpp/tensorrt_llm/batch_manager/kvCacheManager.cpp,
// tensorrt_llm/_torch/pyexecutor/resource_manager.py @001541bad).
using namespace kvfit;
using namespace kvfit::test;
using namespace kvfit::models;

namespace {

constexpr std::int64_t gib = std::int64_t{1} << 30;

Scenario start(std::int64_t maxModelLen) {
    Scenario s;
    s.engine = "tensorrt-llm";
    s.kvDtype = "bf16";
    s.maxModelLen = maxModelLen;
    return s;
}

bool warns(const SizeResult& r, const char* code) {
    for (const Note& n : r.warnings)
        if (n.code == code) return true;
    return false;
}

}  // namespace

TEST_CASE("TensorRT-LLM: a block is 32 tokens of all layers, K and V") {
    Scenario s = start(4096);
    s.tokens = 4096;
    const SizeResult r = sized(llama8b(), s);
    CHECK(real(r, "kvBytesPerToken") == 131072);
    CHECK(count(r, "blockBytes") == 4194304);
    CHECK(count(r, "blocksPerSequence") == 128);
    CHECK(figure(r, "reservedBytes") == 128 * 4194304);
    CHECK(figure(r, "liveBytes") == 128 * 4194304);
    CHECK(figure(r, "paddingBytes") == 0);
}

TEST_CASE("TensorRT-LLM: a further token takes a further block, and stays without its last token") {
    Scenario s = start(8192);
    s.tokens = 4097;
    const SizeResult r = sized(llama8b(), s);
    CHECK(count(r, "blocksPerSequence") == 129);
    CHECK(figure(r, "cachedBytes") == 128 * 4194304);
    s.prefixCaching = false;
    CHECK(figure(sized(llama8b(), s), "cachedBytes") == 0);
}

TEST_CASE("TensorRT-LLM: blocks are powers of two") {
    Scenario s = start(4096);
    for (const std::int64_t good : {2, 64, 512}) {
        s.tokensPerBlock = good;
        CHECK(size(llama8b(), s));
    }
    for (const std::int64_t bad : {-1, 0, 1, 48, 100}) {
        s.tokensPerBlock = bad;
        CHECK(refusal(llama8b(), s) == "block_not_power_of_two");
    }
}

TEST_CASE("TensorRT-LLM: heads of a rank are rounded up; the estimator divides heads times width") {
    Architecture a = model(1, {attention(Kind::full, all(1), 10, 128, 128)});
    a.attentionHeads = 10;
    Scenario s = start(4096);
    s.tp = 4;
    const SizeResult r = sized(a, s);
    CHECK(real(r, "kvBytesPerToken") == 3 * 128 * 2 * 2);
    CHECK(count(r, "estimatedBytesPerToken") == 10 * 128 / 4 * 2 * 2);
    CHECK(r.bytesPerRank == 4096 * 3 * 128 * 2 * 2);
    s.attentionDp = true;
    CHECK(real(sized(a, s), "kvBytesPerToken") == 10 * 128 * 2 * 2);
}

TEST_CASE("TensorRT-LLM: a latent is stored once, on every rank, with its index keys in a pool beside it") {
    Scenario s = start(4096);
    s.tp = 8;
    const SizeResult r = sized(deepSeekV3(), s);
    CHECK(real(r, "kvBytesPerToken") == 61 * 576 * 2);
    CHECK(count(r, "blockBytes") == 2248704);
    s.kvDtype = "fp8";
    CHECK(real(sized(deepSeekV32(), s), "kvBytesPerToken") == 61 * (576 + 132));
}

TEST_CASE("TensorRT-LLM: types and their scales") {
    Scenario s = start(4096);
    const auto perToken = [&](const char* type) {
        s.kvDtype = type;
        return real(sized(llama8b(), s), "kvBytesPerToken");
    };
    CHECK(perToken("fp8") == 65536);
    CHECK(perToken("int8") == 65536);
    CHECK(perToken("nvfp4") == 36864);
    CHECK(perToken("fp4") == 36864);
    s.kvDtype = "q8_0";
    CHECK(refusal(llama8b(), s) == "unknown_dtype");
    s.kvDtype = "bf16";
    s.vDtype = "fp8";
    CHECK(refusal(llama8b(), s) == "kv_types_differ");
}

TEST_CASE("TensorRT-LLM: a window gives a block back once it and a whole block follow") {
    const struct {
        std::int64_t tokens, blocks;
    } rows[] = {{1, 1}, {128, 4}, {129, 5}, {159, 5}, {160, 4}, {161, 5}, {192, 4}, {4096, 4}};
    for (const auto& row : rows) {
        CAPTURE(row.tokens);
        Scenario s = start(8192);
        s.tokens = row.tokens;
        CHECK(count(sized(gptOss120b(), s), "swaBlocksPerSequence") == row.blocks);
    }
}

TEST_CASE("TensorRT-LLM: memory is split equally over attention windows") {
    Scenario s = start(131072);
    s.availableKvBytes = 40 * gib;
    const SizeResult r = sized(gemma3of27b(), s);
    CHECK(count(r, "fullNumBlocks") == 8192);
    CHECK(count(r, "swaNumBlocks") == 1575);
    CHECK(count(r, "bytesPerWindow") == 20 * gib);
    CHECK(count(r, "numGroups") == 2);
    CHECK(count(r, "kvCapacityTokens") == 262144);
    s.attentionWindows = false;
    const SizeResult full = sized(gemma3of27b(), s);
    CHECK(count(full, "numGroups") == 1);
    CHECK(count(full, "kvCapacityTokens") == 40 * gib / (62 * 8192) / 32 * 32);
}

TEST_CASE("TensorRT-LLM: before 1.2 a window gets memory by its tokens and layers") {
    Scenario s = start(131072);
    s.engineVersion = "1.0";
    s.attentionWindows = true;
    s.availableKvBytes = 40 * gib;
    const SizeResult r = sized(gemma3of27b(), s);
    // 131,072 x 10 layers against 1,024 x 52.
    CHECK(count(r, "fullNumBlocks") == 15745);
    CHECK(count(r, "swaNumBlocks") == 123);
    // Nobody sets a window there but the user: all 62 layers have full length.
    s.attentionWindows = std::nullopt;
    const SizeResult full = sized(gemma3of27b(), s);
    CHECK(count(full, "numGroups") == 1);
    CHECK(std::any_of(full.notes.begin(), full.notes.end(),
                      [](const Note& note) { return note.code == "windows_not_asked"; }));
}

TEST_CASE("TensorRT-LLM: a request sets aside a window, the tokens of a step, and a block to slide") {
    Scenario s = start(131072);
    const SizeResult r = sized(gemma3of27b(), s);
    CHECK(count(r, "blocksPerRequest") == 4096 + (1024 + 8192) / 32 + 1);
    s.maxNumBatchedTokens = 1024;
    CHECK(count(sized(gemma3of27b(), s), "blocksPerRequest") == 4096 + 2048 / 32 + 1);
}

TEST_CASE("TensorRT-LLM: the budget is a fraction of what is left") {
    Scenario s = start(4096);
    s.gpuTotalBytes = 80 * gib;
    s.peakBytes = 21 * gib;
    s.temporaryKvBytes = gib;
    const SizeResult r = sized(llama8b(), s);
    CHECK(count(r, "availableKvBytes") == 54 * gib);
    CHECK(count(r, "maxTokens") == 54 * gib / 131072);
    CHECK(count(r, "numBlocks") == 54 * gib / 4194304);
    s.freeGpuMemoryFraction = 1.0;
    CHECK(refusal(llama8b(), s) == "out_of_range");
}

TEST_CASE("TensorRT-LLM: tokens are rounded up to blocks until 1.2, down since") {
    Scenario s = start(4096);
    s.maxTokens = 860308;
    for (const char* version : {"0.13.dev", "1.0.0rc3", "PyTorch backend"}) {
        CAPTURE(version);
        s.engineVersion = version;
        CHECK(count(sized(llama8b(), s), "kvCapacityTokens") == 860320);
    }
    s.engineVersion = {};
    CHECK(count(sized(llama8b(), s), "kvCapacityTokens") == 860288);
}

TEST_CASE("TensorRT-LLM: the host pool has whole blocks of the host's bytes") {
    Scenario s = start(4096);
    s.hostCacheBytes = 10 * gib + 1;
    CHECK(count(sized(llama8b(), s), "hostBlocks") == 10 * gib / 4194304);
}

TEST_CASE("TensorRT-LLM: a cache too small for one request lowers the length") {
    Scenario s = start(131072);
    s.availableKvBytes = 4 * gib;
    const SizeResult r = sized(llama8b(), s);
    CHECK_FALSE(std::get<bool>(r.metrics.at("maxModelLenFits")));
    CHECK(count(r, "estimatedMaxModelLen") == 32768);
    CHECK(warns(r, "max_seq_len_reduced"));
}

TEST_CASE("TensorRT-LLM: cross attention takes half of the memory") {
    Architecture a = model(4, {attention(Kind::full, all(4), 20, 64, 64)});
    CachePart cross = attention(Kind::cross, all(4), 20, 64, 64, 1500);
    cross.role = Role::cross;
    a.parts.push_back(cross);
    Scenario s = start(448);
    s.availableKvBytes = gib;
    const SizeResult r = sized(a, s);
    const std::int64_t block = 32 * 4 * 2 * 20 * 64 * 2;
    CHECK(count(r, "fullNumBlocks") == gib / 2 / block);
    CHECK(count(r, "blocksPerRequest") == 448 / 32 + 47);
    s.crossKvCacheFraction = 0.25;
    CHECK(count(sized(a, s), "fullNumBlocks") == gib / 4 * 3 / block);
}

TEST_CASE("TensorRT-LLM: states are taken from the memory for every slot") {
    Scenario s = start(4096);
    s.availableKvBytes = 10 * gib;
    s.maxNumSeqs = 64;
    const SizeResult r = sized(qwen3Next80b(), s);
    const std::int64_t state = 36 * (32 * 128 * 128 * 2 + 8192 * 3 * 2);
    CHECK(count(r, "stateBytesPerSequence") == state);
    CHECK(count(r, "numBlocks") == (10 * gib - 64 * state) / (32 * 12 * 2 * 2 * 256 * 2));
}

TEST_CASE("TensorRT-LLM: compressed attention has blocks of 128 tokens and slots of whole blocks") {
    Scenario s = start(131072);
    s.kvDtype = "fp8";
    const SizeResult r = sized(deepSeekV4Flash(), s);
    CHECK(count(r, "blockSize") == 128);
    CHECK(count(r, "blockBytes") == 21 * 32 * (512 + 132) + 20 * 512);
    s.tokensPerBlock = 512;
    CHECK(refusal(deepSeekV4Flash(), s) == "out_of_range");
}
