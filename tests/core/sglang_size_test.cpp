#include <doctest/doctest.h>

#include <cmath>

#include "answers.hpp"
#include "engine/sglang/memory.hpp"
#include "kvfit/size.hpp"
#include "llamacpp_models.hpp"

// Figures of the engine's own pool configurators run at @d315eb7250, unless another source is named.
using namespace kvfit;
using namespace kvfit::test;
using namespace kvfit::models;

namespace {

constexpr std::int64_t GiB = std::int64_t{1} << 30;

Scenario started(std::int64_t available = 0) {
    Scenario s;
    s.engine = "sglang";
    s.kvDtype = "bf16";
    if (available > 0) s.availableKvBytes = available;
    return s;
}

template <class T = std::int64_t>
T metric(const SizeResult& r, const char* name) {
    CAPTURE(name);
    REQUIRE(r.metrics.count(name) == 1);
    const T* value = std::get_if<T>(&r.metrics.at(name));
    REQUIRE(value != nullptr);
    return *value;
}

double cell(const Architecture& a, const Scenario& s) { return metric<double>(sized(a, s), "kvBytesPerToken"); }

const Note* noteOf(const Notes& notes, const char* code) {
    for (const Note& note : notes)
        if (note.code == code) return &note;
    return nullptr;
}

/// GLM-5.2: 78 layers of latents, of which 21 have an indexer (first three, then every fourth).
Architecture sharedIndexers() {
    return model(78, {latent(Kind::latent, all(78), 512, 64),
                      indexer(where(78, [](std::int64_t i) { return i < 3 || i % 4 == 2; }), 128)});
}

}  // namespace

TEST_CASE("SGLang: one cell holds K and V of all layers of a token") {
    Scenario s = started(40 * GiB);
    CHECK(cell(llama8b(), s) == 131072);
    CHECK(metric(sized(llama8b(), s), "kvCapacityTokens") == 327680);
    s.tp = 2;
    CHECK(cell(llama8b(), s) == 65536);
    s.tp = 16;  // one head whole on two ranks
    CHECK(cell(llama8b(), s) == 16384);
    s.attentionDp = true;
    CHECK(cell(llama8b(), s) == 131072);
    s = started();
    s.tp = 4;
    s.pp = 2;
    CHECK(cell(llama8b(), s) == 16384);
    s = started();
    CHECK(cell(deepSeekV3(), s) == 1152 * 61);
    s.tp = 8;  // latents are whole on every rank
    CHECK(cell(deepSeekV3(), s) == 1152 * 61);
    s.tp = 2;
    s.dcp = 2;  // ranks that divide tokens keep whole heads
    CHECK(cell(llama8b(), s) == 131072);
}

TEST_CASE("SGLang: four and eight bits have scales, and four bits a workspace") {
    Scenario s = started();
    s.kvDtype = "fp8";
    CHECK(cell(llama8b(), s) == 65536);
    s.kvDtype = "mxfp8";
    CHECK(cell(llama8b(), s) == 65536 + 65536 / 32);
    s.kvDtype = "fp4";  // half, one scale byte for 16 elements, one layer of fp8
    CHECK(cell(llama8b(), s) == 32768 + 4096 + 8 * 128 * 2);
    CHECK(cell(deepSeekV3(), s) == (288 + 36) * 61);
    // pool_configurator.py HybridSWAPoolConfigurator: the budget beside a window pool counts a byte an element
    CHECK(cell(gptOss120b(), s) == doctest::Approx(1024 * 18 + 0.8 * 1024 * 18));
}

TEST_CASE("SGLang: sparse attention has records and index keys of its own") {
    Scenario s = started(40 * GiB);
    CHECK(cell(deepSeekV32(), s) == (1152 + 132) * 61);
    CHECK(metric(sized(deepSeekV32(), s), "kvCapacityTokens") == 548352);  // whole pages of 64
    s.kvDtype = "fp8";
    CHECK(cell(deepSeekV32(), s) == (656 + 132) * 61);
    s.mlaKvLayout = "raw";
    CHECK(cell(deepSeekV32(), s) == (576 + 132) * 61);
    s.countIndexer = false;
    CHECK(cell(deepSeekV32(), s) == 576 * 61);
    s = started();
    s.kvDtype = "fp8_e5m2";  // calculate_mla_kv_cache_dim: only e4m3 is tile-scaled
    CHECK(cell(deepSeekV32(), s) == (576 + 132) * 61);
    // Key-only index keys of the model's type beside K and V of heads
    s = started(40 * GiB);
    s.tp = 4;
    s.pageSize = 128;
    CHECK(cell(miniMaxM3(), s) == 512 * 60 + 256 * 57);
    CHECK(metric(sized(miniMaxM3(), s), "kvCapacityTokens") == 947840);
}

