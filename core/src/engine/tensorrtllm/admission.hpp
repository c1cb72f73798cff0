#pragma once

#include "kvfit/admission.hpp"

namespace kvfit::tensorrtllm {

/// The scheduler's rules over this engine's memory.
Expected<Admission> admission(const Architecture& architecture, const Scenario& scenario);

}  // namespace kvfit::tensorrtllm
