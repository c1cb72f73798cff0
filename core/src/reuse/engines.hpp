#pragma once

#include "kvfit/reuse.hpp"

namespace kvfit::reuse {

/// One replay an engine; `kvfit::replay` chooses.
Expected<ReplayResult> replayVllm(const Workload& workload);
Expected<ReplayResult> replayRadix(const Workload& workload);
Expected<ReplayResult> replayTrtllm(const Workload& workload);
Expected<ReplayResult> replayGeneric(const Workload& workload);

/// Blocks of the pool; unlimited means as many as all requests together can fill in `groups` groups.
Expected<std::uint32_t> poolBlocks(const Workload& workload, std::size_t groups);

/// Adds one request to the hits and totals; those of the warm-up only to the list.
void count(ReplayResult& result, const Workload& workload, std::size_t index, std::int64_t tokens, std::int64_t hits);

/// Whether the pool is written down after every request: not where that would be millions of block ids.
bool traced(ReplayResult& result, const Workload& workload, std::uint32_t blocks);

/// Notes that a request did not fit into the pool even alone.
void refuse(ReplayResult& result, std::size_t index);

}  // namespace kvfit::reuse
