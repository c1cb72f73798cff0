#include <doctest/doctest.h>

#include <algorithm>

#include "cache/stage.hpp"
#include "engine/tensorrtllm/settings.hpp"
#include "engine_properties.hpp"

// What any right set of rules obeys, on seeded random models, settings and releases.
using namespace kvfit;
using namespace kvfit::test;

namespace {

using models::Random;

Scenario randomScenario(Random& random) {
    constexpr const char* versions[] = {"0.13", "1.0", ""};
    constexpr const char* types[] = {"bf16", "fp8", "nvfp4"};
    Scenario s;
    s.engine = "tensorrt-llm";
    s.engineVersion = versions[random.from(0, 2)];
    s.kvDtype = types[random.from(0, 2)];
    s.maxModelLen = random.from(1, 300000);
    s.tokens = random.from(1, *s.maxModelLen);
    s.sequences = random.from(1, 9);
    s.tokensPerBlock = std::int64_t{1} << random.from(1, 8);
    s.maxNumBatchedTokens = 64 * random.from(1, 300);
    s.tp = random.from(1, 6);
    s.pp = random.from(1, 2);
    s.prefixCaching = random.chance();
    s.attentionWindows = random.chance();
    s.availableKvBytes = random.from(1, 200) << 28;
    return s;
}

/// Payload of the fullest stage of one rank at this length, in the types that the engine stores.
std::int64_t payload(const Architecture& a, const Scenario& s, std::int64_t tokens) {
    Notes notes;
    const Expected<tensorrtllm::Settings> q = tensorrtllm::settingsOf(a, s, notes);
    REQUIRE(q);
    std::int64_t most = 0;
    const std::vector<Stage> stages = stagesOf(a.layers, q->stages);
    for (const Stage& stage : stages)
        most = std::max(most, rankPayload(partsOf(q->parts, stage, &stage == &stages.back()), *q, tokens));
    return most * s.sequences.value_or(1);
}

}  // namespace

TEST_CASE("TensorRT-LLM: reserved >= live >= payload, and data and padding add up") {
    forRandom(1, randomScenario, [](const Architecture& a, const Scenario& s, Random&) {
        const SizeResult r = sized(a, s);
        CHECK(figure(r, "reservedBytes") >= figure(r, "liveBytes"));
        CHECK(figure(r, "liveBytes") >= payload(a, s, *s.tokens));
        CHECK(figure(r, "paddingBytes") >= 0);
        CHECK(figure(r, "reservedBytes") - figure(r, "paddingBytes") >= payload(a, s, *s.maxModelLen));
        CHECK(figure(r, "liveBytes") >= figure(r, "cachedBytes"));
    });
}

TEST_CASE("TensorRT-LLM: every figure is the value of its equation") {
    forRandom(2, randomScenario,
              [](const Architecture& a, const Scenario& s, Random&) { checkEquations(sized(a, s)); });
}

TEST_CASE("TensorRT-LLM: blocks stay within the budget, and no block more would") {
    forRandom(3, randomScenario, [](const Architecture& a, Scenario s, Random&) {
        s.engineVersion = {};
        const SizeResult r = sized(a, s);
        CHECK(count(r, "allocatedBytes") <= *s.availableKvBytes);
        if (count(r, "numGroups") == 1 && count(r, "stateBytesPerSequence") == 0 && r.parts.front().name == "full")
            CHECK(count(r, "allocatedBytes") + count(r, "blockBytes") > *s.availableKvBytes);
    });
}

TEST_CASE("TensorRT-LLM: nothing shrinks with more tokens or sequences") {
    forRandom(4, randomScenario, [](const Architecture& a, Scenario s, Random& random) {
        const SizeResult before = sized(a, s);
        const SizeResult after = sized(a, longer(s, random));
        checkNotSmaller(after, before, {"reservedBytes"});
        // A window gives a whole block back, so what it holds falls by one now and then.
        if (!models::hasWindows(a)) checkNotSmaller(after, before, {"liveBytes", "cachedBytes"});
        checkMoreSequences(a, s, before);
    });
}

TEST_CASE("TensorRT-LLM: the length it lowers itself to is the largest that fits") {
    forRandom(5, randomScenario, [](const Architecture& a, Scenario s, Random&) {
        s.attentionWindows = false;
        s.maxNumSeqs = 1;
        checkLongestLength(a, s);
    });
}
