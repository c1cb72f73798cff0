#pragma once

#include "kvfit/architecture.hpp"
#include "kvfit/error.hpp"

namespace kvfit {

/// A latent as engines without a latent cache keep it: K and V of each head, in full. Other parts stay.
CachePart expanded(const CachePart& part);

/// Latents of which the model does not say what they expand to.
Errors checkExpansion(const Architecture& architecture);

}  // namespace kvfit
