#include <doctest/doctest.h>

#include "answers.hpp"
#include "llamacpp_models.hpp"

// Worked by hand with lmdeploy's rules (InternLM/lmdeploy lmdeploy/pytorch/engine/cache_engine.py,
// engine/executor/base.py @1263d5cd8).
using namespace kvfit;
using namespace kvfit::test;
using namespace kvfit::models;

namespace {

constexpr std::int64_t gib = std::int64_t{1} << 30;

Scenario start(std::int64_t maxModelLen) {
    Scenario s;
    s.engine = "lmdeploy";
    s.kvDtype = "bf16";
    s.maxModelLen = maxModelLen;
    return s;
}

}  // namespace

TEST_CASE("lmdeploy: blocks of 64 tokens, K, V and scales of each layer") {
    const struct {
        const char* type;
        std::int64_t bytes;
    } rows[] = {
        {"bf16", 8388608},
        {"fp8", 4194304},
        {"int8", 4325376},
        {"int4", 2228224},
        // K in 4 bits with two values of 2 bytes, V in 2 bits with one.
        {"turbo_quant", 32 * (64 * 8 * 64 + 64 * 8 * 32 + 64 * 8 * 4 + 64 * 8 * 2)},
    };
    for (const auto& row : rows) {
        CAPTURE(row.type);
        Scenario s = start(4096);
        s.kvDtype = row.type;
        CHECK(count(sized(llama8b(), s), "blockBytes") == row.bytes);
    }
}

TEST_CASE("lmdeploy: every tensor is rounded up to 256 bytes") {
    // One head of 40: 16 tokens of K are 640 bytes in int8, their scales and zero points 64.
    const Architecture a = model(1, {attention(Kind::full, all(1), 1, 40, 40)});
    Scenario s = start(4096);
    s.kvDtype = "int8";
    s.blockSize = 16;
    CHECK(count(sized(a, s), "blockBytes") == 2 * (768 + 256));
}

TEST_CASE("lmdeploy: latents without V, index keys in a tensor of their own") {
    Scenario s = start(4096);
    s.tp = 8;
    CHECK(count(sized(deepSeekV3(), s), "blockBytes") == 61 * 64 * 1152);
    CHECK(count(sized(deepSeekV32(), s), "blockBytes") == 61 * 64 * (1152 + 132));
    s.kvDtype = "fp8";
    CHECK(count(sized(deepSeekV3(), s), "blockBytes") == 61 * 64 * 576);
    CHECK(count(sized(deepSeekV32(), s), "blockBytes") == 61 * 64 * (656 + 132));
    s.kvDtype = "int8";
    CHECK(refusal(deepSeekV32(), s) == "unknown_dtype");
}

TEST_CASE("lmdeploy: what it refuses") {
    Scenario s = start(4096);
    for (const std::int64_t bad : {8, 48, 0}) {
        s.blockSize = bad;
        CHECK(refusal(llama8b(), s) == "block_not_power_of_two");
    }
    s.blockSize = {};
    s.pp = 2;
    CHECK(refusal(llama8b(), s) == "invalid_parallel_degree");
    s.pp = {};
    s.kvDtype = "nvfp4";
    CHECK(refusal(llama8b(), s) == "unknown_dtype");
    s.kvDtype = "bf16";
    s.cacheMaxEntryCount = 1.0;
    CHECK(refusal(llama8b(), s) == "out_of_range");
}

TEST_CASE("lmdeploy: a share of the free memory without states and runtime") {
    Scenario s = start(4096);
    s.freeMemoryBytes = 60 * gib;
    s.runtimeBytes = 2 * gib;
    s.stateBytes = 0;
    const SizeResult r = sized(llama8b(), s);
    CHECK(count(r, "availableKvBytes") == 49821620633);
    CHECK(count(r, "numBlocks") == 5939);
    CHECK(count(r, "kvCapacityTokens") == 5939 * 64);
}

TEST_CASE("lmdeploy: the runtime is estimated from the vocabulary, with fewer tokens when little is free") {
    Architecture a = llama8b();
    a.vocabSize = 128256;
    Scenario s = start(4096);
    s.freeMemoryBytes = 60 * gib;
    CHECK(count(sized(a, s), "availableKvBytes") ==
          static_cast<std::int64_t>((60.0 * gib - (8192 + 256) * 128256 * 2.0) * 0.8));
    // Of 2 GiB 8,192 tokens leave nothing: 4,096 tokens leave 123 blocks.
    s.freeMemoryBytes = 2 * gib;
    CHECK(count(sized(a, s), "availableKvBytes") ==
          static_cast<std::int64_t>((2.0 * gib - (4096 + 256) * 128256 * 2.0) * 0.8));
}

TEST_CASE("lmdeploy: windows beside full layers keep every token, windows alone do not") {
    Scenario s = start(131072);
    CHECK(figure(sized(gemma3of27b(), s), "reservedBytes") == std::int64_t{131072} * 62 * 8192);
    const Architecture mistral = model(32, {attention(Kind::window, all(32), 8, 128, 128, 4096)});
    const SizeResult r = sized(mistral, s);
    CHECK(count(r, "blocksPerRequest") == 65);
    CHECK(figure(r, "liveBytes") == 64 * 8388608);
    s.tokens = 4097;
    CHECK(figure(sized(mistral, s), "liveBytes") == 65 * 8388608);
}

TEST_CASE("lmdeploy: wide keys take blocks of 32, compressed attention of 256") {
    const Architecture wide = model(2, {attention(Kind::full, all(2), 1, 512, 512)});
    CHECK(count(sized(wide, start(4096)), "blockSize") == 32);
    const SizeResult r = sized(deepSeekV4Flash(), start(4096));
    CHECK(count(r, "blockSize") == 256);
    CHECK(count(r, "blockBytes") == 21 * (37376 + 8448) + 20 * 1280);
}

TEST_CASE("lmdeploy: states of whole kernels, one pool for two more than the batch") {
    Scenario s = start(4096);
    s.freeMemoryBytes = 40 * gib;
    s.runtimeBytes = 0;
    s.maxNumSeqs = 30;
    const SizeResult r = sized(qwen3Next80b(), s);
    const std::int64_t state = 36 * (32 * 128 * 128 * 2 + 8192 * 4 * 2);
    CHECK(count(r, "stateBytesPerSequence") == state);
    CHECK(count(r, "availableKvBytes") == static_cast<std::int64_t>(static_cast<double>(40 * gib - 32 * state) * 0.8));
}
