#pragma once

#include "kvfit/load.hpp"

namespace kvfit {

/// Evenly chosen requests of the mix.
std::vector<RequestLengths> evenly(const LengthMix& mix);

LengthSummary summaryOf(const LengthMix& mix);

/// The longest request: its prompt and its answer at their longest.
RequestLengths longestOf(const LengthMix& mix);

}  // namespace kvfit
