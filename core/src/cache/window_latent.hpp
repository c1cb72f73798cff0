#pragma once

#include "cache/compressed.hpp"
#include "cache/slots.hpp"

namespace kvfit {

/// The uncompressed tail of compressed attention: one vector for each of the last `window` tokens,
/// stored as the compressed entries are.
struct WindowLatent {
    template <class N>
    static Slots<N> slots(const Ask<N>& a) {
        return lastTokens(a);
    }

    template <class N>
    static N row(const Ask<N>& a) {
        return Compressed::row(a);
    }
};

}  // namespace kvfit
