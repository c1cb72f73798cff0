#pragma once

#include "cache/ask.hpp"
#include "cache/kinds.hpp"

namespace kvfit {

/// Slots of one layer of a part, for one sequence.
template <class N>
Slots<N> slotsOf(const Ask<N>& a) {
    return withKind(a.part.kind, [&](auto kind) { return kind.slots(a); });
}

/// Bytes of one slot of one layer.
template <class N>
N rowOf(const Ask<N>& a) {
    return withKind(a.part.kind, [&](auto kind) { return kind.row(a); });
}

/// layers x slots x row: what the part stores for one sequence.
template <class N>
N payloadOf(const Ask<N>& a) {
    const N layers = a.of(a.part.layerCount(), "layers", "layers");
    return layers * slotsOf(a).count * rowOf(a);
}

/// The stored type that a role's rows use; for K and V the key's.
const ChosenType& typeOf(const Types& types, Role role);

}  // namespace kvfit
