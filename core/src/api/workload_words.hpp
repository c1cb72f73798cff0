#pragma once

#include "base/names.hpp"
#include "kvfit/reuse.hpp"

namespace kvfit {

/// The words of workloads (cases/FORMAT.md, section 5).
inline constexpr Named<CacheEngine> engineNames[] = {{CacheEngine::vllm, "vllm"},
                                                     {CacheEngine::sglang, "sglang"},
                                                     {CacheEngine::trtllm, "tensorrt-llm"},
                                                     {CacheEngine::generic, "generic"}};
inline constexpr Named<EvictionPolicy> policyNames[] = {{EvictionPolicy::lru, "lru"},
                                                        {EvictionPolicy::lfu, "lfu"},
                                                        {EvictionPolicy::slru, "slru"},
                                                        {EvictionPolicy::fifo, "fifo"},
                                                        {EvictionPolicy::mru, "mru"},
                                                        {EvictionPolicy::filo, "filo"},
                                                        {EvictionPolicy::priority, "priority"},
                                                        {EvictionPolicy::optimal, "optimal"},
                                                        {EvictionPolicy::tail_first, "tail_first"}};
inline constexpr Named<ReplayMode> modeNames[] = {{ReplayMode::requests, "requests"},
                                                  {ReplayMode::operations, "operations"},
                                                  {ReplayMode::retention, "retention"},
                                                  {ReplayMode::growing_conversations, "growing_conversations"},
                                                  {ReplayMode::tiers, "tiers"}};
inline constexpr Named<CacheGroup> groupNames[] = {{CacheGroup::full, "full"}, {CacheGroup::sliding, "sliding"}};
inline constexpr Named<ReuseRequest::Op> operationNames[] = {{ReuseRequest::Op::request, "request"},
                                                             {ReuseRequest::Op::insert, "insert"},
                                                             {ReuseRequest::Op::match, "match"},
                                                             {ReuseRequest::Op::evict, "evict"},
                                                             {ReuseRequest::Op::clock, "clock"}};

inline constexpr std::int64_t mostTokens = std::int64_t{1} << 26;
inline constexpr std::int64_t mostBlocks = std::int64_t{1} << 31;

}  // namespace kvfit
