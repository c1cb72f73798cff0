#pragma once

#include "read/config/model.hpp"

namespace kvfit::config {

/// State and convolution of Mamba-1 or Mamba-2 layers.
void addMamba(Model& model, const LayerIndices& layers);

}  // namespace kvfit::config
