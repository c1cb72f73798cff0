#include <doctest/doctest.h>

#include "plan/refusal.hpp"
#include "plan_models.hpp"

using namespace kvfit;
using plans::scenario;

namespace {

FitResult fitted(const Architecture& a, const Accelerators& hardware, const Scenario& s) {
    const Expected<FitResult> result = fit(a, hardware, s);
    if (!result) FAIL(result.errors().front().message);
    return *result;
}

Error refused(const Architecture& a, const Accelerators& hardware, const Scenario& s) {
    const Expected<FitResult> result = fit(a, hardware, s);
    REQUIRE_FALSE(result);
    return result.errors().front();
}

bool has(const Notes& notes, const char* code) {
    for (const Note& n : notes)
        if (n.code == code) return true;
    return false;
}

}  // namespace

TEST_CASE("fit: the rows of a GPU's memory add up") {
    for (const char* engine : {"payload", "vllm", "llama.cpp", "ollama"}) {
        CAPTURE(engine);
        for (const double gib : {16.0, 24.0, 80.0}) {
            const FitResult r = fitted(plans::dense(), plans::one(gib), scenario(engine, 32768, 4));
            const GpuMemory& m = r.memory;
            CHECK(m.usable == m.weights + m.overhead + m.kv + m.free);
            CHECK(m.total >= m.usable);
            CHECK(r.kvAvailableBytes >= 0);
            if (r.fits) CHECK(m.free >= 0);
            CHECK((r.state == "does_not_fit") == !r.fits);
            CHECK((r.state == "fits") == (r.verdict.code == "fits"));
            CHECK_FALSE(r.verdict.message.empty());
        }
    }
}

TEST_CASE("fit: a budget that the scenario states is the engine's") {
    Scenario s = scenario("vllm", 8192, 8);
    s.gpuTotalGib = 79.0;
    s.gpuMemoryUtilization = 0.9;
    s.weightsGib = 15.0;
    s.activationGib = 1.0;
    s.nonTorchGib = 0.5;
    const FitResult r = fitted(plans::dense(), {}, s);
    CHECK(r.kvAvailableBytes == static_cast<std::int64_t>((79.0 * 0.9 - 16.5) * 1073741824));
    s.kvCacheMemoryBytes = std::int64_t{1} << 30;
    CHECK(fitted(plans::dense(), {}, s).kvAvailableBytes == std::int64_t{1} << 30);
}

TEST_CASE("fit: memory for the cache alone is enough") {
    Scenario s = scenario("vllm", 8192);
    s.availableKvBytes = std::int64_t{8} << 30;
    const FitResult r = fitted(plans::dense(), {}, s);
    CHECK(r.fits);
    CHECK(r.memory.total == 0);
    CHECK(r.requestsThatFit == 7);  // eight without the block that is set aside
    CHECK(r.hardware.empty());
}

TEST_CASE("fit: impossible inputs are refused by field") {
    const Architecture a = plans::dense();
    Scenario s = scenario("vllm", 8192);
    CHECK(refused(a, {}, s).code == "missing_memory");
    s.hardwareCount = 0;
    CHECK(refused(a, plans::one(80), s).field == "hardwareCount");
    s.hardwareCount = 3;
    s.tp = 3;
    CHECK(refused(a, plans::one(80), s).code == "invalid_parallel_degree");
    CHECK(refused(a, plans::one(80), s).field == "tp");
    s.tp = 4;
    CHECK(refused(a, plans::one(80), s).code == "not_enough_gpus");
    s = scenario("vllm", 8192);
    s.gpuMemoryUtilization = 1.2;
    CHECK(refused(a, plans::one(80), s).field == "gpuMemoryUtilization");
    s = scenario("vllm", 8192);
    s.usedMemoryBytes = std::int64_t{100} << 30;
    CHECK(refused(a, plans::one(80), s).field == "usedMemoryBytes");
    s = scenario("vllm", 8192);
    s.slice = "half";
    CHECK(refused(a, plans::one(80), s).field == "slice");
    s = scenario("nothing", 8192);
    CHECK(refused(a, plans::one(80), s).code == "unknown_engine");
}

TEST_CASE("fit: weights above the memory are said so") {
    const FitResult r = fitted(plans::hybrid(), plans::one(24), scenario("vllm", 8192));
    CHECK_FALSE(r.fits);
    CHECK(r.verdict.code == "weights_do_not_fit");
    CHECK(r.requestsThatFit == 0);
    CHECK(r.maxTokens == 0);
}