// Measured in sgl-project/sglang pull request 30531: 47,702 bytes a token where layers that share an indexer hold no
// keys, 55,225 before.
TEST_CASE("SGLang: layers that share an indexer hold index keys before 0.5.18") {
    Scenario s = started();
    s.kvDtype = "fp8";
    s.mlaKvLayout = "raw";
    CHECK(cell(sharedIndexers(), s) == 576 * 78 + 132 * 21);
    s.engineVersion = "0.5.17";
    CHECK(cell(sharedIndexers(), s) == (576 + 132) * 78);
    s.engineVersion = "0.5.18";
    s.draftLayers = DraftLayers{1, false};  // a draft layer has an indexer
    CHECK(cell(sharedIndexers(), s) == 576 * 79 + 132 * 22);
    s.allocateAllIndexers = true;
    CHECK(cell(sharedIndexers(), s) == (576 + 132) * 79);
}

// Printed by a server: github.com/SemiAnalysisAI/InferenceX pull request 2335, 23.91 GiB
TEST_CASE("SGLang: pools have one page more than their tokens") {
    Scenario s = started();
    s.kvDtype = "fp8_e4m3";
    s.mlaKvLayout = "raw";
    s.allocateAllIndexers = true;
    s.pageSize = 64;
    s.maxTotalNumTokens = 464768;
    CHECK(metric(sized(sharedIndexers(), s), "kvBytesTotal") == std::int64_t{464768 + 64} * (576 + 132) * 78);
    CHECK(metric(sized(sharedIndexers(), s), "indexerBytes") == std::int64_t{464768 + 64} * 132 * 78);
}

TEST_CASE("SGLang: windows have a pool of 0.8 of the tokens, and the note names the setting") {
    Scenario s = started(40 * GiB);
    s.maxModelLen = 65536;
    const SizeResult r = sized(gemma3of27b(), s);
    CHECK(metric<double>(r, "kvBytesPerToken") == doctest::Approx(8192 * 10 + 0.8 * 8192 * 52));
    CHECK(metric(r, "kvCapacityTokens") == 101606);
    CHECK(metric(r, "swaCapacityTokens") == 81284);
    CHECK(metric<double>(r, "maxConcurrency") == doctest::Approx(101606.0 / 65536));
    CHECK(metric(r, "requestsThatFit") == 1);
    const Note* note = noteOf(r.notes, "window_pool_ratio");
    REQUIRE(note != nullptr);
    CHECK(note->params.at("setting") == "swaFullTokensRatio");
    CHECK(note->params.at("ratio") == "0.8");
    CHECK(note->params.at("percent") == "81");
    // What the setting changes: three times the tokens at an eighth of the ratio
    s.swaFullTokensRatio = 0.1;
    CHECK(metric(sized(gemma3of27b(), s), "kvCapacityTokens") == 344926);
}

TEST_CASE("SGLang: without a radix cache running requests fix the window pool") {
    Scenario s = started(20 * GiB);
    s.radixCache = false;
    s.maxRunningRequests = 64;
    const SizeResult r = sized(gptOss120b(), s);
    CHECK(metric(r, "swaCapacityTokens") == (128 + 128 + 1 + 1) * 64 + 2 * 8192 + 1);
    CHECK(metric(r, "kvCapacityTokens") == 549645);
    CHECK(noteOf(r.notes, "window_pool_ratio") == nullptr);
    s.overlap = false;
    CHECK(metric(sized(gptOss120b(), s), "swaCapacityTokens") == (128 + 128 + 1 + 1) * 64 + 8192 + 1);
    s.speculativeTokens = 4;
    s.overlap = true;
    CHECK(metric(sized(gptOss120b(), s), "swaCapacityTokens") == (128 + 4 * 128 + 1 + 8) * 64 + 2 * 8192 + 1);
    s.engineVersion = "0.5.13";  // before commit 6d4ca9bc54 of June 2026
    s.speculativeTokens = {};
    CHECK(metric(sized(gptOss120b(), s), "swaCapacityTokens") ==
          metric(sized(gptOss120b(), s), "kvCapacityTokens") * 8 / 10);
}

