#include "plan/limits.hpp"

#include <cmath>

#include "arch/checks.hpp"
#include "plan/layout.hpp"
#include "plan/search.hpp"

namespace kvfit {

namespace {

/// `n` scaled by the memory that there is over what is needed: right where the cache grows evenly.
std::int64_t scaled(std::int64_t n, const Room& room) {
    if (room.needed <= 0) return mostTokens;
    const double guess =
        static_cast<double>(n) * static_cast<double>(room.available.value_or(0)) / static_cast<double>(room.needed);
    return static_cast<std::int64_t>(std::fmin(guess, static_cast<double>(mostTokens)));
}

}  // namespace

Limits::Limits(const Planner& planner, const Attempt& like) : planner_(planner), like_(like) {}

template <class Set>
std::int64_t Limits::longest(Scenario s, std::int64_t most, std::int64_t guess, Set set) const {
    const auto estimated = [&](std::int64_t n) {
        set(s, n);
        return planner_.fits(s, like_);
    };
    const auto exact = [&](std::int64_t n) {
        set(s, n);
        return planner_.fits(s);
    };
    // Work space grows with the context in some engines: found with one estimate of it, settled with each length's own.
    if (dividesOverRanks(s)) guess = largest(1, most, guess, estimated).value_or(1);
    return largest(1, most, guess, exact).value_or(0);
}

std::int64_t Limits::tokens(std::int64_t sequences, std::int64_t guess) const {
    Scenario s = like_.asked;
    s.sequences = sequences;
    return longest(s, mostTokens, guess, [](Scenario& at, std::int64_t n) { at.tokens = n; });
}

std::int64_t Limits::tokens() const {
    return tokens(like_.sequences(), scaled(lengthOf(planner_.architecture(), like_.scenario), like_.room));
}

std::int64_t Limits::sequences(std::int64_t tokens, std::int64_t guess) const {
    Scenario s = like_.asked;
    s.tokens = tokens;
    return sequencesOf(s, guess);
}

std::int64_t Limits::sequences() const {
    const std::int64_t guess = like_.room.requests > 0 ? like_.room.requests : scaled(like_.sequences(), like_.room);
    return sequencesOf(like_.asked, guess);
}

std::int64_t Limits::sequencesOf(const Scenario& s, std::int64_t guess) const {
    return longest(s, mostSequences, guess, [](Scenario& at, std::int64_t n) { at.sequences = n; });
}

}  // namespace kvfit
