#pragma once

#include "read/gguf/layers.hpp"

namespace kvfit::gguf {

/// The states that each layer with a state keeps, without their layers: a recurrent state, a
/// convolution state or both. The keys tell the mechanism.
std::vector<CachePart> statesOf(Fields& fields, const std::vector<Layer>& layers);

}  // namespace kvfit::gguf
