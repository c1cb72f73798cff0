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

bool Limits::fits(const Scenario& s) const {
    // llama.cpp's work space grows with the context; other engines' does not.
    return dividesOverRanks(s) ? planner_.fits(s, like_) : planner_.fits(s);
}

std::int64_t Limits::tokens(std::int64_t sequences, std::int64_t guess) const {
    Scenario s = like_.asked;
    s.sequences = sequences;
    const auto longEnough = [&](std::int64_t n) {
        s.tokens = n;
        return fits(s);
    };
    return largest(1, mostTokens, guess, longEnough).value_or(0);
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

std::int64_t Limits::sequencesOf(Scenario s, std::int64_t guess) const {
    const auto manyEnough = [&](std::int64_t n) {
        s.sequences = n;
        return fits(s);
    };
    return largest(1, mostSequences, guess, manyEnough).value_or(0);
}

}  // namespace kvfit
