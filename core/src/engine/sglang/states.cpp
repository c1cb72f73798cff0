#include "engine/sglang/states.hpp"

#include "cache/payload.hpp"
#include "engine/convolution.hpp"

namespace kvfit::sglang {

// python/sglang/srt/configs/mamba_utils.py Mamba2StateShape, mamba_cache_per_req @d315eb7250
SlotBytes slotBytes(const Settings& q) {
    SlotBytes sum;
    for (const CachePart& p : q.parts) {
        if (p.role == Role::conv)
            sum.conv += p.layerCount() * channelsOnRank(p, q.ranks) * (p.kernel - 1) * q.types.conv.dtype->bytes;
        if (p.role == Role::recurrent)
            sum.recurrent += p.layerCount() * rowOf(Ask<Exact>{p, q.types, 0, 0, q.ranks}).value;
    }
    return sum;
}

}  // namespace kvfit::sglang