// A window pool with no full pool beside it takes all the memory.
TEST_CASE("SGLang: a model of windows alone has one pool, without a ratio") {
    Scenario s = started(GiB);
    const Architecture a = model(32, {attention(Kind::window, all(32), 8, 128, 128, 4096)});
    CHECK(cell(a, s) == 131072);
    CHECK(metric(sized(a, s), "kvCapacityTokens") == 8192);
    CHECK(metric(sized(a, s), "swaCapacityTokens") == 8192);
}

// Start-up log of a 26B model: full pool of 70,656 tokens 0.68 GiB of K, window pool of 56,320 tokens 5.4 GiB
TEST_CASE("SGLang: given capacities size each pool") {
    Scenario s = started();
    s.pageSize = 256;
    s.maxTotalNumTokens = 70656;
    s.swaTotalNumTokens = 56320;
    const auto full = [](std::int64_t i) { return i % 6 == 5; };
    const Architecture a =
        model(30, {attention(Kind::full, where(30, full), 2, 512, 512),
                   attention(Kind::window, where(30, [&](std::int64_t i) { return !full(i); }), 8, 256, 256, 1024)});
    const SizeResult r = sized(a, s);
    CHECK(metric(r, "kBytes") == std::int64_t{70656 + 256} * 5 * 2 * 512 * 2);
    CHECK(metric(r, "swaKBytes") == std::int64_t{56320 + 256} * 25 * 8 * 256 * 2);
    CHECK(metric(r, "kvBytesTotal") == 2 * (metric(r, "kBytes") + metric(r, "swaKBytes")));
}

TEST_CASE("SGLang: states take 0.9 of what K and V take, with a slot for padding") {
    Scenario s = started(40 * GiB);
    const SizeResult r = sized(qwen3Next80b(), s);
    constexpr std::int64_t slot = 36 * (8192 * 3 * 2 + 32 * 128 * 128 * 4);
    CHECK(metric(r, "stateBytesPerSlot") == slot);
    CHECK(metric(r, "stateBudgetBytes") == 20344581928);
    CHECK(metric(r, "maxMambaCacheSize") == 262);
    CHECK(metric(r, "statePoolBytes") == 263 * slot);
    CHECK(metric(r, "kvBudgetBytes") == 40 * GiB - 263 * slot);
    CHECK(metric(r, "kvCapacityTokens") == 920754);
    CHECK(metric(r, "maxStateSequences") == 262 / 3);
    CHECK(metric(r, "maxRunningRequests") == 262 / 3);
    // commit 59ef3b15cc of July 2026: the budget did not count the padding slot before
    s.engineVersion = "0.5.16";
    CHECK(metric(sized(qwen3Next80b(), s), "maxMambaCacheSize") == 263);
    CHECK(metric(sized(qwen3Next80b(), s), "kvBudgetBytes") == 40 * GiB - 263 * slot);
    s.engineVersion = {};
    s.maxMambaCacheSize = 100;
    CHECK(metric(sized(qwen3Next80b(), s), "kvBudgetBytes") == 40 * GiB - 101 * slot);
    s.maxMambaCacheSize = {};
    s.radixCache = false;
    s.maxRunningRequests = 100;
    CHECK(metric(sized(qwen3Next80b(), s), "maxMambaCacheSize") == 100);
    CHECK(metric(sized(qwen3Next80b(), s), "maxStateSequences") == 100);
}

