#pragma once

#include <functional>
#include <map>

#include "base/exact.hpp"
#include "cache/stage.hpp"
#include "engine/vllm/groups.hpp"

namespace kvfit::vllm {

/// The stages of a pipeline; speculative layers run behind the last one's.
std::vector<Stage> stagesOf(std::int64_t modelLayers, std::int64_t count);

/// Layers of one of the groups that a spec's layers are dealt to, on a stage.
std::int64_t layersOn(const Stage& stage, const Spec& spec, std::int64_t groups, std::int64_t group);

/// Of each page size, the largest first, as many layers as the group that has most of them on a stage.
std::map<std::int64_t, std::int64_t, std::greater<>> layersByPage(const Stage& stage, const Plan& plan);

/// Bytes of one block id on the fullest of these stages.
std::int64_t blockBytesOn(const std::vector<Stage>& stages, const Plan& plan);

/// What the length check counts for a block there: the same, and more when groups are packed.
std::int64_t admissionBytesOn(const std::vector<Stage>& stages, const Plan& plan);

/// Blocks of a request of the maximum length as the concurrency of packed groups was counted before 0.27.
Exact countedBlocks(const Settings& q, const Plan& plan, std::int64_t layers);

/// Packed: one layer of each page size of the entries, and how many of those the largest group has.
std::int64_t tupleBytes(const Plan& plan);
std::int64_t tuplesOn(const std::vector<Stage>& stages, const Plan& plan);

}  // namespace kvfit::vllm
