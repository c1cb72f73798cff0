#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "kvfit/load.hpp"
#include "kvfit/plan_table.hpp"
#include "plan_models.hpp"

// Loads, transfers and the table of lengths, over every engine.

using namespace kvfit;

namespace {

constexpr const char* engines[] = {"payload", "vllm", "sglang", "tensorrt-llm", "lmdeploy", "llama.cpp", "ollama"};

Accelerators card() {
    Accelerators a = plans::one(80);
    a.first->bandwidthGbS = {3350, "test"};
    a.first->link = {450, "test", "NVLink"};
    a.first->hostLink = {64, "test", "PCIe"};
    a.first->bf16Tflops = {989, "test"};
    return a;
}

LoadSettings lengths(const char* prompt, const char* output) {
    LoadSettings s;
    s.promptLengths = prompt;
    s.outputLengths = output;
    return s;
}

}  // namespace

TEST_CASE("load: constant lengths give what fits, in every engine") {
    for (const char* engine : engines)
        for (const std::int64_t tokens : {2048, 10000, 32768}) {
            Scenario s = plans::scenario(engine, tokens, 4);
            const LoadSettings constant = lengths(std::to_string(tokens - 1).c_str(), "1");
            const Expected<LoadResult> r = load(plans::dense(), card(), s, constant);
            CAPTURE(engine);
            CAPTURE(tokens);
            REQUIRE(r);
            const Expected<FitResult> fitted = fit(plans::dense(), card(), s);
            REQUIRE(fitted);
            // llama.cpp has as many slots as it is started with; the others fill the memory.
            const bool slots = std::string(engine) == "llama.cpp" || std::string(engine) == "ollama";
            // LMDeploy runs 128 at most unless it is told otherwise.
            const std::int64_t most = std::string(engine) == "lmdeploy" ? 128 : 1024;
            const auto fits = static_cast<double>(slots ? 4 : std::min(most, fitted->requestsThatFit));
            CHECK(r->concurrency.expected == doctest::Approx(fits).epsilon(slots ? 0.01 : 0.03));
            CHECK(static_cast<double>(r->concurrency.worst) == doctest::Approx(fits).epsilon(0.03));
            CHECK(r->concurrency.refusedShare == 0);
        }
}

// llama.cpp tools/server/server-context.cpp `decode` @82bb48500: no cell for a token ends every running request.
TEST_CASE("load: it is said that shared cells that run out end all requests") {
    Scenario s = plans::scenario("llama.cpp", 16384, 4);
    s.kvUnified = true;
    s.ctx = 8192;
    const auto said = [&] {
        const Expected<LoadResult> r = load(plans::dense(), card(), s, lengths("1000", "4000"));
        REQUIRE(r);
        return std::any_of(r->notes.begin(), r->notes.end(),
                           [](const Note& note) { return note.code == "all_fail_together"; });
    };
    CHECK(said());
    s.kvUnified = false;  // each slot has cells of its own
    s.ctx = 32768;
    CHECK(!said());
}

TEST_CASE("load: windows and states are counted as the engine holds them") {
    for (Architecture (*const model)() : {plans::windowed, plans::latent, plans::hybrid})
        for (const char* engine : engines) {
            const Scenario s = plans::scenario(engine, 65536, 2);
            const Expected<LoadResult> r = load(model(), card(), s, lengths("p50 4K, p99 48K", "p50 300, p99 2K"));
            CAPTURE(engine);
            REQUIRE(r);
            CHECK(r->concurrency.expected > 0);
            CHECK(r->concurrency.expected + 1 >= static_cast<double>(r->concurrency.worst));
            CHECK(r->concurrency.low <= r->concurrency.high);
            double whole = 0;
            for (const RunningShare& share : r->concurrency.shares) whole += share.share;
            CHECK(whole == doctest::Approx(1));
            CHECK(r->concurrency.memoryShare <= 1.0 + 1e-9);
            CHECK_FALSE(r->notes.empty());
        }
}

TEST_CASE("load: more memory or shorter requests never run fewer") {
    std::mt19937 random(7);
    for (int round = 0; round < 12; ++round) {
        Scenario s = plans::scenario(engines[random() % 5], 16384);
        s.availableKvBytes = std::int64_t{2} << 30;
        double before = 0;
        for (int step = 0; step < 4; ++step) {
            const Expected<LoadResult> r = load(plans::dense(), {}, s, lengths("p50 1K, p99 8K", "200"));
            REQUIRE(r);
            CHECK(r->concurrency.expected >= 0.98 * before);
            before = r->concurrency.expected;
            s.availableKvBytes = *s.availableKvBytes * 2;
        }
        for (const char* longer : {"p50 2K, p99 12K", "p50 6K, p99 16K"}) {
            const Expected<LoadResult> r = load(plans::dense(), {}, s, lengths(longer, "200"));
            REQUIRE(r);
            CHECK(r->concurrency.expected <= 1.02 * before * 2);
        }
    }
}

