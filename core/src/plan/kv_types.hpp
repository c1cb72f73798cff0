#pragma once

#include <string_view>
#include <vector>

namespace kvfit {

/// Cache types that an engine serves, the most exact first; the model's own type is asked for as `auto`.
const std::vector<std::string_view>& kvTypesOf(std::string_view engine);

}  // namespace kvfit
