#pragma once

#include "plan/attempt.hpp"

namespace kvfit {

/// The answer in a sentence, from the result's figures.
Verdict verdictOf(const Planner& planner, const Attempt& attempt, const FitResult& result);

}  // namespace kvfit
