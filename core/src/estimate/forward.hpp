#pragma once

#include "estimate/real.hpp"
#include "kvfit/architecture.hpp"
#include "kvfit/scenario.hpp"

namespace kvfit {

/// Bytes of an activation: those of the weights where they are served in full width.
Real elementOf(const Architecture& architecture, const Scenario& scenario);

/// Where a field of the parameters was read.
std::string placeOf(const Architecture& architecture, const char* field);

/// Peak of one layer's pass over so many tokens on one rank: gate, up and their product of a dense layer, `copies` of
/// the residual stream, and what kernels work in.
Real forwardPass(const Architecture& architecture, const Real& tokens, const Real& element, const Real& ranks,
                 const Real& copies);

/// Inputs and outputs of the routed experts of all tokens; 0 without experts and for kernels that work in place.
Real expertSpace(const Architecture& architecture, const Scenario& scenario, const Real& tokens, const Real& element,
                 const Real& ranks);

}  // namespace kvfit
