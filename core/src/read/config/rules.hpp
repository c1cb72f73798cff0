#pragma once

#include "read/config/document.hpp"

namespace kvfit::config {

/// Puts the defaults of the library's class behind `text`'s own keys, where models/class-rules.json
/// has a row for the model_type of the text model or of the whole file.
void applyClassRules(const Fields& file, Fields& text);
/// The same for a tower of another modality: by its class, the name of its checkpoint, the key that it stands under,
/// or the class of the whole.
void applyTowerRules(const Fields& file, std::string_view key, Fields& tower);
/// Whether SGLang gives window layers of this class a pool of their own: by its list, or where the file asks for it.
bool hasWindowPool(const Fields& file, const Fields& text);

}  // namespace kvfit::config
