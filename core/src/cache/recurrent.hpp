#pragma once

#include "cache/rows.hpp"
#include "cache/slots.hpp"

namespace kvfit {

/// Recurrent state of linear attention and state-space layers: heads x rows x columns.
/// Gated DeltaNet: value heads x value_head_dim x key_head_dim (arXiv 2412.06464); KDA: heads x
/// head_dim^2 (Kimi Linear, arXiv 2510.26692); Mamba-2: heads x head_dim x state (arXiv 2405.21060);
/// Mamba-1: inner size x state (arXiv 2312.00752).
struct Recurrent {
    template <class N>
    static Slots<N> slots(const Ask<N>& a) {
        return checkpoints(a);
    }

    template <class N>
    static N row(const Ask<N>& a) {
        const N heads = a.share(a.of(a.part.heads, "state_heads", "heads"));
        const N matrix =
            a.of(a.part.keyWidth, "state_rows", "keyWidth") * a.of(a.part.valueWidth, "state_columns", "valueWidth");
        return a.row(heads * matrix, a.types.recurrent);
    }
};

}  // namespace kvfit
