#pragma once

#include <string>
#include <string_view>

namespace kvfit::config {

/// JSON as Python writes it: NaN and infinities outside texts give way to values of the same length
/// that are JSON and no number, so that places in the text stay where they are.
std::string withoutInfinities(std::string_view text);

}  // namespace kvfit::config
