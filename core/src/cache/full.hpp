#pragma once

#include "cache/rows.hpp"
#include "cache/slots.hpp"

namespace kvfit {

/// Multi-head, grouped-query and multi-query attention: K and V of every KV head for every token.
/// K and V may differ in width. GQA: Ainslie et al., arXiv 2305.13245.
struct FullAttention {
    template <class N>
    static Slots<N> slots(const Ask<N>& a) {
        return everyToken(a);
    }

    template <class N>
    static N row(const Ask<N>& a) {
        return keyValueRow(a);
    }
};

}  // namespace kvfit
