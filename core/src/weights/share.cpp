#include "weights/share.hpp"

#include <algorithm>

namespace kvfit {

/// vLLM: the ranks of all data-parallel replicas divide the experts, whole ones with expert parallelism,
/// else slices of each (FusedMoEParallelConfig.make, vllm/model_executor/layers/fused_moe/config.py
/// @7cfb97e337). SGLang's data-parallel attention uses the tensor-parallel ranks.
RankLayout rankLayoutOf(const Scenario& s) {
    RankLayout l;
    l.tp = s.tp.value_or(1);
    l.pp = s.pp.value_or(1);
    l.attention = s.attentionDp.value_or(false) ? 1 : l.tp;
    l.experts = l.tp * (s.engine == "vllm" ? s.dp.value_or(1) : 1);
    l.whole = s.expertParallel.value_or(false);
    return l;
}

Share shareOf(const Module& m, const RankLayout& l) {
    switch (m.kind) {
        case ModuleKind::attention:
            return {1, l.attention};
        case ModuleKind::key_value:
            // Ranks beyond the KV heads hold copies of a head (QKVParallelLinear,
            // vllm/model_executor/layers/linear.py).
            return {1, m.heads > 0 ? std::min(l.attention, m.heads) : l.attention};
        case ModuleKind::expert:
            if (l.whole) return {(m.copies + l.experts - 1) / l.experts, 1};
            return {m.copies, l.experts};
        case ModuleKind::embedding:
        case ModuleKind::head:
        case ModuleKind::state:
        case ModuleKind::mlp:
        case ModuleKind::shared_expert:
        case ModuleKind::vision:
            return {1, l.tp};
        case ModuleKind::latent:
        case ModuleKind::indexer:
        case ModuleKind::router:
        case ModuleKind::norm:
            break;
    }
    return {};
}

}  // namespace kvfit
