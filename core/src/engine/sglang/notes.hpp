#pragma once

#include "engine/sglang/metrics.hpp"

namespace kvfit::sglang {

/// What the engine warns of or fails at when it starts, or does with a request of the maximum length.
void addWarnings(const Settings& q, const Pools& pools, const std::optional<Fit>& fit, const Scenario& scenario,
                 SizeResult& result);

/// Rules that decide much, and those that were read but not run.
void addNotes(const Settings& q, const std::vector<Buffer>& buffers, const Architecture& architecture,
              const Scenario& scenario, SizeResult& result);

}  // namespace kvfit::sglang
