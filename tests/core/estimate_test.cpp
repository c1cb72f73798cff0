#include <doctest/doctest.h>

#include <string>

#include "kvfit/estimate.hpp"
#include "kvfit/read.hpp"

using namespace kvfit;

namespace {

constexpr double gib = 1024.0 * 1024.0 * 1024.0;
constexpr double mib = 1024.0 * 1024.0;

// meta-llama/Llama-3.1-8B-Instruct config.json
Architecture llama() {
    const Expected<Architecture> a = readConfig(R"({"hidden_size": 4096, "num_hidden_layers": 32,
        "num_attention_heads": 32, "num_key_value_heads": 8, "head_dim": 128, "intermediate_size": 14336,
        "vocab_size": 128256, "max_position_embeddings": 131072, "tie_word_embeddings": false})");
    REQUIRE(a);
    return *a;
}

Overheads estimated(const Architecture& a, const Scenario& s) {
    const Expected<Overheads> o = estimate(a, s);
    REQUIRE(o);
    return *o;
}

Scenario vllm(const char* version) {
    Scenario s;
    s.engine = "vllm";
    s.engineVersion = version;
    s.gpuTotalGib = 79.19;
    return s;
}

}  // namespace

TEST_CASE("the activation peak of vLLM is the sampler's: what 0.11 and 0.19 printed on H100") {
    // llm-d-incubation/llm-d-planner pull request 205 and llm-d runs of 0.11: 1,024 sequences, 8,192 tokens.
    CHECK(static_cast<double>(estimated(llama(), vllm("0.19.0")).ranks.front().activation.bytes) / gib ==
          doctest::Approx(1.89).epsilon(0.02));
    CHECK(static_cast<double>(estimated(llama(), vllm("0.11.0")).ranks.front().activation.bytes) / gib ==
          doctest::Approx(4.76).epsilon(0.02));
}

TEST_CASE("fewer running sequences free the sampler's share, nothing else") {
    Scenario s = vllm("0.19.0");
    const std::int64_t most = estimated(llama(), s).ranks.front().activation.bytes;
    s.maxNumSeqs = 512;
    const std::int64_t half = estimated(llama(), s).ranks.front().activation.bytes;
    CHECK(static_cast<double>(most - half) == doctest::Approx(14.8 * 512 * 128256).epsilon(0.001));
    // Below the forward pass nothing is won any more.
    s.maxNumSeqs = 8;
    const Estimate few = estimated(llama(), s).ranks.front().activation;
    CHECK(few.bytes == few.low);
}

TEST_CASE("stages before the last do not sample") {
    Scenario s = vllm("0.19.0");
    s.pp = 2;
    const Overheads o = estimated(llama(), s);
    REQUIRE(o.ranks.size() == 2);
    // Printed: 1.10 GiB and 2.01 GiB.
    CHECK(static_cast<double>(o.ranks.front().activation.bytes) / gib == doctest::Approx(1.10).epsilon(0.02));
    CHECK(static_cast<double>(o.ranks.back().activation.bytes) / gib == doctest::Approx(2.01).epsilon(0.07));
}

TEST_CASE("compute buffers of llama.cpp that were printed") {
    struct Printed {
        std::int64_t context, ubatch;
        bool flash;
        double mib;
    };
    // Meta-Llama-3.1-8B-Instruct, all layers on one device: ggml-org/llama.cpp start-ups without and with
    // flash attention.
    for (const Printed& p : {Printed{2048, 512, true, 258.5}, Printed{131072, 512, true, 416.0}}) {
        Scenario s;
        s.engine = "llama.cpp";
        s.ctx = p.context;
        s.nUbatch = p.ubatch;
        s.flashAttn = p.flash;
        CHECK(static_cast<double>(estimated(llama(), s).ranks.front().computeBuffer.bytes) / mib ==
              doctest::Approx(p.mib).epsilon(0.001));
    }
}

TEST_CASE("stated values replace estimates, equations evaluate to their bytes, ranges hold them") {
    Scenario s = vllm("0.19.0");
    s.tp = 4;
    for (const bool given : {false, true}) {
        if (given) {
            s.weightsGib = 3.5;
            s.activationGib = 2.0;
            s.nonTorchGib = 1.0;
            s.cudaGraphBytes = 1000000;
        }
        const Overheads o = estimated(llama(), s);
        for (const RankOverheads& rank : o.ranks)
            for (const Estimate* e : {&rank.weights, &rank.activation, &rank.nonTorch, &rank.graphs}) {
                CHECK(e->given == given);
                CHECK(evaluate(*e->formula) == static_cast<double>(e->bytes));
                CHECK(e->low <= e->bytes);
                CHECK(e->bytes <= e->high);
                CHECK(!e->source.empty());
            }
    }
}

TEST_CASE("the newest model runner profiles logits alone; other models sample as before") {
    Scenario s = vllm("0.27.0");
    const Estimate dense = estimated(llama(), s).ranks.front().activation;
    CHECK(dense.bytes == dense.low);  // the forward pass decides
    Architecture experts = llama();
    experts.parameters.experts = 8;
    CHECK(estimated(experts, s).ranks.front().activation.bytes > dense.bytes + (1 << 29));
}

TEST_CASE("V0 that chunks prompts computes no logits in its profile run") {
    Scenario s = vllm("V0 0.7.2");
    s.maxModelLen = 131072;
    s.maxNumBatchedTokens = 2048;
    const Estimate chunked = estimated(llama(), s).ranks.front().activation;
    CHECK(chunked.bytes == chunked.low);
    s.maxModelLen = 2048;
    CHECK(estimated(llama(), s).ranks.front().activation.bytes > chunked.bytes);
}

TEST_CASE("layers in host memory have the cache of one copied to the device") {
    // Meta-Llama-3.1-8B-Instruct, 10 of 33 layers offloaded, flash attention: 920 MiB were printed.
    Scenario s;
    s.engine = "llama.cpp";
    s.ctx = 131072;
    s.nUbatch = 512;
    s.nGpuLayers = 10;
    s.weightsDtype = "q4_k_m";
    CHECK(static_cast<double>(estimated(llama(), s).ranks.front().computeBuffer.bytes) / mib ==
          doctest::Approx(920).epsilon(0.01));
}

TEST_CASE("every engine has estimates with a range and a source") {
    for (const char* engine : {"sglang", "tensorrt-llm", "lmdeploy"}) {
        Scenario s;
        s.engine = engine;
        s.gpuTotalGib = 79.19;
        for (const std::int64_t ranks : {1, 4}) {
            s.tp = ranks;
            const Estimate e = estimated(llama(), s).ranks.front().nonTorch;
            CHECK(e.bytes > 0);
            CHECK(e.low < e.bytes);
            CHECK(e.bytes < e.high);
            CHECK_FALSE(e.source.empty());
        }
    }
}
