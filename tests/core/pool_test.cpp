#include <doctest/doctest.h>

#include "kvfit/size.hpp"

using namespace kvfit;

namespace {

/// Two layers of one KV head of 64: 2 x 2 x 64 x 2 B = 512 B a token in bf16.
Architecture model(Kind kind, std::int64_t window = 0) {
    Architecture a;
    a.layers = 2;
    CachePart part;
    part.kind = kind;
    part.layers = {0, 1};
    part.heads = 1;
    part.keyWidth = part.valueWidth = 64;
    part.window = window;
    a.parts = {part};
    return a;
}

Metric metric(const Architecture& a, const Scenario& s, const char* name) {
    const Expected<SizeResult> result = size(a, s);
    REQUIRE(result);
    const auto found = result->metrics.find(name);
    return found == result->metrics.end() ? Metric("absent") : found->second;
}

}  // namespace

TEST_CASE("a memory holds whole tokens and whole requests") {
    Scenario s;
    s.tokens = 100;
    s.availableKvBytes = 512 * 1000 - 1;
    CHECK(metric(model(Kind::full), s, "kvCapacityTokens") == Metric(std::int64_t{999}));
    CHECK(metric(model(Kind::full), s, "requestsThatFit") == Metric(std::int64_t{9}));
    CHECK(metric(model(Kind::full), s, "fits") == Metric(true));
    s.sequences = 10;
    CHECK(metric(model(Kind::full), s, "fits") == Metric(false));
    s.availableKvBytes = 511;
    CHECK(metric(model(Kind::full), s, "kvCapacityTokens") == Metric(std::int64_t{0}));
}

TEST_CASE("a printed memory counts in GiB and yields to an exact one") {
    Scenario s;
    s.tokens = 1;
    s.availableKvGib = 0.5;
    CHECK(metric(model(Kind::full), s, "kvCapacityTokens") == Metric(std::int64_t{1} << 20));
    s.availableKvBytes = 512;
    CHECK(metric(model(Kind::full), s, "kvCapacityTokens") == Metric(std::int64_t{1}));
}

TEST_CASE("windows that are full hold any length") {
    Scenario s;
    s.tokens = 1;
    s.availableKvBytes = 512 * 16;
    CHECK(metric(model(Kind::window, 16), s, "kvCapacityTokens") == Metric("absent"));
    s.availableKvBytes = 512 * 16 - 1;
    CHECK(metric(model(Kind::window, 16), s, "kvCapacityTokens") == Metric(std::int64_t{15}));
}

TEST_CASE("host memory is set for each rank") {
    Scenario s;
    s.tokens = 100;
    s.tp = 2;
    s.hostMemoryPerRankGb = 1.5;
    s.hostMemoryAvailableGb = 2.9;
    CHECK(metric(model(Kind::full), s, "hostMemoryTotalGb") == Metric(3.0));
    CHECK(metric(model(Kind::full), s, "fits") == Metric(false));
}

TEST_CASE("an offload keeps whole chunks on every rank") {
    Scenario s;
    s.tokens = 1000;
    s.offloadChunkTokens = 256;
    s.tp = 2;  // the only head is replicated
    CHECK(metric(model(Kind::full), s, "storedTokens") == Metric(std::int64_t{768}));
    CHECK(metric(model(Kind::full), s, "offloadBytesAllRanks") == Metric(std::int64_t{768 * 512 * 2}));
    CHECK(metric(model(Kind::full), s, "storedLayers") == Metric(std::int64_t{2}));
    s.offloadChunkTokens = 0;
    CHECK_FALSE(size(model(Kind::full), s));
}
