#pragma once

#include <optional>

#include "engine/sglang/buffers.hpp"
#include "engine/sglang/memory.hpp"

namespace kvfit::sglang {

/// The pools as the engine starts with them; absent where neither memory nor sizes are given.
struct Pools {
    std::optional<std::int64_t> stateBudget;  ///< share of the memory that is offered to states
    std::optional<std::int64_t> kvBudget;     ///< what is left for K and V
    std::optional<std::int64_t> slots;        ///< of states, without the padding slot
    std::optional<std::int64_t> tokens;       ///< of the full pool, or of the only one
    std::optional<std::int64_t> windowTokens;
    std::optional<std::int64_t> running;  ///< requests at once
};

Pools poolsOf(const Settings& q, const std::vector<Buffer>& buffers, const Memory& memory, const Scenario& scenario);

/// Tokens of a window pool that running requests fix, whatever the memory.
std::optional<std::int64_t> fixedWindowTokens(const Settings& q, const std::vector<Buffer>& buffers);

}  // namespace kvfit::sglang
