#pragma once

#include "cache/rows.hpp"
#include "cache/slots.hpp"

namespace kvfit {

/// Convolution state: the last kernel - 1 inputs of every channel. On a rank the channels are divided,
/// except that Mamba-2 keeps B and C of whole groups, at least one of them
/// (vLLM vllm/model_executor/layers/mamba/mamba_utils.py @7cfb97e337).
struct Convolution {
    template <class N>
    static Slots<N> slots(const Ask<N>& a) {
        return checkpoints(a);
    }

    template <class N>
    static N row(const Ask<N>& a) {
        const N columns = a.of(a.part.kernel, "kernel", "kernel") - a.number(1);
        return a.row(channels(a) * columns, a.types.conv);
    }

private:
    template <class N>
    static N channels(const Ask<N>& a) {
        const N all = a.of(a.part.channels, "channels", "channels");
        if (a.ranks == 1) return all;
        if (a.part.groups == 0) return a.share(all);
        const N groups = a.of(a.part.groups, "groups", "groups");
        const N both = a.number(2) * a.of(a.part.stateWidth, "state_width", "stateWidth");
        const N ranks = a.named(a.ranks, "tp", "ranks", "tp");
        return floorDivide(all - groups * both, ranks) + ceilDivide(groups, ranks) * both;
    }
};

}  // namespace kvfit
