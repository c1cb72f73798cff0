#pragma once

#include "plan/attempt.hpp"

namespace kvfit {

/// Longer contexts and more sequences than these are no question.
constexpr std::int64_t mostTokens = std::int64_t{1} << 40;
constexpr std::int64_t mostSequences = std::int64_t{1} << 30;

/// The two searches over a scenario, each from the answer of a similar one.
class Limits {
public:
    /// `like` was tried; its estimates nearly hold for other lengths and numbers of sequences too.
    Limits(const Planner& planner, const Attempt& like);

    /// The largest length of this many sequences that fits; 0: none, mostTokens: any does.
    std::int64_t tokens(std::int64_t sequences, std::int64_t guess) const;
    std::int64_t tokens() const;

    /// The largest number of sequences of this length that run at once; 0: none.
    std::int64_t sequences(std::int64_t tokens, std::int64_t guess) const;
    std::int64_t sequences() const;

private:
    const Planner& planner_;
    const Attempt& like_;

    /// The largest n of 1 to `most` with which the scenario fits; `set(scenario, n)` makes it that scenario.
    template <class Set>
    std::int64_t longest(Scenario scenario, std::int64_t most, std::int64_t guess, Set set) const;
    std::int64_t sequencesOf(const Scenario& scenario, std::int64_t guess) const;
};

}  // namespace kvfit
