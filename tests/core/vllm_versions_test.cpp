#include <doctest/doctest.h>

#include "engine/release.hpp"
#include "engine/vllm/versions.hpp"
#include "kvfit/size.hpp"
#include "llamacpp_models.hpp"

using namespace kvfit;
using namespace kvfit::models;

namespace {

std::string rulesOf(const char* text) {
    Scenario s;
    s.engineVersion = text;
    Notes notes;
    return std::string(vllm::rulesFor(s, notes).version.id);
}

/// A whole figure of this start in a release.
std::int64_t metricIn(const char* version, const Architecture& a, Scenario s, const char* name) {
    s.engine = "vllm";
    s.engineVersion = version;
    if (!s.kvDtype) s.kvDtype = "bf16";
    const Expected<SizeResult> r = size(a, s);
    REQUIRE(r);
    return std::get<std::int64_t>(r->metrics.at(name));
}

}  // namespace

TEST_CASE("Releases are read from what logs and people write") {
    CHECK(*readRelease("0.15.2rc1.dev93") == release(0, 15, 2));
    CHECK(*readRelease("v0.9.0.1") == release(0, 9, 0));
    CHECK(*readRelease("1") == release(1, 0));
    CHECK(*readRelease("<0.20") < release(0, 20));
    CHECK(*readRelease("<0.20") > release(0, 19, 9));
    CHECK(*readRelease("<=0.20") == release(0, 20));
    CHECK(*readRelease(">=0.20") == newestRelease);
    CHECK(*readRelease(">0.20.1") == newestRelease);
    for (const char* text : {"", " ", "nightly", "<", ">=x", "9999999999999999999999.1"})
        CHECK_FALSE(readRelease(text));
}

TEST_CASE("A version selects the newest rules inside it") {
    CHECK(rulesOf("") == "0.29");
    CHECK(rulesOf("V0") == "V0");
    CHECK(rulesOf("V0 0.8.2") == "V0");
    CHECK(rulesOf("0.6.3") == "V0");
    CHECK(rulesOf("0.10.2") == "0.8");
    CHECK(rulesOf("v0.11.0") == "0.8");
    CHECK(rulesOf("0.15.2") == "0.14");
    CHECK(rulesOf("<0.20") == "0.16");
    CHECK(rulesOf(">=0.20") == "0.29");
    CHECK(rulesOf("0.20.2") == "0.20");
    CHECK(rulesOf("0.24.0") == "0.21");
    CHECK(rulesOf("2.0") == "0.29");
}

TEST_CASE("Every id selects its own rules") {
    for (const vllm::Rules& r : vllm::rules()) CHECK(rulesOf(r.version.id.data()) == r.version.id);
}

TEST_CASE("An unknown version means the newest and a note") {
    Scenario s;
    s.engineVersion = "some fork";
    Notes notes;
    CHECK(&vllm::rulesFor(s, notes) == &vllm::rules().back());
    REQUIRE(notes.size() == 1);
    CHECK(notes[0].code == "engine_version_unknown");
}

TEST_CASE("Token line and tokens in flight by release") {
    Scenario s;
    s.maxModelLen = 131072;
    s.maxNumBatchedTokens = 8192;
    s.availableKvBytes = std::int64_t{40} << 30;
    const auto metric = [&](const char* version, const char* name) {
        return metricIn(version, gemma3of27b(), s, name);
    };
    CHECK(metric("0.19", "kvCapacityTokens") == 32768 / 7 * 16);
    CHECK(metric("0.19", "blocksPerRequest") == 8192 + 6 * ((1023 + 8192 + 15) / 16 + 1));
    CHECK(metric("0.24", "blocksPerRequest") == 8192 + 6 * ((1023 + 8192 + 15) / 16 + 1));
    CHECK(metric("0.27", "blocksPerRequest") == 8192 + 6 * ((1023 + 16384 + 15) / 16 + 1));
    CHECK(metric("0.27", "kvCapacityTokens") == 291658);
    // Every stage has a batch in flight, and a model without experts and states one more.
    s.pp = 2;
    CHECK(metric("0.27", "blocksPerRequest") == 8192 + 6 * ((1023 + 3 * 8192 + 15) / 16 + 1));
    // 62 layers, of which the two stages have at most 5 of a group of 10.
    CHECK(metric("0.15", "kvBytesNeeded") == 10 * 131072 * metric("0.15", "blocksPerRequest"));
    CHECK(metric("0.12", "kvBytesNeeded") == 5 * 131072 * metric("0.12", "blocksPerRequest"));
    CHECK(metric("0.19", "kvBytesNeeded") == 5 * 131072 * metric("0.19", "blocksPerRequest"));
    s.pp = 1;
    // The first generation holds windows at full length in one pool.
    CHECK(metric("V0", "blockBytes") == 62 * 131072);
    CHECK(metric("V0", "blocksPerRequest") == 8192);
}

