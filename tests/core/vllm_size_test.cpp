#include <doctest/doctest.h>

#include "answers.hpp"
#include "llamacpp_models.hpp"

// Worked examples with vLLM's rules of August 2026 (vllm-project/vllm @7cfb97e337), checked by hand or by
// running the engine's own code.
using namespace kvfit;
using namespace kvfit::test;
using namespace kvfit::models;

namespace {

constexpr std::int64_t gib = std::int64_t{1} << 30;

Scenario start(std::int64_t maxModelLen, std::int64_t available = 0) {
    Scenario s;
    s.engine = "vllm";
    s.kvDtype = "bf16";
    s.maxModelLen = maxModelLen;
    s.maxInFlightTokens = 16384;
    if (available > 0) s.availableKvBytes = available;
    return s;
}

Architecture gemma4of26b() {
    const auto global = [](std::int64_t i) { return i % 6 == 5; };
    return model(30,
                 {attention(Kind::full, where(30, global), 2, 512, 512),
                  attention(Kind::window, where(30, [&](std::int64_t i) { return !global(i); }), 8, 256, 256, 1024)});
}

/// 12 attention layers and 36 gated delta networks: 16 key heads and 32 value heads of 128, kernel 4.
Architecture qwen3Next() {
    const Layers attentionLayers = where(48, [](std::int64_t i) { return i % 4 == 3; });
    const Layers stateLayers = where(48, [](std::int64_t i) { return i % 4 != 3; });
    Architecture a = model(48, {attention(Kind::full, attentionLayers, 2, 256, 256),
                                recurrent(stateLayers, 32, 128, 128), conv(stateLayers, 8192, 4)});
    a.parts[1].variant = a.parts[2].variant = "gdn";
    return a;
}

}  // namespace

TEST_CASE("Grouped-query attention: one group, blocks of 16") {
    const SizeResult r = sized(llama8b(), start(131072, 40 * gib));
    CHECK(count(r, "blockBytes") == 2097152);
    CHECK(count(r, "numBlocks") == 20480);
    CHECK(count(r, "blocksPerRequest") == 8192);
    CHECK(count(r, "kvCapacityTokens") == 327680);
    CHECK(real(r, "maxConcurrency") == 2.5);
    CHECK(figure(r, "reservedBytes") == 17179869184);
    CHECK(figure(r, "admissionBytes") == 17179869184);
    CHECK(figure(r, "paddingBytes") == 0);
}

TEST_CASE("Fewer KV heads than ranks: one whole head on each") {
    Architecture a = model(80, {attention(Kind::full, all(80), 8, 128, 128)});
    a.attentionHeads = 64;
    Scenario s = start(131072, 40 * gib);
    s.tp = 8;
    CHECK(count(sized(a, s), "blockBytes") == 655360);
    s.tp = 16;
    CHECK(count(sized(a, s), "blockBytes") == 655360);
}

TEST_CASE("Windows of 1,024 beside full attention in groups of ten") {
    const SizeResult r = sized(gemma3of27b(), start(131072, 40 * gib));
    CHECK(count(r, "numBlocks") == 32768);
    CHECK(count(r, "blockBytes") == 1310720);
    CHECK(count(r, "blocksPerRequest") == 8192 + 6 * 1089);
    CHECK(count(r, "kvBytesNeeded") == 19301662720);
    CHECK(count(r, "kvCapacityTokens") == 291658);
    CHECK(count(r, "numGroups") == 7);
    CHECK(count(r, "paddingLayers") == 8);
    CHECK(real(r, "maxConcurrency") == doctest::Approx(2.22518).epsilon(1e-6));
}

TEST_CASE("A smaller page gets more tokens") {
    const SizeResult r = sized(gemma4of26b(), start(262144));
    CHECK(count(r, "pageBytes") == 131072);
    CHECK(count(r, "fullBlockSize") == 32);
    CHECK(count(r, "swaBlockSize") == 16);
    CHECK(count(r, "blockBytes") == 655360);
    CHECK(count(r, "blocksPerRequest") == 13637);
}

TEST_CASE("Without the hybrid manager windows are held at full length") {
    Scenario s = start(131072, 20 * gib);
    const SizeResult on = sized(gptOss120b(), s);
    CHECK(count(on, "blockBytes") == 589824);
    CHECK(count(on, "kvBytesNeeded") == 5441126400);
    s.hybridKvManager = false;
    const SizeResult off = sized(gptOss120b(), s);
    CHECK(count(off, "blockBytes") == 1179648);
    CHECK(count(off, "kvBytesNeeded") == 9663676416);
    CHECK(count(off, "numGroups") == 1);
}

TEST_CASE("Group size: the largest kind while it is below one and a half times the smallest") {
    Scenario s = start(131072, 20 * gib);
    s.draftLayers = DraftLayers{8, false};
    CHECK(count(sized(gptOss120b(), s), "blockBytes") == 851968);
    s.draftLayers = DraftLayers{9, false};
    CHECK(count(sized(gptOss120b(), s), "blockBytes") == 589824);
    CHECK(count(sized(gptOss120b(), s), "numGroups") == 3);
}

