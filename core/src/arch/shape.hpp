#pragma once

#include <string>

#include "kvfit/architecture.hpp"

namespace kvfit {

/// Whether two parts differ in nothing but their layers and where their fields were read.
bool sameShape(const CachePart& a, const CachePart& b);

/// The word for the whole: what most engines and papers call this arrangement.
std::string attentionKind(const Architecture& architecture);

}  // namespace kvfit
