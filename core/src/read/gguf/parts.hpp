#pragma once

#include "read/gguf/layers.hpp"

namespace kvfit::gguf {

/// The cache parts of the layers, equal shapes together. What is missing is in the fields' errors.
std::vector<CachePart> partsOf(Fields& fields, const std::vector<Layer>& layers);

}  // namespace kvfit::gguf