TEST_CASE("fit: hardware") {
    Accelerators two = plans::one(24);
    two.first->devicesPerPackage = 2;
    FitResult r = fitted(plans::dense(), two, scenario("payload", 1024));
    CHECK(r.hardware[0].count == 2);
    CHECK(r.hardware[0].memoryBytes == static_cast<std::int64_t>(24 * 0.99 * 1073741824 / 2));
    CHECK(r.layout.tp == 2);
    CHECK(has(r.notes, "layout_assumed"));

    Scenario s = scenario("payload", 1024);
    s.slice = "3g.40gb";
    r = fitted(plans::dense(), plans::one(80), s);
    CHECK(r.hardware[0].memoryBytes == static_cast<std::int64_t>(80 * 0.99 * 1073741824) / 8 * 4);

    s = scenario("payload", 1024);
    s.memoryShare = 0.5;
    r = fitted(plans::dense(), plans::one(64), s);
    CHECK(r.hardware[0].memoryBytes == std::int64_t{32} << 30);
    CHECK(r.hardware[0].basis == "share");

    Accelerators sold = plans::one(48);
    sold.first->usableGib = {};
    r = fitted(plans::dense(), sold, scenario("payload", 1024));
    CHECK(r.hardware[0].memoryBytes == std::int64_t{48} << 30);
    CHECK(has(r.notes, "memory_as_sold"));
}

TEST_CASE("fit: two kinds of cards") {
    Accelerators both = plans::one(24);
    both.second = plans::one(12).first;
    const FitResult ranks = fitted(plans::dense(), both, scenario("vllm", 1024));
    CHECK(ranks.layout.gpus == 2);
    CHECK(ranks.memory.total == static_cast<std::int64_t>(12 * 0.99 * 1073741824));
}

TEST_CASE("fit: replicas share the sequences, whatever the engine") {
    for (const char* engine : {"vllm", "sglang", "tensorrt-llm", "lmdeploy"}) {
        CAPTURE(engine);
        Scenario one = scenario(engine, 8192, 8);
        Scenario eight = scenario(engine, 8192, 64);
        eight.dp = eight.hardwareCount = 8;
        const FitResult alone = fitted(plans::dense(), plans::one(80), one);
        const FitResult shared = fitted(plans::dense(), plans::one(80), eight);
        CHECK(shared.memory.kv == alone.memory.kv);
        CHECK(shared.requestsThatFit == 8 * alone.requestsThatFit);
    }
}

TEST_CASE("fit: sizes in sentences") {
    struct Row {
        std::int64_t bytes;
        const char* text;
    };
    for (const Row& row :
         {Row{0, "0 B"}, Row{1023, "1,020 B"}, Row{147456, "144 KiB"}, Row{std::int64_t{4} << 30, "4 GiB"},
          Row{604140000, "576 MiB"}, Row{10724000000, "9.99 GiB"}, Row{10737000000, "10.0 GiB"},
          Row{-1181116006, "-1.10 GiB"}, Row{std::int64_t{2349720000000000}, "2.09 PiB"}}) {
        CAPTURE(row.bytes);
        CHECK(sizeText(row.bytes) == row.text);
    }
}

TEST_CASE("fit: the command line") {
    Scenario s = scenario("vllm", 32768, 4);
    s.hardwareCount = 4;
    s.kvDtype = "fp8";
    s.gpuMemoryUtilization = 0.85;
    const FitResult r = fitted(plans::dense(), plans::one(80), s);
    CHECK(r.command ==
          "vllm serve ORGANIZATION/MODEL --max-model-len 32768 --tensor-parallel-size 4 --kv-cache-dtype fp8 "
          "--gpu-memory-utilization 0.85");
    CHECK(r.flags.size() == 4);
    for (const Flag& f : r.flags) CHECK_FALSE(f.reason.empty());

    s = scenario("llama.cpp", 8192, 2);
    s.kvDtype = "q8_0";
    CHECK(fitted(plans::dense(), plans::one(80), s).command ==
          "llama-server -m MODEL.gguf --ctx-size 16384 --parallel 2 --cache-type-k q8_0 --cache-type-v q8_0");
    CHECK(fitted(plans::dense(), plans::one(80), scenario("ollama", 8192)).command ==
          "OLLAMA_CONTEXT_LENGTH=8192 OLLAMA_NUM_PARALLEL=1 ollama serve");
}