// pull request 32184: K = (budget - (1 + D) slot) // (slot (1 + D / S)); (K + 1) + (K // S + 1) D slots are charged
TEST_CASE("SGLang: each running request has a copy of the state for every draft token") {
    Scenario s = started(40 * GiB);
    s.speculativeTokens = 4;
    constexpr std::int64_t slot = 36 * (8192 * 3 * 2 + 32 * 128 * 128 * 4);
    const SizeResult r = sized(qwen3Next80b(), s);
    const double budget = 40.0 * static_cast<double>(GiB) * 0.9 / 1.9;
    const auto slots = static_cast<std::int64_t>((budget - 5.0 * slot) / (slot * (1 + 4.0 / 3)));
    CHECK(metric(r, "maxMambaCacheSize") == slots);
    // 48 requests run at once with speculation
    const std::int64_t running = std::min<std::int64_t>(48, slots / 3);
    CHECK(metric(r, "kvBudgetBytes") == 40 * GiB - slot * (slots + 1 + 4 * (running + 1)));
    CHECK(metric(r, "stateBytes") == slot * (slots + 1 + 4 * (running + 1)));
}

// pool_configurator.py DefaultPoolConfigurator, _zero_kv_max_tokens
TEST_CASE("SGLang: a model without attention has the positions of its context") {
    Scenario s = started(8 * GiB);
    s.maxModelLen = 10000;
    const SizeResult r = sized(mamba2of2700m(), s);
    CHECK(metric(r, "kvCapacityTokens") == 10000);
    CHECK(metric(r, "kvBytesTotal") == 0);
    CHECK(metric(r, "requestsThatFit") == 1);
    CHECK(noteOf(r.notes, "positions_without_cache") != nullptr);
}

TEST_CASE("SGLang: compressed attention has pools by ratio, rings, and state for each request") {
    Scenario s = started(60 * GiB);
    s.kvDtype = "fp8";
    const SizeResult r = sized(deepSeekV4Flash(), s);
    // 584-byte records of the window of 43 layers, of 21 and 20 compressed ones, 132-byte index keys, rings of 8
    CHECK(metric<double>(r, "kvBytesPerToken") ==
          doctest::Approx(0.1 * 584 * 43 + 584 / 4.0 * 21 + 584 / 128.0 * 20 + 132 / 4.0 * 21 +
                          0.1 * 8 / 128.0 * (8192 + 2048) * 21));
    CHECK(metric(r, "kvCapacityTokens") == 8008448);
    CHECK(metric(r, "swaCapacityTokens") == 800768);
    CHECK(metric(r, "compressed4CapacityTokens") == 2002112);
    CHECK(metric(r, "compressed128CapacityTokens") == 62566);
    CHECK(metric(r, "maxRunningRequests") == 256);
    // Pages of 256 tokens, padded to 576 bytes (deepseek_v4_memory_pool.py create_buffer)
    CHECK(metric(r, "compressed4PageBytes") == 37440);
    CHECK(metric(r, "compressed128PageBytes") == 1728);
    CHECK(metric(r, "indexerPageBytes") == 64 * 132);
    CHECK(metric(r, "swaPageBytes") == 2 * 74880);
    CHECK(metric(r, "compressed128Bytes") == (8008448 / 256 + 1) * 20 * std::int64_t{1728});
    s.speculative = true;
    const SizeResult drafts = sized(deepSeekV4Flash(), s);
    CHECK(metric<double>(drafts, "kvBytesPerToken") == doctest::Approx(9259.902325581397));
    CHECK(metric(drafts, "kvCapacityTokens") == 6842880);
    CHECK(metric(drafts, "maxRunningRequests") == 48);
}

TEST_CASE("SGLang: a speculative head costs as many layers of the model") {
    Scenario s = started();
    s.draftLayers = DraftLayers{1, false};
    CHECK(cell(llama8b(), s) == 131072 + 131072 / 32);
    CHECK(cell(miniMaxM3(), s) == std::floor((2048.0 * 60 + 256 * 57) * (1 + 1.0 / 60)));
    // Beside a window pool it has the positions of the full pool
    CHECK(cell(gemma3of27b(), s) == doctest::Approx(8192 * 11 + 0.8 * 8192 * 52));
    s.draftLayers = DraftLayers{5, false};
    s.maxTotalNumTokens = 2125056;
    // Printed by a server: 10.13 GiB of K for five draft layers
    CHECK(metric(sized(miniMaxM3(), s), "draftKBytes") == 2125057 * std::int64_t{1024 * 5});
}

