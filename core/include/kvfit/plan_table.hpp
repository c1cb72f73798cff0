#pragma once

#include "kvfit/plan.hpp"

namespace kvfit {

/// A scenario at one of several lengths. What needs memory is absent where none is given.
struct TableRow {
    std::int64_t tokens = 0;
    std::int64_t payloadBytes = 0;
    std::int64_t bytesPerSequence = 0;
    std::optional<std::int64_t> kvBytes;
    std::optional<std::int64_t> requestsThatFit;
    std::optional<bool> fits;
};

/// The scenario at every doubling from 2,048 tokens to the model's trained length, and there.
Expected<std::vector<TableRow>> table(const Architecture& architecture, const Accelerators& accelerators,
                                      const Scenario& scenario);

}  // namespace kvfit
