#pragma once

#include "engine/vllm/capacity.hpp"
#include "kvfit/engine.hpp"

namespace kvfit::vllm {

/// An engine as it starts: everything that its figures are told from, without their equations.
struct Start {
    Settings settings;
    Plan plan;  ///< points into `settings`
    Demand demand;
    Budget budget;
    std::optional<Capacity> capacity;
};

/// Whether a request of the maximum length is admitted, and how many sequences run at once.
Expected<Room> roomOf(const Architecture& architecture, const Scenario& scenario);

/// Sizes a start of this version with these settings, or says why it is refused.
Expected<Start> startOf(const Architecture& architecture, const Scenario& scenario, Notes& notes, Notes& warnings);

}  // namespace kvfit::vllm