// get_kv_cache_config_from_groups and get_max_concurrency_for_kv_cache_config executed on these layers, of
// 2026-07-20 (2e2e626b40^) and of 2026-08-17 (017e9f4448).
TEST_CASE("Packed groups share memory page size by page size before 0.27") {
    Architecture a = deepSeekV4Flash();
    Scenario s;
    s.kvDtype = "fp8_ds_mla";
    s.indexerDtype = "fp4";
    s.maxModelLen = 121344;
    s.maxInFlightTokens = 16384;
    s.availableKvBytes = std::int64_t{7965} * 1039680;
    const auto metric = [&](const char* version, const char* name) { return metricIn(version, a, s, name); };
    CHECK(metric("0.26", "blockBytes") == 22 * 37440 + 21 * 8640 + 20 * 1728);
    CHECK(metric("0.26", "compressor4StatePageBytes") == 37440);
    CHECK(metric("0.26", "blocksPerRequest") == 7156);
    CHECK(metric("0.26", "requestsThatFit") == 7965 / 7156);
    CHECK(metric("0.26", "kvCapacityTokens") == 151229);
    // Compact index keys, and blocks as wide as the widest group.
    CHECK(metric("0.27", "blockBytes") == 917568);
    CHECK(metric("0.27", "kvCapacityTokens") == 153036);
    s.pp = 2;
    CHECK(metric("0.26", "blockBytes") == 524160);
    CHECK(metric("0.27", "blockBytes") == 479808);
}

TEST_CASE("The first generation: swap blocks, states apart, layers of a stage, declared layers") {
    Scenario s;
    s.engine = "vllm";
    s.engineVersion = "V0";
    s.kvDtype = "fp16";
    s.swapSpaceGib = 4;
    s.maxModelLen = 2048;
    const auto blocks = [&](const Architecture& a) {
        const Expected<SizeResult> r = size(a, s);
        REQUIRE(r);
        return std::get<std::int64_t>(r->metrics.at("numCpuBlocks"));
    };
    CHECK(blocks(model(32, {attention(Kind::full, all(32), 32, 128, 128)})) == 512);
    Architecture hybrid =
        model(32, {attention(Kind::full, {3, 11, 19, 27}, 8, 128, 128), recurrent({0, 1}, 8, 64, 64)});
    CHECK(blocks(hybrid) == 4096 * 4);
    s.pp = 2;
    CHECK(blocks(model(40, {attention(Kind::full, all(40), 8, 128, 128)})) == 3276);
    s.pp = 1;
    Architecture declared = model(4, {attention(Kind::full, all(4), 20, 64, 64)});
    declared.declaredLayers = 32;
    CHECK(blocks(declared) == (std::int64_t{4} << 30) / (32 * 16 * 20 * 128 * 2));
}