TEST_CASE("SGLang: a separate draft model has its own geometry") {
    Architecture a = deepSeekV3();
    a.draftModel = {attention(Kind::full, {61, 62}, 4, 128, 128)};
    a.draftModel.front().draft = true;
    CHECK(cell(a, started()) == 1152 * 61 + 2 * 2048);
}

TEST_CASE("SGLang: the automatic fraction leaves room for activations and graphs") {
    Scenario s = started();
    s.gpuTotalMib = 81559;
    const SizeResult r = sized(llama8b(), s);
    CHECK(metric(r, "budgetReservedBytes") == std::int64_t{13904} << 20);
    CHECK(metric<double>(r, "memFractionStatic") == doctest::Approx(0.83));
    s.prefillGraphSizes = 0;
    CHECK(metric<double>(sized(llama8b(), s), "memFractionStatic") == doctest::Approx(0.835));
    CHECK(metric<double>(sized(deepSeekV3(), s), "memFractionStatic") == doctest::Approx(0.816));
    Architecture seeing = llama8b();
    CHECK(noteOf(sized(seeing, s).notes, "vision_fraction_not_counted") == nullptr);
    seeing.parameters.visionParams = 600000000;
    CHECK(noteOf(sized(seeing, s).notes, "vision_fraction_not_counted") != nullptr);
    s.tp = 8;
    s.chunkedPrefillSize = 2048;
    s.cudaGraphMaxBs = 64;
    // 512 + 3,072 + 1,024 + 128 MiB are below the floor of 10 GiB
    CHECK(metric(sized(llama8b(), s), "budgetReservedBytes") == 10 * GiB);
    s.attentionDp = true;  // 64 x 8 padded requests, 3 MiB each
    s.gpuTotalMib = 60000;
    CHECK(metric(sized(llama8b(), s), "budgetReservedBytes") == std::int64_t{512 + 3072 + 1024 + 128 + 1536} << 20);
}

TEST_CASE("SGLang: prefill graphs are captured at growing distances") {
    CHECK(kvfit::sglang::prefillGraphs(8192) == 58);
    CHECK(kvfit::sglang::prefillGraphs(2048) == 42);
    CHECK(kvfit::sglang::prefillGraphs(3) == 0);
    CHECK(kvfit::sglang::tierOf(24564, 1).chunk == 2048);
    CHECK(kvfit::sglang::tierOf(24564, 1).graphRequests == 24);
    CHECK(kvfit::sglang::tierOf(183359, 8).chunk == 16384);
}

TEST_CASE("SGLang: the budget is what is free, less a share of what was free before") {
    Scenario s = started();
    s.freeBeforeLoadGib = 79;
    s.freeAfterLoadGib = 60;
    s.memFractionStatic = 0.85;
    CHECK(static_cast<double>(metric(sized(llama8b(), s), "availableKvBytes")) / static_cast<double>(GiB) ==
          doctest::Approx(48.15));
    s.memFractionStatic = {};
    const SizeResult r = sized(llama8b(), s);
    CHECK(noteOf(r.notes, "mem_fraction_assumed") != nullptr);
    CHECK(static_cast<double>(metric(r, "availableKvBytes")) / static_cast<double>(GiB) ==
          doctest::Approx(60 - 79 * 0.12));
}

// Start-up log in sgl-project/sglang issue 4094: 38.97 GB free before loading, 24.59 after, 372,945 tokens. Its figures
// are GiB of two decimals, so each may be off by 0.005.
TEST_CASE("SGLang: printed free memory gives the printed tokens") {
    const Architecture a = model(28, {attention(Kind::full, all(28), 4, 128, 128)});
    Scenario s = started();
    s.memFractionStatic = 0.88;
    std::int64_t tokens[2] = {};
    for (int end = 0; end < 2; ++end) {
        const double half = end == 0 ? -0.005 : 0.005;
        s.freeBeforeLoadGib = 38.97 - half;
        s.freeAfterLoadGib = 24.59 + half;
        tokens[end] = metric(sized(a, s), "kvCapacityTokens");
    }
    CHECK(tokens[0] <= 372945);
    CHECK(tokens[1] >= 372945);
}

