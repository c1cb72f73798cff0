#include "plan/limits.hpp"

#include <cmath>

#include "arch/checks.hpp"
#include "plan/layout.hpp"
#include "plan/search.hpp"

namespace kvfit {

namespace {

/// llama.cpp's work space grows with the context; other engines' does not.
bool estimatesStay(const Scenario& s) { return dividesOverRanks(s); }

bool fitsLike(const Planner& planner, const Scenario& s, const Attempt& like) {
    return estimatesStay(s) ? planner.fits(s, like) : planner.fits(s);
}

/// `n` scaled by the memory that there is over what is needed: right where the cache grows evenly.
std::int64_t scaled(std::int64_t n, const Room& room) {
    if (room.needed <= 0) return mostTokens;
    const double guess =
        static_cast<double>(n) * static_cast<double>(room.available.value_or(0)) / static_cast<double>(room.needed);
    return static_cast<std::int64_t>(std::fmin(guess, static_cast<double>(mostTokens)));
}

}  // namespace

std::int64_t longestTokens(const Planner& planner, const Attempt& attempt) {
    const std::int64_t tokens = lengthOf(planner.architecture(), attempt.scenario);
    Scenario s = attempt.asked;
    return largest(1, mostTokens, scaled(tokens, attempt.room),
                   [&](std::int64_t n) {
                       s.tokens = n;
                       return fitsLike(planner, s, attempt);
                   })
        .value_or(0);
}

std::int64_t mostRequests(const Planner& planner, const Attempt& attempt) {
    Scenario s = attempt.asked;
    const std::int64_t guess =
        attempt.room.requests > 0 ? attempt.room.requests : scaled(attempt.sequences(), attempt.room);
    return largest(1, mostSequences, guess,
                   [&](std::int64_t n) {
                       s.sequences = n;
                       return fitsLike(planner, s, attempt);
                   })
        .value_or(0);
}

}  // namespace kvfit
