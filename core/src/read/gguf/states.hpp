#pragma once

#include "read/gguf/layers.hpp"

namespace kvfit::gguf {

/// Sets a field of a part and the key its value came from.
inline void put(CachePart& part, std::int64_t CachePart::*member, const char* field, const Number& number) {
    part.*member = number.value;
    if (number) part.sources[field] = number.source;
}

/// The states that each layer with a state keeps, without their layers: a recurrent state, a
/// convolution state or both. The keys tell the mechanism.
std::vector<CachePart> statesOf(Fields& fields, const std::vector<Layer>& layers);

}  // namespace kvfit::gguf