TEST_CASE("load: Little's law, replicas and cost") {
    LoadSettings s = lengths("2000", "400");
    s.decodeTokensPerSecond = 40;
    s.prefillTokensPerSecond = 20000;
    s.requestsPerSecond = 30;
    s.pricePerGpuHour = 3;
    Scenario scenario = plans::scenario("vllm", 4096);
    scenario.availableKvBytes = std::int64_t{40} << 30;
    const Expected<LoadResult> r = load(plans::dense(), card(), scenario, s);
    REQUIRE(r);
    REQUIRE(r->demand);
    CHECK(r->demand->secondsPerRequest == doctest::Approx(10.1));
    CHECK(r->demand->concurrency == doctest::Approx(303));
    CHECK(static_cast<double>(r->demand->deployments) == std::ceil(303 / r->concurrency.expected));
    REQUIRE(r->cost);
    CHECK(r->cost->gpus == r->demand->deployments * r->gpus);
    CHECK(r->cost->perHour == doctest::Approx(3.0 * static_cast<double>(r->cost->gpus)));
    CHECK(r->cost->perMillionTokens == doctest::Approx(r->cost->perHour / (30 * 3600 * 2400 / 1e6)));
    CHECK(r->cost->perMillionOutputTokens == doctest::Approx(6 * r->cost->perMillionTokens));
    // What arrives in one deployment runs there.
    const double share = 303 / static_cast<double>(r->demand->deployments);
    CHECK(r->demand->mean == doctest::Approx(share).epsilon(0.15));
}

TEST_CASE("load: speeds are bounds where they are not typed") {
    const Expected<LoadResult> r = load(plans::dense(), card(), plans::scenario("vllm", 8192), lengths("4000", "500"));
    REQUIRE(r);
    REQUIRE(r->speed);
    CHECK(r->speed->decodeBasis == "bound");
    // One request: the weights alone take 16 GB / 3,350 GB/s.
    const double seconds = (static_cast<double>(r->speed->weightBytesRead) +
                            r->speed->requests * static_cast<double>(r->speed->kvBytesRead)) /
                           3350e9;
    CHECK(r->speed->decodeTokensPerSecond == doctest::Approx(1 / seconds).epsilon(0.001));
    CHECK(r->speed->prefillBasis == "bound");
    CHECK_FALSE(r->demand);
    const Expected<LoadResult> without =
        load(plans::dense(), plans::one(80), plans::scenario("vllm", 8192), lengths("4000", "500"));
    REQUIRE(without);
    CHECK_FALSE(without->speed);
}

TEST_CASE("load: what is wrong is refused by name") {
    const auto refused = [](const Scenario& s, const LoadSettings& settings, const char* code, const char* field) {
        const Expected<LoadResult> r = load(plans::dense(), {}, s, settings);
        REQUIRE_FALSE(r);
        CHECK(r.errors().front().code == code);
        CHECK(r.errors().front().field == field);
    };
    Scenario s = plans::scenario("vllm", 8192);
    refused(s, {}, "missing_memory", "hardware");
    s.availableKvBytes = std::int64_t{1} << 30;
    refused(s, lengths("much", "1"), "bad_lengths", "promptLengths");
    LoadSettings none;
    none.samples = 0;
    refused(s, none, "out_of_range", "samples");
    s.engine = "nothing";
    CHECK_FALSE(load(plans::dense(), {}, s, {}));
    // No memory for one request is an answer, not an error.
    Scenario small = plans::scenario("vllm", 8192);
    small.availableKvBytes = 1 << 20;
    const Expected<LoadResult> r = load(plans::dense(), {}, small, {});
    REQUIRE(r);
    CHECK(r->verdict.code == "load_none");
    CHECK(r->concurrency.expected == 0);
}

TEST_CASE("transfer: bytes of every rank over each link, against computing again") {
    Scenario s = plans::scenario("vllm", 32768);
    s.tp = 2;
    s.hardwareCount = 2;
    LoadSettings settings;
    settings.networkGbPerSecond = 50;
    const Expected<TransferResult> r = transfer(plans::dense(), card(), s, settings);
    REQUIRE(r);
    CHECK(r->bytesPerRank == std::int64_t{32768} * 32 * 4 * 256 * 2);
    CHECK(r->bytes == 2 * r->bytesPerRank);
    REQUIRE(r->routes.size() == 3);
    for (const TransferRoute& route : r->routes)
        CHECK(route.seconds == doctest::Approx(static_cast<double>(r->bytesPerRank) / (route.gbPerSecond * 1e9)));
    CHECK(r->routes[0].gbPerSecond == 450);
    CHECK(r->routes[2].gbPerSecond == 50);
    CHECK(r->teraflopsPerSecond == 2 * 989);
    REQUIRE(r->recomputeSeconds);
    CHECK(*r->recomputeSeconds > 0.2);
    const Expected<TransferResult> bare = transfer(plans::dense(), {}, plans::scenario("payload", 1000), {});
    REQUIRE(bare);
    CHECK(bare->routes.empty());
    CHECK(bare->bytes == std::int64_t{1000} * 131072);
}

TEST_CASE("table: share of 4K, bytes of a request and cost") {
    Scenario s = plans::scenario("vllm", 8192);
    const Expected<std::vector<TableRow>> rows = table(plans::dense(), card(), s, 2.0);
    REQUIRE(rows);
    std::int64_t at4K = 0;
    for (const TableRow& row : *rows)
        if (row.tokens == 4096) at4K = *row.requestsThatFit;
    for (const TableRow& row : *rows) {
        REQUIRE(row.works);
        CHECK(*row.works == (*row.requestsThatFit > 0));
        CHECK(*row.shareOf4K == doctest::Approx(static_cast<double>(*row.requestsThatFit) / static_cast<double>(at4K)));
        CHECK(*row.requestBytes == (row.tokens + 15) / 16 * 16 * 131072);
        CHECK(*row.costPerRequestHour == doctest::Approx(2.0 / static_cast<double>(*row.requestsThatFit)));
    }
}