TEST_CASE("Latents beside states: blocks of 64, later of 128") {
    const Layers latentLayers = where(28, [](std::int64_t i) { return i % 4 == 3; });
    const Layers stateLayers = where(28, [](std::int64_t i) { return i % 4 != 3; });
    Architecture a = model(28, {latent(Kind::latent, latentLayers, 512, 64), recurrent(stateLayers, 16, 128, 128),
                                conv(stateLayers, 3 * 16 * 128, 4)});
    a.parts[1].variant = a.parts[2].variant = "kda";
    Scenario s;
    s.engine = "vllm";
    s.kvDtype = "bf16";
    s.blockSize = 16;
    s.prefixCaching = false;
    s.maxModelLen = 8192;
    // 16 heads x 128 x 128 x 4 + 6,144 x 3 x 2 = 1,085,440 bytes over 1,152 for a token
    s.engineVersion = "0.12";
    CHECK(std::get<std::int64_t>(size(a, s)->metrics.at("fullBlockSize")) == 960);
    s.engineVersion = "0.27";
    CHECK(std::get<std::int64_t>(size(a, s)->metrics.at("fullBlockSize")) == 1024);
}

// vllm/model_executor/layers/attention/attention.py get_kv_cache_spec: since commit 67ff0ae30f a window layer begins
// with the backend's least block, and pages are made equal from there.
TEST_CASE("A window layer begins with blocks of 16, whatever the block size that was asked for") {
    // A page of 16 tokens: 16 x 8 x 512 = 65,536 bytes; of 64 tokens of a full layer: 64 x 2 x 1,024 = 131,072.
    const Architecture a = model(
        8, {attention(Kind::full, {3, 7}, 2, 256, 256), attention(Kind::window, {0, 1, 2, 4, 5, 6}, 8, 128, 128, 64)});
    Scenario s;
    s.maxModelLen = 4096;
    s.blockSize = 64;
    const auto metric = [&](const char* version, const char* name) { return metricIn(version, a, s, name); };
    CHECK(metric("0.27", "fullBlockSize") == 64);
    CHECK(metric("0.27", "swaBlockSize") == 32);
    CHECK(metric("0.27", "blockBytes") == 2 * 131072);
    CHECK(metric("0.24", "swaBlockSize") == 64);
    CHECK(metric("0.24", "fullBlockSize") == 128);
}

// vllm/v1/core/kv_cache_utils.py _get_kv_cache_groups_uniform_page_size: 1.25 until commit 891c60dcd5, then 1.5.
TEST_CASE("Groups are filled up below 1.25 times the least kind, later below 1.5 times") {
    const Architecture a =
        model(17, {attention(Kind::full, where(17, [](std::int64_t i) { return i < 10; }), 2, 128, 128),
                   attention(Kind::window, where(17, [](std::int64_t i) { return i >= 10; }), 2, 128, 128, 64)});
    Scenario s;
    s.maxModelLen = 4096;
    CHECK(metricIn("0.12", a, s, "numGroups") == 3);  // 7 of 10 and 3 of 10 full layers, 7 windows
    CHECK(metricIn("0.19", a, s, "numGroups") == 2);
}

// vllm/config/cache.py, vllm/engine/arg_utils.py: beside states prefix caching is off before commit f9c74b4b9c; the
// recovery of KDA states that keeps no copy needs --use-replayssm (vllm/config/vllm.py @d626108b18).
TEST_CASE("Blocks of states by release, with speculation, and of models of states alone") {
    Architecture a =
        model(4, {attention(Kind::full, {3}, 2, 128, 128), recurrent({0, 1, 2}, 4, 64, 64), conv({0, 1, 2}, 512, 4)});
    Scenario s;
    s.maxModelLen = 128;
    const auto blocks = [&](const char* version) { return metricIn(version, a, s, "blocksPerRequest"); };
    const std::int64_t attentionBlocks = blocks("0.27") - 3;
    CHECK(blocks("0.28") == attentionBlocks + 3 * 2);
    s.speculativeTokens = 2;
    a.parts[1].variant = a.parts[2].variant = "kda";
    CHECK(blocks("0.29") - blocks("0.27") == 3);
    s.speculativeTokens = 0;
    a = model(2, {recurrent({0, 1}, 4, 64, 64), conv({0, 1}, 512, 4)});
    s.stateCacheMode = "all";
    CHECK(blocks("0.29") == 128 / 16);
    s.stateCacheMode = "align";
    CHECK(blocks("0.29") == 2);
}
