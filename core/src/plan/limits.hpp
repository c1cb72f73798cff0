#pragma once

#include "plan/attempt.hpp"

namespace kvfit {

/// Longer contexts and more sequences than these are no question.
constexpr std::int64_t mostTokens = std::int64_t{1} << 40;
constexpr std::int64_t mostSequences = std::int64_t{1} << 30;

/// The largest length of the scenario's number of sequences that fits; 0: none, mostTokens: any does.
std::int64_t longestTokens(const Planner& planner, const Attempt& attempt);

/// The largest number of sequences of the scenario's length that run at once; 0: none.
std::int64_t mostRequests(const Planner& planner, const Attempt& attempt);

}  // namespace kvfit