TEST_CASE("SGLang: layers behind the last cache are told of") {
    Architecture a = gemma3of27b();
    CHECK(noteOf(sized(a, started()).notes, "sharing_layers_unproved") == nullptr);
    a.layers = 70;
    const SizeResult longer = sized(a, started());
    const Note* note = noteOf(longer.notes, "sharing_layers_unproved");
    REQUIRE(note != nullptr);
    CHECK(note->params.at("layers") == "8");
}

TEST_CASE("SGLang: running requests follow the pools") {
    Scenario s = started(40 * GiB);
    s.maxModelLen = 131072;
    CHECK(metric(sized(llama8b(), s), "maxRunningRequests") == 2048);
    s.maxModelLen = 32768;  // 327,680 / 32,768 x 512
    CHECK(metric(sized(llama8b(), s), "maxRunningRequests") == 4096);
    s.availableKvBytes = 131072 * 100;  // half of the tokens
    CHECK(metric(sized(llama8b(), s), "maxRunningRequests") == 50);
    s.maxRunningRequests = 60;
    const SizeResult r = sized(llama8b(), s);
    CHECK(metric(r, "maxRunningRequests") == 50);
    CHECK(noteOf(r.warnings, "max_running_requests_reduced") != nullptr);
}

// pull request 22597 of April 2026: longer requests than the window pool were rejected before
TEST_CASE("SGLang: a request may be as long as the full pool") {
    Scenario s = started(40 * GiB);
    s.maxModelLen = 131072;
    SizeResult r = sized(gemma3of27b(), s);
    CHECK(metric(r, "estimatedMaxModelLen") == 101606);
    CHECK_FALSE(metric<bool>(r, "maxModelLenFits"));
    CHECK(noteOf(r.warnings, "context_above_pool") != nullptr);
    s.engineVersion = "0.5.9";
    CHECK(metric(sized(gemma3of27b(), s), "estimatedMaxModelLen") == 81284);
    s.engineVersion = {};
    s.maxModelLen = 101606;
    CHECK(metric<bool>(sized(gemma3of27b(), s), "maxModelLenFits"));
}

TEST_CASE("SGLang: pools that are too small are told") {
    Scenario s = started(400 << 20);
    const SizeResult window = sized(gemma3of27b(), s);
    CHECK(noteOf(window.warnings, "window_pool_too_small") != nullptr);
    CHECK_FALSE(metric<bool>(window, "fits"));
    CHECK(metric(window, "estimatedMaxModelLen") == 0);
    CHECK(noteOf(sized(qwen3Next80b(), s).warnings, "state_pool_too_small") != nullptr);
    s.availableKvBytes = 1000;
    CHECK(noteOf(sized(llama8b(), s).warnings, "no_memory_for_tokens") != nullptr);
}

TEST_CASE("SGLang: what a request holds") {
    Scenario s = started();
    s.pageSize = 16;
    s.tokens = 10000;
    s.maxModelLen = 20000;
    const SizeResult r = sized(gemma3of27b(), s);
    const auto bytes = [](std::int64_t full, std::int64_t window) { return 16 * 8192 * (full * 10 + window * 52); };
    // Window pages: 1,024 tokens, 128 that wait for eviction, a page that begins before them
    CHECK(r.figures.at("liveBytes").bytes == bytes(625, 73));
    CHECK(r.figures.at("reservedBytes").bytes == bytes(1250, 74));  // and a page for the next step
    CHECK(r.figures.at("admissionBytes").bytes == bytes(1251, 74));
    CHECK(r.figures.at("cachedBytes").bytes == bytes(625, 73));
    CHECK(r.figures.at("paddingBytes").bytes == bytes(1250, 74) - 8192 * (20000 * 10 + 1024 * std::int64_t{52}));
    s.radixCache = false;
    CHECK(sized(gemma3of27b(), s).figures.at("cachedBytes").bytes == 0);
    s.tokens = 100;  // below the window
    CHECK(sized(gemma3of27b(), s).figures.at("liveBytes").bytes == bytes(7, 7));
    for (const auto& item : r.figures) {
        CHECK_FALSE(item.second.rule.empty());
        CHECK_FALSE(item.second.sentence.empty());
        CHECK_FALSE(item.second.source.empty());
        CHECK_FALSE(item.second.versions.empty());
    }
    // Three state slots for a running request, of which it uses one
    s = started();
    s.tokens = 1000;
    constexpr std::int64_t slot = 36 * (8192 * 3 * 2 + 32 * 128 * 128 * 4);
    const SizeResult states = sized(qwen3Next80b(), s);
    CHECK(states.figures.at("liveBytes").bytes == 1000 * 24576 + slot);
    CHECK(states.figures.at("reservedBytes").bytes == 1000 * 24576 + 3 * slot);
}

