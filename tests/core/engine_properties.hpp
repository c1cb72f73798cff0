#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "answers.hpp"
#include "cache/payload.hpp"
#include "random_models.hpp"

// What the rules of every engine obey, on seeded random models and settings.
namespace kvfit::test {

/// 300 models, each with settings that `draw` makes; one rank where the engine does not divide the model so.
template <class Draw, class Check>
void forRandom(unsigned seed, Draw draw, Check check) {
    models::Random random(seed);
    for (int i = 0; i < 300; ++i) {
        CAPTURE(i);
        const Architecture a = models::randomModel(random);
        Scenario s = draw(random);
        if (!size(a, s)) s.tp = 1;
        check(a, s, random);
    }
}

/// Payload of one rank at this length, in the types that an engine's settings store.
template <class Settings>
std::int64_t rankPayload(const std::vector<CachePart>& parts, const Settings& q, std::int64_t tokens) {
    std::int64_t bytes = 0;
    for (const CachePart& p : parts) {
        const Ask<Exact> ask{p, q.types, tokens, 0, q.ranks};
        bytes += p.layerCount() * slotsOf(ask).count.value * rowOf(ask).value;
    }
    return bytes;
}

inline Scenario longer(Scenario s, models::Random& random) {
    s.tokens = *s.tokens + random.from(1, 5000);
    s.maxModelLen = *s.maxModelLen + random.from(5000, 9000);
    return s;
}

inline void checkNotSmaller(const SizeResult& after, const SizeResult& before,
                            std::initializer_list<const char*> names) {
    for (const char* name : names) {
        CAPTURE(name);
        CHECK(figure(after, name) >= figure(before, name));
    }
}

/// One sequence more takes no less of anything.
inline void checkMoreSequences(const Architecture& a, Scenario s, const SizeResult& before) {
    s.sequences = *s.sequences + 1;
    checkNotSmaller(sized(a, s), before, {"reservedBytes", "liveBytes", "cachedBytes", "paddingBytes"});
}

/// The estimate of the longest length passes the engine's check, and a token more does not.
inline void checkLongestLength(const Architecture& a, const Scenario& s) {
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
}

}  // namespace kvfit::test
