#pragma once

#include "read/config/document.hpp"

namespace kvfit::config {

/// The keys of the text model within a file that may also describe vision, audio and speech parts.
Fields textModel(const Fields& file);

}  // namespace kvfit::config