TEST_CASE("SGLang: encoder tokens lie in the pages of the text") {
    CachePart cross = attention(Kind::cross, all(4), 20, 64, 64, 1500);
    cross.role = Role::cross;
    const Architecture a = model(4, {attention(Kind::full, all(4), 20, 64, 64), cross});
    Scenario s = started();
    s.tokens = 100;
    const SizeResult r = sized(a, s);
    CHECK(cell(a, s) == 4 * 5120);
    CHECK(r.figures.at("liveBytes").bytes == 1600 * 4 * 5120);
    CHECK(r.figures.at("paddingBytes").bytes == 0);
    CHECK(noteOf(r.notes, "cross_in_pool_read") != nullptr);
}

TEST_CASE("SGLang: a version selects its rules, an unknown one the newest with a note") {
    Scenario s = started();
    CHECK(sized(llama8b(), s).engineVersion == "0.5.18");
    struct Row {
        const char* text;
        const char* id;
    };
    for (const Row& row : {Row{"0.4.6.post2", "0.4"}, Row{"0.5.10", "0.4"}, Row{"v0.5.12", "0.5.11"},
                           Row{"<0.5.17", "0.5.14"}, Row{">=0.5.17", "0.5.18"}, Row{"0.6", "0.5.18"}}) {
        s.engineVersion = row.text;
        CHECK(sized(llama8b(), s).engineVersion == row.id);
    }
    s.engineVersion = "main";
    CHECK(noteOf(sized(llama8b(), s).notes, "engine_version_unknown") != nullptr);
}

TEST_CASE("SGLang refuses what it cannot start with") {
    const auto refusal = [](const Architecture& a, const Scenario& s) {
        const Expected<SizeResult> r = size(a, s);
        return r ? "none" : r.errors().front().code;
    };
    Scenario s = started();
    s.kvDtype = "q8_0";
    CHECK(refusal(llama8b(), s) == "unknown_dtype");
    s = started();
    s.vDtype = "fp8";
    CHECK(refusal(llama8b(), s) == "kv_types_differ");
    s = started();
    s.pageSize = 3;
    s.chunkedPrefillSize = 8192;
    CHECK(refusal(llama8b(), s) == "chunk_not_whole_pages");
    s = started();
    s.swaFullTokensRatio = 0;
    CHECK(refusal(llama8b(), s) == "out_of_range");
    s = started();
    s.mlaKvLayout = "flat";
    CHECK(refusal(llama8b(), s) == "unknown_value");
    Architecture a = deepSeekV4Flash();
    a.parts[1].ratio = 16;
    CHECK(refusal(a, started()) == "unsupported_compression");
    s = started();
    s.tokens = s.sequences = (std::int64_t{1} << 53) - 1;
    CHECK(refusal(llama8b(), s) == "too_large");
    // Pages of compressed attention are raised, not refused
    s = started();
    s.pageSize = 1;
    s.tokens = 1;
    CHECK(noteOf(sized(deepSeekV4Flash(), s).notes, "page_size_raised") != nullptr);
}

// model_config.py is_hybrid_swa_model: Gemma 3 is not listed, and the model's server arguments switch the split off.
TEST_CASE("SGLang: windows of a class without a pool for them keep every token, unless a ratio is given") {
    Architecture a = gemma3of27b();
    a.windowsInFullPool = true;
    Scenario s = started(40 * GiB);
    s.tokens = 4096;
    CHECK(cell(a, s) == 62 * 8192);
    CHECK(metric(sized(a, s), "kvCapacityTokens") == 84562);
    CHECK(sized(a, s).figures.at("liveBytes").bytes == 62 * 8192 * 4096);
    CHECK(noteOf(sized(a, s).notes, "windows_in_full_pool") != nullptr);
    s.swaFullTokensRatio = 0.8;
    CHECK(cell(a, s) == doctest::Approx(8192 * 10 + 0.8 * 8192 * 52));
}
