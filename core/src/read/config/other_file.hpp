#pragma once

#include <optional>

#include "read/config/document.hpp"

namespace kvfit::config {

/// The error that names the file, where this is one of those that lie beside a config.json.
std::optional<Error> otherFile(const Json& root);

}  // namespace kvfit::config
