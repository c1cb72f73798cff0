#pragma once

#include "engine/vllm/spec.hpp"

namespace kvfit::vllm {

/// Groups of layers that take the same number of blocks: each has a block table of its own. The layers
/// of each member are dealt to the groups in turn.
struct Table {
    std::vector<std::size_t> members;  ///< in Plan::specs
    std::int64_t groups = 1;
};

/// How layers share block ids: KVCacheConfig of vllm/v1/core/kv_cache_utils.py @7cfb97e337.
struct Plan {
    enum class Layout : std::uint8_t { uniform, general, packed };

    Layout layout = Layout::uniform;
    std::vector<Spec> specs;  ///< of all layers, pages unified
    std::vector<Table> tables;
    std::int64_t groupSize = 0;      ///< layers of a group, or tuples of layers when packed
    std::int64_t paddingLayers = 0;  ///< layers that fill groups up
    double paddingPercent = 0;       ///< the largest share of them in one kind
    bool byPage = false;             ///< packed groups share memory page size by page size
    bool promoted = false;           ///< windows held at full length since their pages fit no other

    const Spec& specOf(const Table& t) const { return specs[t.members.front()]; }
    std::int64_t groupCount() const {
        std::int64_t n = 0;
        for (const Table& t : tables) n += t.groups;
        return n;
    }
};

/// Groups the layers of a model, or says why this engine cannot.
Expected<Plan> planOf(const Settings& q);

/// The same for the first generation of the engine.
Expected<Plan> poolPlan(const Settings& q);

/// One block table for all layers.
Plan uniformPlan(std::vector<Spec> specs);

/// The refusal of a model that keeps nothing between tokens.
Error nothingCached();

/// Whether one block table can serve all these layers.
bool isUniform(const std::vector<Spec>& specs);

/// Compressed attention: entries in one group, windows and states dealt to groups of like size.
Expected<Plan> packedPlan(std::vector<Spec> specs, bool byPage);

}  // namespace kvfit::vllm
