#include "read/found.hpp"

namespace kvfit {

CachePart statePart(const char* variant, const Number& heads, const Number& rows, const Number& columns) {
    CachePart part;
    part.kind = Kind::recurrent;
    part.role = Role::recurrent;
    part.variant = variant;
    put(part, &CachePart::heads, "heads", heads);
    put(part, &CachePart::keyWidth, "keyWidth", rows);
    put(part, &CachePart::valueWidth, "valueWidth", columns);
    return part;
}

CachePart convPart(const char* variant, const Number& channels, const Number& kernel) {
    CachePart part;
    part.kind = Kind::conv;
    part.role = Role::conv;
    part.variant = variant;
    put(part, &CachePart::channels, "channels", channels);
    put(part, &CachePart::kernel, "kernel", kernel);
    return part;
}

}  // namespace kvfit
