#pragma once

#include <functional>
#include <string_view>

#include "api/read_scenario.hpp"
#include "kvfit/architecture.hpp"

namespace kvfit {

/// Whether this call plans: needs a model, its hardware and a scenario.
bool isPlanCall(std::string_view name);

/// Answer of a call that plans.
std::string planCall(std::string_view name, const Architecture& model, const FullScenario& full);

/// The model under a handle with the scenario's draft model, or what is wrong.
using ModelOf = std::function<Expected<const Architecture*>(int handle)>;

/// Rows of `[{"handle": n, "scenario": {...}}, ...]`; what is wrong with one stands in its row.
std::string compareCall(std::string_view request, const ModelOf& model);

}  // namespace kvfit
