#pragma once

#include <optional>

#include "kvfit/architecture.hpp"
#include "kvfit/error.hpp"
#include "kvfit/scenario.hpp"

namespace kvfit {

/// Everything in the scenario that no model could be sized with, or that this model's heads refuse.
Errors checkScenario(const Architecture& architecture, const Scenario& scenario);

/// Adds an error when a given value lies outside `least` to `most`.
void requireRange(Errors& errors, const std::optional<std::int64_t>& value, const char* field, std::int64_t least,
                  std::int64_t most);

/// The sequence length asked for: tokens, else maxModelLen, else the trained context, else 4,096.
std::int64_t lengthOf(const Architecture& architecture, const Scenario& scenario);

/// The refusal of a result past 2^53 - 1 bytes.
Error tooLarge();

}  // namespace kvfit
