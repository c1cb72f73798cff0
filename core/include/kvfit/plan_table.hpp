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
    std::optional<std::int64_t> requestBytes;  ///< what one request takes on the fullest GPU
    std::optional<double> shareOf4K;           ///< requests that fit, over those of 4,096 tokens
    std::optional<double> costPerRequestHour;  ///< price of all GPUs over the requests that fit
    std::optional<bool> works;                 ///< one request runs
};

/// The scenario at every doubling from 2,048 tokens to the model's trained length, and there; costs at a price of one
/// GPU for an hour.
Expected<std::vector<TableRow>> table(const Architecture& architecture, const Accelerators& accelerators,
                                      const Scenario& scenario, const std::optional<double>& pricePerGpuHour = {});

}  // namespace kvfit
