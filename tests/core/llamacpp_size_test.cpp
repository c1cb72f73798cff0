#include <doctest/doctest.h>

#include <algorithm>

#include "answers.hpp"
#include "llamacpp_models.hpp"

// Figures of llama.cpp's own constructors run at @82bb48500 on metadata-only models, unless a start-up
// log is named.
using namespace kvfit;
using namespace kvfit::test;

namespace {

constexpr std::int64_t MiB = 1 << 20;

Scenario llamaScenario(std::int64_t ctx, std::int64_t slots = 1, bool unified = true) {
    Scenario s;
    s.engine = "llama.cpp";
    s.ctx = ctx;
    s.nParallel = slots;
    s.kvUnified = unified;
    return s;
}

std::int64_t metric(const SizeResult& r, const char* name) {
    REQUIRE(r.metrics.count(name) == 1);
    const std::int64_t* value = std::get_if<std::int64_t>(&r.metrics.at(name));
    REQUIRE(value != nullptr);
    return *value;
}

std::int64_t contextBytes(const Architecture& a, const Scenario& s) {
    const SizeResult r = sized(a, s);
    const std::int64_t bytes = metric(r, "contextBytes");
    CHECK(r.figures.at("reservedBytes").bytes == bytes);
    return bytes;
}

}  // namespace

TEST_CASE("llama.cpp rounds the context, and each slot of a split one") {
    struct Row {
        std::int64_t ctx, slots;
        bool unified;
        std::int64_t total, slot;
    };
    for (const Row& row :
         {Row{4096, 3, false, 4608, 1536}, Row{100000, 4, false, 100352, 25088}, Row{100000, 4, true, 100096, 100096},
          Row{1, 8, false, 2048, 256}, Row{256, 1, true, 256, 256}}) {
        const SizeResult r = sized(models::llama8b(), llamaScenario(row.ctx, row.slots, row.unified));
        CHECK(metric(r, "nCtx") == row.total);
        CHECK(metric(r, "nCtxPerSequence") == row.slot);
    }
}

TEST_CASE("llama.cpp rows of each cache type") {
    Scenario s = llamaScenario(131072);
    for (const auto& [type, bytes] : {std::pair<const char*, std::int64_t>{"f16", 17179869184},
                                      {"bf16", 17179869184},
                                      {"f32", 34359738368},
                                      {"q8_0", 9126805504},
                                      {"q4_0", 4831838208},
                                      {"iq4_nl", 4831838208},
                                      {"q5_0", 5905580032},
                                      {"q5_1", 6442450944},
                                      {"q4_1", 5368709120}}) {
        s.kvDtype = type;
        CHECK(contextBytes(models::llama8b(), s) == bytes);
    }
    s.kDtype = "q4_0";
    s.vDtype = "f16";
    CHECK(metric(sized(models::llama8b(), s), "kBytes") == 2304 * MiB);
    CHECK(metric(sized(models::llama8b(), s), "vBytes") == 8192 * MiB);
}

TEST_CASE("llama.cpp window caches hold the windows that share them and one micro batch") {
    CHECK(contextBytes(models::gemma3of27b(), llamaScenario(32768)) == 3338665984);
    CHECK(contextBytes(models::gptOss120b(), llamaScenario(131072)) == 4860149760);
    CHECK(contextBytes(models::gptOss120b(), llamaScenario(131072, 4, true)) == 4869586944);
    CHECK(contextBytes(models::gptOss120b(), llamaScenario(131072, 4, false)) == 4945084416);
    CHECK(metric(sized(models::gptOss120b(), llamaScenario(131072, 4, true)), "swaCells") == 1024);
    CHECK(metric(sized(models::gptOss120b(), llamaScenario(131072, 4, false)), "swaCells") == 768);
    CHECK(metric(sized(models::gptOss120b(), llamaScenario(512)), "swaCells") == 512);

    // Chunked layers are windows of one chunk.
    CHECK(contextBytes(models::llama4Scout(), llamaScenario(131072, 2, true)) == 8933867520);
    CHECK(metric(sized(models::llama4Scout(), llamaScenario(131072, 2, true)), "swaCells") == 16896);

    Scenario s = llamaScenario(8192);
    s.swaFull = true;
    CHECK(metric(sized(models::gptOss120b(), s), "swaCells") == 8192);
}

TEST_CASE("llama.cpp stores windows at full length where every layer has one") {
    const Architecture mistral =
        models::model(32, {models::attention(Kind::window, models::all(32), 8, 128, 128, 4096)});
    const SizeResult r = sized(mistral, llamaScenario(32768));
    CHECK(metric(r, "fullKvBytes") == 4096 * MiB);
    CHECK(r.notes.back().code == "window_not_used");
}

