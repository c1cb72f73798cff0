#include <doctest/doctest.h>

#include "engine/vllm/blocks.hpp"
#include "engine/vllm/capacity.hpp"
#include "engine/vllm/stages.hpp"
#include "engine_properties.hpp"

// What any right set of rules obeys, on seeded random models, settings and releases.
using namespace kvfit;
using namespace kvfit::test;
using models::Random;

namespace {

Scenario randomScenario(Random& random) {
    constexpr const char* versions[] = {"V0", "0.11.0", "0.17", "0.20.2", "0.24.0", ""};
    Scenario s;
    s.engine = "vllm";
    s.engineVersion = versions[random.from(0, 5)];
    s.kvDtype = random.chance() ? "bf16" : "fp8";
    s.maxModelLen = random.from(1, 300000);
    s.tokens = random.from(1, *s.maxModelLen);
    s.sequences = random.from(1, 9);
    s.maxNumBatchedTokens = 64 * random.from(1, 300);
    s.tp = std::int64_t{1} << random.from(0, 3);
    s.pp = random.from(1, 2);
    s.prefixCaching = random.chance();
    s.chunkedLocalHybrid = random.chance();
    s.speculativeTokens = random.from(0, 3);
    s.availableKvBytes = random.from(1, 200) << 28;
    return s;
}

/// Payload of one rank at this length, in the types that the engine stores; stages apart.
std::int64_t payload(const Architecture& a, const Scenario& s, std::int64_t tokens) {
    Notes notes;
    const Expected<vllm::Settings> q = vllm::settingsOf(a, s, notes);
    REQUIRE(q);
    const std::vector<Stage> stages = vllm::stagesOf(a.layers, q->stages);
    std::int64_t most = 0;
    for (const Stage& stage : stages) {
        std::int64_t bytes = 0;
        for (const CachePart& p : q->parts) {
            if (q->rules->pool && p.role != Role::kv && p.role != Role::latent) continue;
            const Ask<Exact> ask{p, q->types, tokens, 0, q->ranks};
            std::int64_t layers = 0;
            for (const std::int64_t layer : p.layers) layers += layer >= stage.first && layer < stage.last ? 1 : 0;
            bytes += layers * slotsOf(ask).count.value * rowOf(ask).value;
        }
        most = std::max(most, bytes);
    }
    return most * s.sequences.value_or(1);
}

}  // namespace

TEST_CASE("vLLM: reserved >= live >= payload, and data and padding add up") {
    forRandom(1, randomScenario, [](const Architecture& a, const Scenario& s, Random&) {
        const SizeResult r = sized(a, s);
        CHECK(figure(r, "reservedBytes") >= figure(r, "liveBytes"));
        CHECK(figure(r, "liveBytes") >= payload(a, s, *s.tokens));
        CHECK(figure(r, "paddingBytes") >= 0);
        CHECK(figure(r, "reservedBytes") - figure(r, "paddingBytes") >= payload(a, s, *s.maxModelLen));
        CHECK(figure(r, "denseCachedBytes") >= figure(r, "cachedBytes"));
        CHECK(figure(r, "admissionBytes") * *s.sequences >= figure(r, "reservedBytes"));
    });
}

TEST_CASE("vLLM: every figure is the value of its equation") {
    forRandom(2, randomScenario,
              [](const Architecture& a, const Scenario& s, Random&) { checkEquations(sized(a, s)); });
}

TEST_CASE("vLLM: blocks stay within the budget") {
    forRandom(3, randomScenario, [](const Architecture& a, const Scenario& s, Random&) {
        const SizeResult r = sized(a, s);
        CHECK(count(r, "allocatedBytes") <= *s.availableKvBytes);
        CHECK(count(r, "allocatedBytes") + count(r, "blockBytes") > *s.availableKvBytes);
    });
}

TEST_CASE("vLLM: nothing shrinks with more tokens or sequences") {
    forRandom(4, randomScenario, [](const Architecture& a, Scenario s, Random& random) {
        const SizeResult before = sized(a, s);
        const SizeResult after = sized(a, longer(s, random));
        // In mode all a state stands for a block of tokens, so nothing depends on the longest length but their number.
        checkNotSmaller(after, before,
                        {"reservedBytes", "admissionBytes", "liveBytes", "cachedBytes", "denseCachedBytes"});
        checkMoreSequences(a, s, before);
    });
}

TEST_CASE("vLLM: the estimate is exactly the largest length that passes the check") {
    forRandom(5, randomScenario, [](const Architecture& a, Scenario s, Random&) { checkLongestLength(a, s); });
}
