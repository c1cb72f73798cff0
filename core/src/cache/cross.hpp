#pragma once

#include "cache/rows.hpp"
#include "cache/slots.hpp"

namespace kvfit {

/// Cross attention: K and V of `window` encoder or vision tokens, whatever the text length.
struct CrossAttention {
    template <class N>
    static Slots<N> slots(const Ask<N>& a) {
        const N encoder = a.of(a.part.window, "encoder_tokens", "window");
        return {encoder, encoder, 0, 0};
    }

    template <class N>
    static N row(const Ask<N>& a) {
        return keyValueRow(a);
    }
};

}  // namespace kvfit
