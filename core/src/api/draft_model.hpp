#pragma once

#include <string_view>

#include "kvfit/architecture.hpp"
#include "kvfit/error.hpp"

namespace kvfit {

/// The model with the cache parts of a separate draft model, which is read from its own configuration.
Expected<Architecture> withDraftModel(const Architecture& model, std::string_view config);

}  // namespace kvfit
