#pragma once

#include <string_view>

#include "kvfit/size.hpp"
#include "kvfit/types.hpp"

// What several engines say of a scenario, in the same words.
namespace kvfit {

/// For an engine that stores keys and values in one type: what is wrong where the two differ.
Error keyAndValueDiffer(std::string_view stores, const Types& types);

/// For an engine that compresses 4 or 128 tokens into an entry: what is wrong with another ratio.
Error unknownRatio(std::int64_t ratio);

/// Warns where the length now is above the one that the engine is started with.
void warnAboveMaximum(const Scenario& scenario, std::int64_t maxModelLen, SizeResult& result);

}  // namespace kvfit
