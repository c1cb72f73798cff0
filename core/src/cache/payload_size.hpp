#pragma once

#include "kvfit/size.hpp"

namespace kvfit {

/// Sizes what the architecture must keep, without an engine.
Expected<SizeResult> payloadSize(const Architecture& architecture, const Scenario& scenario);

}  // namespace kvfit
