#pragma once

#include "engine/vllm/capacity.hpp"
#include "kvfit/size.hpp"

namespace kvfit::vllm {

/// Settings that the engine does not start with.
Errors refusals(const Settings& q);

/// What the engine prints when it starts, or refuses.
void addWarnings(const Settings& q, const Plan& plan, const Demand& demand, const std::optional<Capacity>& capacity,
                 const Scenario& scenario, SizeResult& result);

/// Rules that rest on less than the rest: read but not seen, or seen but not read.
void addNotes(const Settings& q, const Plan& plan, SizeResult& result);

}  // namespace kvfit::vllm
