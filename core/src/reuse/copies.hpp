#pragma once

#include "kvfit/reuse_curve.hpp"

namespace kvfit::reuse {

/// What memory below the device finds of each request, in blocks from its start, when it holds `capacity` blocks. It is
/// written through: every whole block of a prompt is copied when it is computed, whatever the device keeps of it. The
/// least recently used block goes first, the end of a prompt before its start. Source: vllm/v1/kv_offload/cpu/
/// manager.py `CPUOffloadingManager`, cpu/policies/lru.py, distributed/kv_transfer/kv_connector/v1/offloading/
/// scheduler.py `get_num_new_matched_tokens` (vllm-project/vllm @7cfb97e337).
FoundBlocks copiesFound(const Trace& trace, std::uint32_t capacity);

}  // namespace kvfit::reuse
