#pragma once

#include "cache/rows.hpp"
#include "cache/slots.hpp"

namespace kvfit {

/// Sparse-attention indexer: one key of index_head_dim for every `ratio` tokens, whole on every rank.
/// DeepSeek-V3.2, lightning indexer; layers that share an indexer have no part of their own.
struct Indexer {
    template <class N>
    static Slots<N> slots(const Ask<N>& a) {
        return everyRatio(a);
    }

    template <class N>
    static N row(const Ask<N>& a) {
        return a.row(a.of(a.part.keyWidth, "index_width", "keyWidth"), a.types.indexer);
    }
};

}  // namespace kvfit
