#include <doctest/doctest.h>

#include "engine/lmdeploy/settings.hpp"
#include "engine_properties.hpp"

// What any right set of rules obeys, on seeded random models, settings and releases.
using namespace kvfit;
using namespace kvfit::test;

namespace {

using models::Random;

Architecture anyModel(Random& random) {
    // Windows in every layer are the ones that this engine gives back.
    if (random.from(0, 6) > 0) return models::randomModel(random);
    const std::int64_t layers = random.from(1, 40);
    return models::model(layers,
                         {models::attention(Kind::window, models::all(layers), 8, 128, 128, random.from(1, 9000))});
}

Scenario randomScenario(Random& random) {
    constexpr const char* types[] = {"bf16", "fp8", "int8", "int4", "turbo_quant"};
    Scenario s;
    s.engine = "lmdeploy";
    s.kvDtype = types[random.from(0, 4)];
    s.maxModelLen = random.from(1, 300000);
    s.tokens = random.from(1, *s.maxModelLen);
    s.sequences = random.from(1, 9);
    s.blockSize = std::int64_t{16} << random.from(0, 4);
    s.tp = std::int64_t{1} << random.from(0, 3);
    s.prefixCaching = random.chance();
    s.availableKvBytes = random.from(1, 200) << 28;
    return s;
}

/// Payload of one rank at this length, in the types that the engine stores.
std::int64_t payload(const Architecture& a, const Scenario& s, std::int64_t tokens) {
    Notes notes;
    const Expected<lmdeploy::Settings> q = lmdeploy::settingsOf(a, s, notes);
    REQUIRE(q);
    return rankPayload(q->parts, *q, tokens) * s.sequences.value_or(1);
}

template <class Check>
void forAny(unsigned seed, Check check) {
    Random random(seed);
    for (int i = 0; i < 300; ++i) {
        CAPTURE(i);
        const Architecture a = anyModel(random);
        Scenario s = randomScenario(random);
        // Latents take neither scales of heads nor, beside an indexer, narrow types.
        if (!size(a, s)) s.kvDtype = "fp8";
        if (!size(a, s)) s.tp = 1;
        check(a, s, random);
    }
}

}  // namespace

TEST_CASE("lmdeploy: reserved >= live >= payload, and data and padding add up") {
    forAny(1, [](const Architecture& a, const Scenario& s, Random&) {
        const SizeResult r = sized(a, s);
        CHECK(figure(r, "reservedBytes") >= figure(r, "liveBytes"));
        CHECK(figure(r, "liveBytes") >= payload(a, s, *s.tokens));
        CHECK(figure(r, "paddingBytes") >= 0);
        CHECK(figure(r, "reservedBytes") - figure(r, "paddingBytes") >= payload(a, s, *s.maxModelLen));
        CHECK(figure(r, "liveBytes") >= figure(r, "cachedBytes"));
    });
}

TEST_CASE("lmdeploy: every figure is the value of its equation") {
    forAny(2, [](const Architecture& a, const Scenario& s, Random&) { checkEquations(sized(a, s)); });
}

TEST_CASE("lmdeploy: blocks stay within the budget, and no block more would") {
    forAny(3, [](const Architecture& a, const Scenario& s, Random&) {
        const SizeResult r = sized(a, s);
        CHECK(count(r, "allocatedBytes") <= *s.availableKvBytes);
        CHECK(count(r, "allocatedBytes") + count(r, "blockBytes") > *s.availableKvBytes);
    });
}

TEST_CASE("lmdeploy: nothing shrinks with more tokens or sequences") {
    forAny(4, [](const Architecture& a, Scenario s, Random& random) {
        const SizeResult before = sized(a, s);
        const SizeResult after = sized(a, longer(s, random));
        checkNotSmaller(after, before, {"reservedBytes"});
        // A window gives a whole block back, so what it holds falls by one now and then.
        if (!models::hasWindows(a)) checkNotSmaller(after, before, {"liveBytes", "cachedBytes"});
        checkMoreSequences(a, s, before);
    });
}

TEST_CASE("lmdeploy: the longest length that fits is exactly that") {
    forAny(5, [](const Architecture& a, const Scenario& s, Random&) { checkLongestLength(a, s); });
}
