#pragma once

#include "read/config/document.hpp"

namespace kvfit::config {

/// Puts the defaults of the library's class behind `text`'s own keys, where models/class-rules.json
/// has a row for the model_type of the text model or of the whole file.
void applyClassRules(const Fields& file, Fields& text);

}  // namespace kvfit::config
