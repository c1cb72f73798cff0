#include <doctest/doctest.h>

#include "answers.hpp"
#include "kvfit/compare_engines.hpp"
#include "kvfit/engine.hpp"
#include "kvfit/term.hpp"
#include "llamacpp_models.hpp"

// One model and memory in every engine, and a host tier beside them.
using namespace kvfit;
using namespace kvfit::test;
using namespace kvfit::models;

namespace {

constexpr std::int64_t gib = std::int64_t{1} << 30;

std::vector<EngineRow> compared(const Architecture& a, const Scenario& s) {
    const Expected<std::vector<EngineRow>> rows = compareEngines(a, s);
    REQUIRE(rows);
    return *rows;
}

/// The newest version's row of an engine.
const EngineRow& newest(const std::vector<EngineRow>& rows, const char* engine) {
    const EngineRow* found = nullptr;
    for (const EngineRow& row : rows)
        if (row.engine == engine) found = &row;
    REQUIRE(found != nullptr);
    return *found;
}

const Note* reason(const EngineRow& row, const char* code) {
    for (const Note& n : row.reasons)
        if (n.code == code) return &n;
    return nullptr;
}

bool has(const Notes& notes, const char* code) {
    for (const Note& n : notes)
        if (n.code == code) return true;
    return false;
}

}  // namespace

TEST_CASE("Engines compared: a row for every engine and version, payload first") {
    Scenario s;
    s.kvDtype = "bf16";
    s.maxModelLen = 131072;
    s.availableKvBytes = 40 * gib;
    const std::vector<EngineRow> rows = compared(gemma3of27b(), s);
    std::size_t versions = 1;
    for (const EngineProfile& e : engineProfiles()) versions += e.versions.size();
    CHECK(rows.size() == versions);
    CHECK(rows.front().engine == "payload");
    for (const EngineRow& row : rows) {
        CAPTURE(row.title);
        CHECK(row.payloadBytes == rows.front().payloadBytes);
        CHECK(row.errors.empty());
        CHECK(row.hasCapacity);
        if (row.engine != "payload") CHECK(row.reservedBytes >= row.payloadBytes);
    }
}

TEST_CASE("Engines compared: why a window model holds what it holds, and which setting changes it") {
    Scenario s;
    s.kvDtype = "bf16";
    s.maxModelLen = 131072;
    s.availableKvBytes = 40 * gib;
    const std::vector<EngineRow> rows = compared(gemma3of27b(), s);

    const EngineRow& vllm = newest(rows, "vllm");
    CHECK(vllm.capacityTokens == 291658);
    const Note* reserve = reason(vllm, "window_reserve");
    REQUIRE(reserve != nullptr);
    CHECK(reserve->field == "maxNumBatchedTokens");
    CHECK(reserve->params.at("tokens") == "16,384");
    CHECK(reason(vllm, "group_padding") != nullptr);

    const EngineRow& sglang = newest(rows, "sglang");
    CHECK(sglang.capacityTokens == 101606);
    const Note* ratio = reason(sglang, "window_pool_ratio");
    REQUIRE(ratio != nullptr);
    CHECK(ratio->field == "swaFullTokensRatio");
    CHECK(ratio->params.at("swaTokens") == "81,284");
    CHECK(ratio->params.at("window") == "1,024");

    const EngineRow& tensorrt = newest(rows, "tensorrt-llm");
    CHECK(tensorrt.capacityTokens == 262144);
    REQUIRE(reason(tensorrt, "window_pool_split") != nullptr);
    CHECK(reason(tensorrt, "window_pool_split")->field == "attentionWindows");

    const EngineRow& lmdeploy = newest(rows, "lmdeploy");
    CHECK(lmdeploy.capacityTokens == 40 * gib / (62 * 8192 * 64) * 64);
    CHECK(reason(lmdeploy, "windows_at_full_length") != nullptr);
    CHECK(reason(newest(rows, "llama.cpp"), "window_cells") != nullptr);

    Architecture unlisted = gemma3of27b();
    unlisted.windowsInFullPool = true;
    const std::vector<EngineRow> onePool = compared(unlisted, s);
    CHECK(newest(onePool, "sglang").capacityTokens == 40 * gib / (62 * 8192));
    CHECK(reason(newest(onePool, "sglang"), "windows_at_full_length") != nullptr);
    CHECK(reason(newest(onePool, "sglang"), "window_pool_ratio") == nullptr);
}

