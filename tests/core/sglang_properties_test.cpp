#include <doctest/doctest.h>

#include "engine/sglang/cell.hpp"
#include "engine/sglang/pools.hpp"
#include "engine/sglang/start.hpp"
#include "engine_properties.hpp"
#include "kvfit/size.hpp"

// What any right set of rules obeys, on seeded random models, settings and releases.
using namespace kvfit;
using namespace kvfit::test;
using models::Random;

namespace {

Scenario randomScenario(Random& random) {
    constexpr const char* versions[] = {"0.4.6", "0.5.12", "0.5.16", "0.5.17", ""};
    constexpr const char* types[] = {"bf16", "fp8", "fp4", "auto"};
    Scenario s;
    s.engine = "sglang";
    s.engineVersion = versions[random.from(0, 4)];
    s.kvDtype = types[random.from(0, 3)];
    s.maxModelLen = random.from(1, 300000);
    s.tokens = random.from(1, *s.maxModelLen);
    s.sequences = random.from(1, 9);
    s.tp = std::int64_t{1} << random.from(0, 3);
    s.pp = random.from(1, 2);
    s.attentionDp = random.from(0, 3) == 0;
    s.pageSize = std::int64_t{1} << random.from(0, 8);
    s.swaFullTokensRatio = static_cast<double>(random.from(1, 10)) / 10;
    s.radixCache = random.chance();
    s.overlap = random.chance();
    s.speculativeTokens = random.from(0, 3);
    if (random.chance()) s.maxRunningRequests = random.from(1, 200);
    if (random.chance()) s.mlaKvLayout = "raw";
    if (random.chance()) s.draftLayers = DraftLayers{random.from(0, 3), false};
    s.stateSlotsPerRequest = random.from(1, 5);
    s.availableKvBytes = random.from(1, 200) << 28;
    return s;
}

sglang::Settings settings(const Architecture& a, const Scenario& s) {
    Notes notes;
    const Expected<sglang::Settings> q = sglang::settingsOf(a, s, notes);
    REQUIRE(q);
    return *q;
}

/// Payload of the fullest rank at this length, in the types that the engine stores.
std::int64_t payload(const sglang::Settings& q, std::int64_t tokens) {
    return rankPayload(q.parts, q, tokens) * q.sequences;
}

}  // namespace

TEST_CASE("SGLang: reserved >= live >= payload, and data and padding add up") {
    forRandom(1, randomScenario, [](const Architecture& a, const Scenario& s, Random&) {
        const SizeResult r = sized(a, s);
        const sglang::Settings q = settings(a, s);
        CHECK(figure(r, "reservedBytes") >= figure(r, "liveBytes"));
        CHECK(figure(r, "liveBytes") >= payload(q, *s.tokens));
        CHECK(figure(r, "liveBytes") >= figure(r, "cachedBytes"));
        CHECK(figure(r, "reservedBytes") - figure(r, "paddingBytes") == payload(q, *s.maxModelLen));
        CHECK(figure(r, "paddingBytes") >= 0);
        CHECK(figure(r, "admissionBytes") * q.sequences >= figure(r, "reservedBytes"));
    });
}

TEST_CASE("SGLang: every figure is the value of its equation") {
    forRandom(2, randomScenario,
              [](const Architecture& a, const Scenario& s, Random&) { checkEquations(sized(a, s)); });
}

TEST_CASE("SGLang: tokens times their bytes stay within the budget, and no page more would") {
    forRandom(3, randomScenario, [](const Architecture& a, const Scenario& s, Random&) {
        const sglang::Settings q = settings(a, s);
        const std::vector<sglang::Buffer> buffers = sglang::buffersOf(q);
        Notes notes;
        const sglang::Pools pools = sglang::poolsOf(q, buffers, sglang::memoryOf(q, a, s, notes), s);
        REQUIRE(pools.tokens);
        REQUIRE(*pools.kvBudget <= *s.availableKvBytes);
        const auto tokens = static_cast<double>(*pools.tokens);
        const auto page = static_cast<double>(q.pageSize);
        auto left = static_cast<double>(*pools.kvBudget);
        double cell = sglang::cellBytes(q, buffers);
        if (q.layout == sglang::Layout::compressed)
            left -= static_cast<double>(sglang::ringPoolBytes(q, *q.running).value);
        if (const auto window = sglang::fixedWindowTokens(q, buffers)) {
            double own = 0;
            for (const sglang::Buffer& b : buffers)
                if (b.pool == sglang::Buffer::Pool::window) own += static_cast<double>(b.layers) * b.cell;
            CHECK(*pools.windowTokens == *window);
            left -= static_cast<double>(*window) * own;
            cell -= q.windowRatio * own;
        }
        if (left < 0) {
            CHECK(tokens == 0);
            return;
        }
        CHECK(tokens * cell <= left * (1 + 1e-12));
        CHECK((tokens + page) * cell > left * (1 - 1e-12));
        if (pools.windowTokens && !sglang::fixedWindowTokens(q, buffers))
            CHECK(static_cast<double>(*pools.windowTokens) <= tokens);
    });
}

TEST_CASE("SGLang: nothing shrinks with more tokens, sequences or memory") {
    forRandom(4, randomScenario, [](const Architecture& a, Scenario s, Random& random) {
        const SizeResult before = sized(a, s);
        s.pp = 1;  // another stage may be the fullest at another length
        const SizeResult whole = sized(a, s);
        checkNotSmaller(sized(a, longer(s, random)), whole,
                        {"reservedBytes", "admissionBytes", "liveBytes", "cachedBytes"});
        checkMoreSequences(a, s, whole);
        Scenario larger = s;
        larger.availableKvBytes = *s.availableKvBytes + (random.from(1, 64) << 26);
        const SizeResult wide = sized(a, larger);
        for (const char* name : {"kvCapacityTokens", "requestsThatFit", "estimatedMaxModelLen"}) {
            CAPTURE(name);
            CHECK(std::get<std::int64_t>(wide.metrics.at(name)) >= std::get<std::int64_t>(whole.metrics.at(name)));
        }
        CHECK(figure(before, "reservedBytes") <= figure(whole, "reservedBytes"));
    });
}

TEST_CASE("SGLang: the short way to what fits gives the figures' numbers") {
    forRandom(6, randomScenario, [](const Architecture& a, Scenario s, Random&) {
        s.tokens = *s.maxModelLen;
        const SizeResult r = sized(a, s);
        const Expected<Room> room = sglang::roomOf(a, s);
        REQUIRE(room);
        const std::int64_t replicas = *s.attentionDp ? *s.tp : 1;
        CHECK(room->needed == figure(r, "reservedBytes"));
        CHECK(room->available == s.availableKvBytes);
        CHECK(room->requests == std::get<std::int64_t>(r.metrics.at("requestsThatFit")) * replicas);
        CHECK(room->starts == (room->requests > 0));
    });
}

TEST_CASE("SGLang: pools hold every layer once") {
    forRandom(5, randomScenario, [](const Architecture& a, Scenario s, Random&) {
        s.pp = 1;
        const sglang::Settings q = settings(a, s);
        std::int64_t held = 0;
        std::int64_t layers = 0;
        for (const sglang::Buffer& b : sglang::buffersOf(q)) held += b.ring ? 0 : b.layers;
        for (const CachePart& p : q.parts)
            if (p.role != Role::recurrent && p.role != Role::conv) layers += p.layerCount();
        CHECK(held == layers);
    });
}
