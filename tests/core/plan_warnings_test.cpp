#include <doctest/doctest.h>

#include "kvfit/plan_search.hpp"
#include "plan_models.hpp"

using namespace kvfit;
using plans::scenario;

namespace {

Notes warned(const Architecture& a, const Scenario& s, double gib = 80) {
    const Expected<FitResult> result = fit(a, plans::one(gib), s);
    if (!result) FAIL(result.errors().front().message);
    Notes all = result->warnings;
    all.insert(all.end(), result->notes.begin(), result->notes.end());
    return all;
}

const Note* find(const Notes& notes, const char* code) {
    for (const Note& n : notes)
        if (n.code == code) return &n;
    return nullptr;
}

}  // namespace

TEST_CASE("warnings: what an engine would say minutes later") {
    Scenario s = scenario("vllm", 200000);
    CHECK(find(warned(plans::dense(), s), "context_above_trained"));

    s = scenario("vllm", 8192);
    s.hardwareCount = 8;
    s.tp = 8;
    Architecture few = plans::dense();
    few.parts[0].heads = 4;
    const Notes replicated = warned(few, s);
    REQUIRE(find(replicated, "kv_heads_replicated"));
    CHECK(find(replicated, "kv_heads_replicated")->params.at("heads") == "4");
    CHECK(find(warned(plans::latent(), s), "latent_replicated"));
    CHECK_FALSE(find(warned(plans::dense(), scenario("vllm", 8192)), "kv_heads_replicated"));

    s = scenario("vllm", 8192);
    s.tp = 4;
    s.hardwareCount = 7;
    Notes idle = warned(plans::dense(), s);
    REQUIRE(find(idle, "gpus_not_used"));
    CHECK(find(idle, "gpus_not_used")->params.count("dp") == 0);
    s.hardwareCount = 4096;
    idle = warned(plans::dense(), s);
    REQUIRE(find(idle, "gpus_not_used"));
    CHECK(find(idle, "gpus_not_used")->params.at("dp") == "1024");
    s.dp = 1024;
    CHECK_FALSE(find(warned(plans::dense(), s), "gpus_not_used"));

    s = scenario("vllm", 8192);
    s.blockSize = 40;
    const Notes blocks = warned(plans::dense(), s);
    REQUIRE(find(blocks, "block_adjusted"));
    CHECK(find(blocks, "block_adjusted")->params.at("tokens") == "48");
    s.blockSize = 32;
    CHECK_FALSE(find(warned(plans::dense(), s), "block_adjusted"));

    s = scenario("vllm", 8192);
    s.hybridKvManager = false;
    const Notes windows = warned(plans::windowed(), s);
    REQUIRE(find(windows, "windows_at_full_length"));
    CHECK(find(windows, "windows_at_full_length")->params.at("window") == "1,024");
    CHECK_FALSE(find(warned(plans::windowed(), scenario("vllm", 8192)), "windows_at_full_length"));

    s = scenario("llama.cpp", 2048, 4);
    s.ctx = 8192;
    s.kvUnified = false;
    CHECK(find(warned(plans::dense(), s), "context_divided"));

    s = scenario("vllm", 8192);
    s.hardwareCount = 4;
    s.hostMemoryPerRankGb = 100;
    s.hostMemoryAvailableGb = 256;
    CHECK(find(warned(plans::dense(), s), "host_memory_exceeded"));
    s.hostMemoryAvailableGb = 512;
    CHECK_FALSE(find(warned(plans::dense(), s), "host_memory_exceeded"));

    Architecture seeing = plans::dense();
    seeing.parameters.visionParams = 400000000;
    CHECK(find(warned(seeing, scenario("vllm", 8192)), "media_tokens_not_counted"));
    CHECK_FALSE(find(warned(plans::dense(), scenario("vllm", 8192)), "media_tokens_not_counted"));
}

TEST_CASE("warnings: vLLM runs no more at once than its default, which more states than blocks exceed") {
    Architecture tiny = plans::dense();
    tiny.parts[0].heads = 1;
    tiny.weights.totalParams = 1000000000;
    Scenario s = scenario("vllm", 64, 2000);
    const Expected<FitResult> r = fit(tiny, plans::one(80), s);
    REQUIRE(r);
    CHECK_FALSE(r->fits);
    CHECK(r->requestsThatFit == 1024);
    CHECK(find(r->warnings, "max_num_seqs_below_sequences"));
    const Expected<std::vector<Remedy>> offered = remedies(tiny, plans::one(80), s);
    REQUIRE(offered);
    REQUIRE_FALSE(offered->empty());
    CHECK(offered->front().code == "more_at_once");
    s.maxNumSeqs = 2000;
    CHECK(fit(tiny, plans::one(80), s)->fits);

    Architecture states = plans::hybrid();
    states.weights.totalParams = 32000000000;
    CHECK(find(warned(states, scenario("vllm", 8192)), "max_num_seqs_exceeds_state_blocks"));
}

TEST_CASE("warnings: small cards and A100 schedule less by default") {
    const auto batched = [](const char* name, double gib) {
        Accelerators hardware = plans::one(gib);
        hardware.first->name = name;
        const Expected<FitResult> r = fit(plans::dense(), hardware, scenario("vllm", 8192, 2000));
        return r->requestsThatFit > 256 ? 1024 : 256;
    };
    CHECK(batched("Card", 640) == 1024);
    CHECK(batched("Card A100", 640) == 256);
}
