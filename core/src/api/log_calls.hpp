#pragma once

#include <string_view>

#include "kvfit/architecture.hpp"
#include "kvfit/logs.hpp"

namespace kvfit {

/// What a log said.
std::string logAnswer(const Expected<LogReading>& reading);

/// `{"reading": what a log said, "scenario": {...}}`: the figures beside ours.
std::string explainCall(std::string_view request, const Architecture& model);

}  // namespace kvfit
