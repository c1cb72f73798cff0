#pragma once

#include "cache/rows.hpp"
#include "cache/slots.hpp"

namespace kvfit {

/// Sliding-window attention: K and V of the last `window` tokens.
/// Mistral 7B, arXiv 2310.06825; Gemma 3, arXiv 2503.19786.
struct WindowAttention {
    template <class N>
    static Slots<N> slots(const Ask<N>& a) {
        return lastTokens(a);
    }

    template <class N>
    static N row(const Ask<N>& a) {
        return keyValueRow(a);
    }
};

}  // namespace kvfit
