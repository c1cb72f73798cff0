#pragma once

#include "read/config/model.hpp"

namespace kvfit::config {

/// An index key of this width for every `ratio` tokens (every token without one).
CachePart indexPart(const Number& width, const Number& ratio);

}  // namespace kvfit::config