TEST_CASE("llama.cpp builds before the present one") {
    Scenario s = llamaScenario(640);
    s.engineVersion = "2025-05";
    CHECK(metric(sized(models::gptOss120b(), s), "nCtx") == 640);
    CHECK(metric(sized(models::gptOss120b(), s), "swaCells") == 640);
    s.nParallel = 4;  // one cache for all slots
    s.kvUnified.reset();
    CHECK(metric(sized(models::gptOss120b(), s), "nCtxPerSequence") == 640);
    s.flashAttn = true;
    CHECK(metric(sized(models::gptOss120b(), s), "nCtx") == 768);
    s.engineVersion = "2025-09";
    CHECK(metric(sized(models::gptOss120b(), s), "nCtxPerSequence") == 256);
    s.flashAttn.reset();
    CHECK(metric(sized(models::gptOss120b(), s), "nCtx") == 4 * 256);
    s.nParallel.reset();
    s.engineVersion = "2024";
    s.ctx = 32678;
    CHECK(metric(sized(models::gptOss120b(), s), "nCtx") == 32704);
    CHECK(metric(sized(models::gptOss120b(), s), "swaCells") == 32704);
    s.engineVersion = "2023";
    s.ctx = 3900;
    CHECK(metric(sized(models::llama8b(), s), "nCtx") == 3900);
    s.engineVersion = "b99999";
    const SizeResult r = sized(models::llama8b(), s);
    CHECK(r.engineVersion == "2025-11");
    CHECK(
        std::any_of(r.notes.begin(), r.notes.end(), [](const Note& n) { return n.code == "engine_version_unknown"; }));
}

TEST_CASE("llama.cpp pads V to the widest of the model without flash attention") {
    Scenario s = llamaScenario(32768);
    CHECK(metric(sized(models::mimoV2Flash(), s), "fullVBytes") == 288 * MiB);
    s.flashAttn = false;
    CHECK(metric(sized(models::mimoV2Flash(), s), "fullVBytes") == 576 * MiB);
    CHECK(metric(sized(models::mimoV2Flash(), s), "fullKvBytes") == 1008 * MiB);
}

TEST_CASE("llama.cpp stores a latent once, and its index keys beside it") {
    const SizeResult r = sized(models::deepSeekV3(), llamaScenario(163840));
    CHECK(metric(r, "contextBytes") == 11513364480);
    CHECK(metric(r, "vBytes") == 0);
    Scenario s = llamaScenario(163840);
    s.kvDtype = "q8_0";
    CHECK(contextBytes(models::deepSeekV3(), s) == 6116474880);
    CHECK(contextBytes(models::deepSeekV32(), s) == 7475691520);
    s.kvDtype = "f16";
    CHECK(contextBytes(models::deepSeekV32(), s) == 14071889920);

    // Builds of mid-2025 (log in issue 14201).
    s = llamaScenario(32768);
    s.mlaStoreV = true;
    CHECK(metric(sized(models::deepSeekV3(), s), "kBytes") == 2196 * MiB);
    CHECK(metric(sized(models::deepSeekV3(), s), "vBytes") == 1952 * MiB);
}

TEST_CASE("llama.cpp index caches beside K and V heads have a V that nothing reads") {
    const SizeResult r = sized(models::miniMaxM3(), llamaScenario(131072));
    CHECK(metric(r, "indexerBytes") == 3648 * MiB);
    CHECK(metric(r, "contextBytes") == 19931332608);
    CHECK(r.figures.at("paddingBytes").bytes == 1824 * MiB);
}

TEST_CASE("llama.cpp keeps compressed attention for each sequence") {
    CHECK(contextBytes(models::deepSeekV4Flash(), llamaScenario(131072)) == 947798016);
    CHECK(contextBytes(models::deepSeekV4Flash(), llamaScenario(1048576)) == 7260225536);
    CHECK(contextBytes(models::deepSeekV4Flash(), llamaScenario(131072, 4, true)) == 3791192064);
    CHECK(contextBytes(models::deepSeekV4Flash(), llamaScenario(131072, 4, false)) == 1085865984);
    const SizeResult r = sized(models::deepSeekV4Flash(), llamaScenario(131072));
    CHECK(metric(r, "swaCells") == 768);
    CHECK(metric(r, "compressed4Bytes") == 672 * MiB);
    CHECK(metric(r, "compressed128Bytes") == 20 * MiB);
    CHECK(metric(r, "indexerBytes") == 168 * MiB);
}

TEST_CASE("llama.cpp states are f32, one for each slot and rollback") {
    CHECK(contextBytes(models::qwen3Next80b(), llamaScenario(262144)) == 6521487360);
    CHECK(contextBytes(models::qwen3Next80b(), llamaScenario(262144, 4, true)) == 6758596608);
    CHECK(contextBytes(models::mamba2of2700m(), llamaScenario(4096)) == 171900928);
    Scenario s = llamaScenario(4096);
    s.nRsSeq = 2;
    CHECK(metric(sized(models::mamba2of2700m(), s), "recurrentBytes") == 3 * 171900928);
    s.includeState = false;
    CHECK(contextBytes(models::mamba2of2700m(), s) == 0);
}

