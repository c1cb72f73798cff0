#include <doctest/doctest.h>

#include <algorithm>

#include "answers.hpp"
#include "cache/payload.hpp"
#include "cache/stage.hpp"
#include "engine/tensorrtllm/settings.hpp"
#include "random_models.hpp"

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
    for (const Stage& stage : stages) {
        std::int64_t bytes = 0;
        for (const CachePart& p : partsOf(q->parts, stage, &stage == &stages.back())) {
            const Ask<Exact> ask{p, q->types, tokens, 0, q->ranks};
            bytes += p.layerCount() * slotsOf(ask).count.value * rowOf(ask).value;
        }
        most = std::max(most, bytes);
    }
    return most * s.sequences.value_or(1);
}

template <class Check>
void forRandom(unsigned seed, Check check) {
    Random random(seed);
    for (int i = 0; i < 300; ++i) {
        CAPTURE(i);
        const Architecture a = models::randomModel(random);
        const Scenario s = randomScenario(random);
        check(a, s, random);
    }
}

}  // namespace

TEST_CASE("TensorRT-LLM: reserved >= live >= payload, and data and padding add up") {
    forRandom(1, [](const Architecture& a, const Scenario& s, Random&) {
        const SizeResult r = sized(a, s);
        CHECK(figure(r, "reservedBytes") >= figure(r, "liveBytes"));
        CHECK(figure(r, "liveBytes") >= payload(a, s, *s.tokens));
        CHECK(figure(r, "paddingBytes") >= 0);
        CHECK(figure(r, "reservedBytes") - figure(r, "paddingBytes") >= payload(a, s, *s.maxModelLen));
        CHECK(figure(r, "liveBytes") >= figure(r, "cachedBytes"));
    });
}

TEST_CASE("TensorRT-LLM: every figure is the value of its equation") {
    forRandom(2, [](const Architecture& a, const Scenario& s, Random&) { checkEquations(sized(a, s)); });
}

TEST_CASE("TensorRT-LLM: blocks stay within the budget, and no block more would") {
    forRandom(3, [](const Architecture& a, Scenario s, Random&) {
        s.engineVersion = {};
        const SizeResult r = sized(a, s);
        CHECK(count(r, "allocatedBytes") <= *s.availableKvBytes);
        if (count(r, "numGroups") == 1 && count(r, "stateBytesPerSequence") == 0 && r.parts.front().name == "full")
            CHECK(count(r, "allocatedBytes") + count(r, "blockBytes") > *s.availableKvBytes);
    });
}

TEST_CASE("TensorRT-LLM: nothing shrinks with more tokens or sequences") {
    forRandom(4, [](const Architecture& a, Scenario s, Random& random) {
        const SizeResult before = sized(a, s);
        Scenario longer = s;
        longer.tokens = *s.tokens + random.from(1, 5000);
        longer.maxModelLen = *s.maxModelLen + random.from(5000, 9000);
        const SizeResult after = sized(a, longer);
        CHECK(figure(after, "reservedBytes") >= figure(before, "reservedBytes"));
        // A window gives a whole block back, so what it holds falls by one now and then.
        if (!models::hasWindows(a))
            for (const char* name : {"liveBytes", "cachedBytes"}) CHECK(figure(after, name) >= figure(before, name));
        s.sequences = *s.sequences + 1;
        const SizeResult more = sized(a, s);
        for (const char* name : {"reservedBytes", "liveBytes", "cachedBytes", "paddingBytes"})
            CHECK(figure(more, name) >= figure(before, name));
    });
}

TEST_CASE("TensorRT-LLM: the length it lowers itself to is the largest that fits") {
    forRandom(5, [](const Architecture& a, Scenario s, Random&) {
        s.attentionWindows = false;
        s.maxNumSeqs = 1;
        const SizeResult r = sized(a, s);
        const std::int64_t longest = count(r, "estimatedMaxModelLen");
        CHECK(std::get<bool>(r.metrics.at("maxModelLenFits")) == (longest == *s.maxModelLen));
        const auto fits = [&](std::int64_t length) {
            Scenario at = s;
            at.tokens = {};
            at.maxModelLen = length;
            return std::get<bool>(sized(a, at).metrics.at("maxModelLenFits"));
        };
        if (longest > 0) CHECK(fits(longest));
        if (longest < *s.maxModelLen) CHECK_FALSE(fits(longest + 1));
    });
}