TEST_CASE("Chunked attention is held at full length unless it is asked for") {
    Scenario s = start(1048576);
    CHECK(count(sized(llama4Scout(), s), "numGroups") == 1);
    s.chunkedLocalHybrid = true;
    const SizeResult r = sized(llama4Scout(), s);
    CHECK(count(r, "numGroups") == 4);
    CHECK(count(r, "blocksPerRequest") == 65536 + 3 * (8192 + 16384) / 16);
}

TEST_CASE("Attention blocks grow until one covers a state") {
    Scenario s = start(262144, 40 * gib);
    s.stateDtype = "bf16";
    const SizeResult r = sized(qwen3Next(), s);
    CHECK(count(r, "statePageBytes") == 1097728);
    CHECK(count(r, "fullBlockSize") == 544);
    CHECK(count(r, "blockBytes") == 13369344);
    CHECK(count(r, "blocksPerRequest") == 488);
    CHECK(count(r, "kvCapacityTokens") == 1725423);

    s.stateCacheMode = "none";
    CHECK(count(sized(qwen3Next(), s), "blocksPerRequest") == 482 + 3);
    s.speculativeTokens = 2;
    CHECK(count(sized(qwen3Next(), s), "statePageBytes") == 1097728 + 2 * 8192 * 2);
    s.stateCacheMode = "all";
    const SizeResult dense = sized(qwen3Next(), s);
    CHECK(count(dense, "fullBlockSize") % 2048 == 0);
    const std::int64_t each = 262144 / count(dense, "fullBlockSize");
    CHECK(count(dense, "blocksPerRequest") == each + 3 * (each + 2));
}

TEST_CASE("A state without a type of its own has the model's, KDA's is fp32") {
    Architecture a = qwen3Next();
    CHECK(count(sized(a, start(4096)), "ssmStateBytesPerLayer") == 1048576);
    a.stateDtype = "fp32";
    CHECK(count(sized(a, start(4096)), "ssmStateBytesPerLayer") == 2097152);
    a.stateDtype = "";
    a.parts[1].variant = a.parts[2].variant = "kda";
    CHECK(count(sized(a, start(4096)), "ssmStateBytesPerLayer") == 2097152);
}

TEST_CASE("Latents and index keys in one group") {
    Scenario s = start(163840, 40 * gib);
    s.tp = 8;
    CHECK(count(sized(deepSeekV3(), s), "blockBytes") == 61 * 64 * 1152);
    s.kvDtype = "fp8";
    CHECK(count(sized(deepSeekV3(), s), "blockBytes") == 61 * 64 * 576);
    const SizeResult sparse = sized(deepSeekV32(), s);
    CHECK(count(sparse, "blockBytes") == 61 * 64 * (656 + 132));
    CHECK(count(sparse, "kvCapacityTokens") == 893504);
    s.kvDtype = "nvfp4_ds_mla";
    CHECK(count(sized(deepSeekV32(), s), "blockBytes") == 61 * 64 * (432 + 132));
}

TEST_CASE("Compressed attention at 1,048,576 tokens: five figures of one model") {
    Architecture a = deepSeekV4Flash();
    Scenario s = start(1048576);
    s.kvDtype = "fp8";
    const SizeResult r = sized(a, s);
    CHECK(count(r, "blockBytes") == 1002240);
    CHECK(count(r, "blocksPerRequest") == 4096 + 259 + 259 + 4099 + 2065);
    CHECK(count(r, "numGroups") == 5);
    CHECK(count(r, "blockSize") == 4);
    CHECK(count(r, "kvBlockSize") == 256);
    const auto gibibytes = [&](const char* name) { return static_cast<double>(figure(r, name)) / gib; };
    CHECK(gibibytes("reservedBytes") == doctest::Approx(10.06).epsilon(0.0005));
    CHECK(gibibytes("admissionBytes") == doctest::Approx(10.56).epsilon(0.0005));
    CHECK(gibibytes("liveBytes") == doctest::Approx(3.85).epsilon(0.001));
    CHECK(gibibytes("denseCachedBytes") == doctest::Approx(401.4).epsilon(0.0005));
    CHECK(figure(r, "cachedBytes") < figure(r, "liveBytes"));
}

TEST_CASE("Pages of compressed attention by type") {
    Scenario s = start(131072);
    s.kvDtype = "fp8_ds_mla";
    s.indexerDtype = "mxfp4";
    SizeResult r = sized(deepSeekV4Flash(), s);
    CHECK(count(r, "compressed4PageBytes") == 37440);
    CHECK(count(r, "compressed128PageBytes") == 1728);
    CHECK(count(r, "indexerPageBytes") == 4608);
    CHECK(count(r, "swaPageBytes") == 37440);
    CHECK(count(r, "compressor4StatePageBytes") == 32832);
    CHECK(count(r, "indexerStatePageBytes") == 8640);
    CHECK(count(r, "compressor128StatePageBytes") == 32832);
    s.kvDtype = "bf16";
    s.indexerDtype = "fp8";
    r = sized(deepSeekV4Flash(), s);
    CHECK(count(r, "compressed4PageBytes") == 65536);
    CHECK(count(r, "compressed128PageBytes") == 2048);
    CHECK(count(r, "indexerPageBytes") == 8704);
    CHECK(count(r, "compressor4StatePageBytes") == 32768);
    CHECK(count(r, "indexerStatePageBytes") == 8192);
}

