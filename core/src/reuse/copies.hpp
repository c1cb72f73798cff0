#pragma once

#include "kvfit/reuse_curve.hpp"

namespace kvfit::reuse {

/// What an engine's memory below the device finds of each request, in blocks from its start, when it holds `capacity`
/// blocks. It is written through: every whole block of a prompt is copied when it is computed, whatever the device
/// keeps of it.
/// vLLM: the least recently used block goes first, the end of a prompt before its start. Source: vllm/v1/kv_offload/
/// cpu/manager.py `CPUOffloadingManager`, cpu/policies/lru.py, distributed/kv_transfer/kv_connector/v1/offloading/
/// scheduler.py `get_num_new_matched_tokens` (vllm-project/vllm @c8dd6f9d85).
/// SGLang: a tree whose whole leaves go in the order of the device's policy. Source: python/sglang/srt/mem_cache/
/// hiradix_cache.py `HiRadixCache.write_backup`, `evict_host` (sgl-project/sglang @263bc85d64). Its entries that are on
/// the device too cannot go; here they are taken for used as often as the device's.
FoundBlocks copiesFound(const Trace& trace, CacheEngine engine, EvictionPolicy policy, std::uint32_t capacity);

}  // namespace kvfit::reuse