TEST_CASE("Engines compared: old releases print fewer tokens than they hold") {
    Scenario s;
    s.kvDtype = "bf16";
    s.maxModelLen = 131072;
    s.availableKvBytes = 40 * gib;
    for (const EngineRow& row : compared(gemma3of27b(), s))
        if (row.engine == "vllm" && row.engineVersion == "0.16") {
            CHECK(row.capacityTokens == 32768 / 7 * 16);
            CHECK(reason(row, "tokens_divided_by_groups") != nullptr);
        }
}

TEST_CASE("Engines compared: heads and latents on ranks, states, scales, refusals") {
    Scenario s;
    s.kvDtype = "int8";
    s.maxModelLen = 4100;
    s.tp = 16;
    Architecture a = llama8b();
    a.attentionHeads = 32;
    const std::vector<EngineRow> rows = compared(a, s);
    CHECK(reason(newest(rows, "lmdeploy"), "scales_for_heads") != nullptr);
    CHECK(reason(newest(rows, "tensorrt-llm"), "heads_on_ranks") != nullptr);
    CHECK(reason(newest(rows, "tensorrt-llm"), "length_rounded") != nullptr);
    REQUIRE(newest(rows, "llama.cpp").errors.size() == 1);
    CHECK(newest(rows, "llama.cpp").errors.front().code == "unknown_dtype");

    s.kvDtype = "bf16";
    CHECK(reason(newest(compared(deepSeekV3(), s), "vllm"), "latent_on_ranks") != nullptr);
    s.tp = 1;
    const std::vector<EngineRow> hybrid = compared(qwen3Next80b(), s);
    CHECK(reason(newest(hybrid, "vllm"), "states_in_blocks") != nullptr);
    CHECK(reason(newest(hybrid, "lmdeploy"), "states_in_slots") != nullptr);
}

TEST_CASE("Offload: whole chunks of 256 tokens, a share on every rank") {
    Scenario s;
    s.engine = "vllm";
    s.kvDtype = "bf16";
    s.tokens = s.maxModelLen = 10000;
    s.tp = 2;
    s.hostMemoryPerRankGb = 50;
    const SizeResult r = sized(llama8b(), s);
    const std::int64_t stored = 10000 / 256 * 256;
    CHECK(std::get<std::int64_t>(r.metrics.at("storedTokens")) == stored);
    CHECK(std::get<std::int64_t>(r.metrics.at("offloadBytesAllRanks")) == stored * 131072);
    CHECK(evaluate(*r.figures.at("offloadBytes").formula) == static_cast<double>(stored * 131072));
    CHECK(std::get<double>(r.metrics.at("hostMemoryTotalGb")) == 100);
    s.offloadChunkTokens = 1000;
    CHECK(std::get<std::int64_t>(sized(llama8b(), s).metrics.at("storedTokens")) == 10000);
}

TEST_CASE("Offload: a latent on every rank, or once") {
    Scenario s;
    s.engine = "vllm";
    s.kvDtype = "bf16";
    s.tokens = s.maxModelLen = 256000;
    s.tp = 8;
    s.offloadChunkTokens = 256;
    const SizeResult copies = sized(deepSeekV3(), s);
    CHECK(std::get<std::int64_t>(copies.metrics.at("offloadBytesAllRanks")) == std::int64_t{8} * 256000 * 70272);
    CHECK(has(copies.notes, "latent_stored_on_every_rank"));
    s.saveOnlyFirstRank = true;
    const SizeResult once = sized(deepSeekV3(), s);
    CHECK(std::get<std::int64_t>(once.metrics.at("offloadBytesAllRanks")) == std::int64_t{256000} * 70272);
    CHECK_FALSE(has(once.notes, "latent_stored_on_every_rank"));
    // Heads differ from rank to rank, so that all of them store.
    CHECK(std::get<std::int64_t>(sized(llama8b(), s).metrics.at("offloadBytesAllRanks")) ==
          std::int64_t{256000} * 131072);
}

TEST_CASE("Offload: more host memory than there is, over all ranks") {
    Scenario s;
    s.tokens = 4096;
    s.tp = 4;
    s.hostMemoryPerRankGb = 200;
    s.hostMemoryAvailableGb = 768;
    for (const char* engine : {"payload", "vllm", "tensorrt-llm"}) {
        CAPTURE(engine);
        s.engine = engine;
        CHECK(has(sized(llama8b(), s).warnings, "host_memory_exceeded"));
    }
    s.hostMemoryAvailableGb = 800;
    CHECK_FALSE(has(sized(llama8b(), s).warnings, "host_memory_exceeded"));
}
