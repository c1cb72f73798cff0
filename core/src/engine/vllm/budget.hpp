#pragma once

#include <optional>

#include "engine/vllm/settings.hpp"

namespace kvfit::vllm {

/// Memory for the cache on one rank, where the scenario gives enough to know it.
struct Budget {
    std::optional<std::int64_t> available;  ///< bytes, never negative
    std::optional<std::int64_t> requested;  ///< the share of the GPU that the engine asks for
    std::optional<std::int64_t> swap;       ///< CPU memory for blocks (V0)
};

Budget budgetOf(const Settings& q, const Scenario& scenario, Notes& warnings);

}  // namespace kvfit::vllm
