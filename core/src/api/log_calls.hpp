#pragma once

#include <string_view>

#include "base/json.hpp"
#include "kvfit/architecture.hpp"
#include "kvfit/logs.hpp"

namespace kvfit {

Json written(const LogReading& reading);

/// `{"reading": what a log said, "scenario": {...}}`: the figures beside ours.
Expected<Json> explainCall(std::string_view request, const Architecture& model);

}  // namespace kvfit
