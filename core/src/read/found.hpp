#pragma once

#include <cstdint>
#include <string>

#include "kvfit/architecture.hpp"

namespace kvfit {

/// A value and where it was read: the place in the file, or the class rule that supplied it. An absent
/// value has no source.
template <class T>
struct Found {
    T value{};
    std::string source = {};
    explicit operator bool() const { return !source.empty(); }
};
using Number = Found<std::int64_t>;

/// Sets a field of a part and the place its value came from.
inline void put(CachePart& part, std::int64_t CachePart::*member, const char* field, const Number& number) {
    part.*member = number.value;
    if (number) part.sources[field] = number.source;
}

/// A recurrent state of heads x rows x columns.
CachePart statePart(const char* variant, const Number& heads, const Number& rows, const Number& columns);
/// The last kernel - 1 inputs of a convolution over `channels`.
CachePart convPart(const char* variant, const Number& channels, const Number& kernel);

}  // namespace kvfit