TEST_CASE("Bytes of a head and token by cache type") {
    const Architecture a = model(1, {attention(Kind::full, all(1), 8, 128, 128)});
    const std::pair<const char*, std::int64_t> rows[] = {
        {"bf16", 512},
        {"fp8", 256},
        {"int8_per_token_head", 264},
        {"fp8_per_token_head", 264},
        {"int4_per_token_head", 136},
        {"nvfp4", 144},
        {"nvfp4_4over6", 144},
        {"turboquant_k8v4", 196},
        {"turboquant_4bit_nc", 134},
        {"turboquant_k3v4_nc", 118},
        {"turboquant_3bit_nc", 102},
    };
    for (const auto& row : rows) {
        const auto& type = row.first;
        const auto& bytes = row.second;
        CAPTURE(type);
        Scenario s = start(4096);
        s.kvDtype = type;
        CHECK(real(sized(a, s), "kvBytesPerTokenPerRank") == static_cast<double>(8 * bytes));
        CHECK(count(sized(a, s), "pageBytes") == 16 * 8 * bytes);
    }
}

TEST_CASE("Turboquant leaves two layers at each end alone and pads them to its larger blocks") {
    Scenario s = start(32768);
    s.kvDtype = "turboquant_k8v4";
    const SizeResult r = sized(llama8b(), s);
    CHECK(count(r, "pageBytes") == 48 * 8 * 196);
    CHECK(count(r, "numGroups") == 8);
    CHECK(count(r, "blockBytes") == 4 * 48 * 8 * 196);
}

TEST_CASE("Self and cross attention in two groups") {
    Architecture a =
        model(32, {attention(Kind::full, all(32), 20, 64, 64), attention(Kind::cross, all(32), 20, 64, 64, 1500)});
    a.parts[1].role = Role::cross;
    Scenario s = start(448, 4 * gib);
    s.maxEncoderTokens = 1500;
    CHECK(count(sized(a, s), "blocksPerRequest") == 28 + 94);
    s.maxEncoderTokens = {};
    s.maxNumBatchedTokens = 2048;
    CHECK(count(sized(a, s), "blocksPerRequest") == 28 + 128);
}

TEST_CASE("Short convolutions beside attention are windows of their own") {
    // 8 heads of 128: K, V and two streams of 6,144, padded to 2,048 for each head
    Architecture a = model(2, {attention(Kind::full, all(2), 8, 128, 128), conv(all(2), 2 * 8 * 128 + 2 * 6144, 4)});
    const SizeResult r = sized(a, start(4096));
    CHECK(count(r, "pageBytes") == 4 * 8 * 2048 * 2);
    CHECK(count(r, "fullBlockSize") == 32);
    CHECK(count(r, "blockSize") == 4);
    CHECK(count(r, "blocksPerRequest") == 128 + (4096 / 4 + 1));
}

TEST_CASE("The longest length leaves one block aside") {
    const SizeResult r = sized(llama8b(), start(131072, 8 * gib));
    CHECK(count(r, "estimatedMaxModelLen") == 65520);
    CHECK(std::get<bool>(r.metrics.at("maxModelLenFits")) == false);
    CHECK(count(sized(gptOss120b(), start(131072, 4 * gib)), "estimatedMaxModelLen") == 99952);
}

TEST_CASE("Every running sequence needs a state block") {
    Scenario s = start(4096);
    s.numGpuBlocks = 614;
    s.maxNumSeqs = 1024;
    const SizeResult r = sized(qwen3Next(), s);
    CHECK(count(r, "maxStateSequences") == 614);
    CHECK(std::get<std::string>(r.metrics.at("warning")) == "max_num_seqs_exceeds_state_blocks");
    s.maxNumSeqs = 512;
    CHECK(std::get<std::string>(sized(qwen3Next(), s).metrics.at("warning")) == "none");
}

TEST_CASE("Budget from a profile and from printed parts") {
    Scenario s = start(4096);
    s.gpuTotalBytes = 85899345920;
    s.gpuMemoryUtilization = 0.92;
    s.freeAtInitBytes = 84825604096;
    s.freeAfterProfileBytes = 64424509440;
    s.transientPeakBytes = 2147483648;
    s.cudaGraphBytes = 1073741824;
    const SizeResult r = sized(llama8b(), s);
    CHECK(count(r, "requestedBytes") == 79027398247);
    CHECK(count(r, "availableKvBytes") == 55405078119);
    s.engineVersion = "0.19";
    CHECK(count(sized(llama8b(), s), "availableKvBytes") == 55405078119 + 1073741824);
}
