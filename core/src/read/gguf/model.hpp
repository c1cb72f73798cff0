#pragma once

#include "read/gguf/header.hpp"

namespace kvfit::gguf {

/// A model out of the keys of a file, wherever they were read from.
Expected<Architecture> modelOf(const Metadata& metadata);

}  // namespace kvfit::gguf
