#pragma once

#include "kvfit/admission.hpp"

namespace kvfit::llamacpp {

/// The slots of the context that is started.
Expected<Admission> admissionLlama(const Architecture& architecture, const Scenario& scenario);
Expected<Admission> admissionOllama(const Architecture& architecture, const Scenario& scenario);

}  // namespace kvfit::llamacpp
