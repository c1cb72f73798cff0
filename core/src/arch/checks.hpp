#pragma once

#include <optional>

#include "kvfit/architecture.hpp"
#include "kvfit/error.hpp"
#include "kvfit/scenario.hpp"

namespace kvfit {

/// Everything in the scenario that no model could be sized with, or that this model's heads refuse.
Errors checkScenario(const Architecture& architecture, const Scenario& scenario);

/// Whether all heads, KV heads and state heads can be divided over this many tensor-parallel ranks.
bool dividesHeads(const Architecture& architecture, std::int64_t tp);

/// Groups of ranks that hold a whole cache each: sequences are dealt to them. Attention that runs data-parallel
/// keeps whole heads, and each rank sequences of its own.
std::int64_t replicasOf(const Scenario& scenario);

/// Sequences of the fullest of them.
std::int64_t sequencesOfReplica(const Scenario& scenario);

/// Adds an error when a given value lies outside `least` to `most`.
void requireRange(Errors& errors, const std::optional<std::int64_t>& value, const char* field, std::int64_t least,
                  std::int64_t most);

/// The same for a share of a whole: above 0, at most 1.
void requireShare(Errors& errors, const std::optional<double>& value, const char* field);

/// The sequence length asked for: tokens, else maxModelLen, else the trained context, else 4,096.
std::int64_t lengthOf(const Architecture& architecture, const Scenario& scenario);

/// The refusal of a result past 2^53 - 1 bytes.
Error tooLarge();

}  // namespace kvfit
