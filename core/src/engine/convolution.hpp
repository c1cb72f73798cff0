#pragma once

#include "kvfit/architecture.hpp"

namespace kvfit {

/// Inputs of a convolution on one rank. Mamba-2 has at least one B/C group on each: groups that do not
/// divide are raised to one for every rank (vLLM vllm/model_executor/layers/mamba/mamba_utils.py @7cfb97e337,
/// SGLang python/sglang/srt/configs/mamba_utils.py @d315eb7250).
inline std::int64_t channelsOnRank(const CachePart& conv, std::int64_t ranks) {
    const std::int64_t raised = conv.groups > 0 && conv.groups % ranks != 0 ? ranks - conv.groups : 0;
    return (conv.channels + 2 * raised * conv.stateWidth) / ranks;
}

}  // namespace kvfit
