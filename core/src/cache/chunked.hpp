#pragma once

#include "cache/rows.hpp"
#include "cache/slots.hpp"

namespace kvfit {

/// Chunked local attention: K and V of the current chunk. Payload counts a whole chunk once the
/// sequence has reached it. Llama 4: attention_chunk_size of its configuration.
struct ChunkedAttention {
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
