#pragma once

#include <optional>

#include "engine/lmdeploy/settings.hpp"
#include "kvfit/size.hpp"

namespace kvfit::lmdeploy {

/// What the memory holds.
struct Capacity {
    std::optional<std::int64_t> available;  ///< bytes for blocks
    std::int64_t blocks = 0;
    std::int64_t runtime = 0;  ///< bytes set aside for logits and activations
    std::int64_t states = 0;   ///< bytes of the state pool
};

/// nullopt where neither memory nor blocks are given.
std::optional<Capacity> capacityOf(const Settings& q, std::int64_t blockBytes, std::int64_t stateBytes,
                                   const Scenario& scenario, Notes& notes);

}  // namespace kvfit::lmdeploy
