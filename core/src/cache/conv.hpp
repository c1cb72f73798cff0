#pragma once

#include "cache/rows.hpp"
#include "cache/slots.hpp"

namespace kvfit {

/// Convolution state: the last kernel - 1 inputs of every channel. On a rank the channels are
/// divided; Mamba-2 keeps at least one B/C group on each (vLLM mamba_utils.py @7cfb97e337).
struct Convolution {
    template <class N>
    static Slots<N> slots(const Ask<N>& a) {
        return checkpoints(a);
    }

    template <class N>
    static N row(const Ask<N>& a) {
        const N columns = a.of(a.part.kernel, "kernel", "kernel") - a.number(1);
        return a.row(a.share(a.of(a.part.channels, "channels", "channels")) * columns, a.types.conv);
    }
};

}  // namespace kvfit