TEST_CASE("llama.cpp draft layers have a cache of their own") {
    Scenario s = llamaScenario(262144);
    s.draftLayers = DraftLayers{1, false};
    const SizeResult r = sized(models::qwen3Next80b(), s);
    CHECK(metric(r, "fullKvBytes") == 6144 * MiB);
    CHECK(metric(r, "draftKvBytes") == 512 * MiB);
}

TEST_CASE("Ollama chooses the context from device memory and shares it between slots") {
    Scenario s;
    s.engine = "ollama";
    for (const auto& [gib, ctx] : {std::pair{22.9, 4096}, {23.0, 32768}, {46.9, 32768}, {47.0, 262144}}) {
        s.totalVramGib = gib;
        const SizeResult r = sized(models::llama8b(), s);
        CHECK(metric(r, "defaultCtx") == ctx);
        CHECK(metric(r, "nCtx") == ctx);
    }
    s.nParallel = 4;
    CHECK(metric(sized(models::llama8b(), s), "nCtx") == 4 * 262144);
    s.ctx = 8192;
    CHECK(metric(sized(models::llama8b(), s), "contextBytes") == 1024 * MiB);
    CHECK(metric(sized(models::llama8b(), s), "defaultCtx") == 262144);
}

TEST_CASE("Cross attention is kept by Ollama alone, in f32") {
    Architecture a = models::llama8b();
    CachePart cross = models::attention(Kind::cross, {3, 8, 13}, 8, 128, 128, 6404);
    cross.role = Role::cross;
    a.parts.push_back(cross);
    Scenario s = llamaScenario(4096);
    const SizeResult without = sized(a, s);
    CHECK(metric(without, "contextBytes") == 512 * MiB);
    CHECK(without.notes.back().code == "cross_not_stored");
    s.engine = "ollama";
    CHECK(metric(sized(a, s), "contextBytes") == 512 * MiB + 3 * 6404 * 8 * 128 * 2 * 4);
}

TEST_CASE("The context defaults to the asked length in every slot") {
    Scenario s;
    s.engine = "llama.cpp";
    s.tokens = 10000;
    s.sequences = 3;
    const SizeResult r = sized(models::llama8b(), s);
    CHECK(metric(r, "nCtxPerSequence") == 10240);
    CHECK(r.figures.at("liveBytes").bytes == r.payloadBytes);
}

TEST_CASE("Settings that llama.cpp does not have are noted") {
    Scenario s = llamaScenario(4096);
    s.stateDtype = "bf16";
    s.tp = 2;
    const SizeResult r = sized(models::qwen3Next80b(), s);
    REQUIRE(r.notes.size() >= 2);
    CHECK(r.notes[r.notes.size() - 2].field == "stateDtype");
    CHECK(r.notes.back().field == "tp");
}

TEST_CASE("Warnings name what a context cannot hold") {
    Scenario s = llamaScenario(8192, 2, false);
    s.tokens = 5000;
    s.sequences = 3;
    const SizeResult r = sized(models::llama8b(), s);
    REQUIRE(r.warnings.size() == 2);
    CHECK(r.warnings[0].code == "sequences_above_slots");
    CHECK(r.warnings[1].code == "tokens_above_context");
}

TEST_CASE("The longest context that fits is exactly the longest") {
    Scenario s = llamaScenario(131072);
    s.availableKvBytes = 3338665984;
    const SizeResult exact = sized(models::gemma3of27b(), s);
    CHECK(metric(exact, "estimatedMaxModelLen") == 32768);
    CHECK(std::get<bool>(exact.metrics.at("maxModelLenFits")) == false);
    s.availableKvBytes = 3338665983;
    CHECK(metric(sized(models::gemma3of27b(), s), "estimatedMaxModelLen") == 32512);
    s.ctx = 32512;
    CHECK(std::get<bool>(sized(models::gemma3of27b(), s).metrics.at("fits")));

    s.availableKvBytes = 1000;
    s.ctx = 4096;
    const SizeResult none = sized(models::gemma3of27b(), s);
    CHECK(metric(none, "kvCapacityTokens") == 0);
    CHECK(none.warnings.back().code == "context_below_minimum");

    // 24 GiB less the margin of 1,024 MiB and 7 GiB of weights.
    Scenario device = llamaScenario(4096);
    device.totalVramGib = 24;
    device.weightsGib = 7;
    CHECK(metric(sized(models::llama8b(), device), "kvCapacityTokens") == 131072);
}
