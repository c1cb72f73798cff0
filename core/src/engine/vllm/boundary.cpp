#include <algorithm>

#include "cache/payload.hpp"
#include "engine/vllm/spec.hpp"

namespace kvfit::vllm {

// Layers at both ends keep K and V unquantized: two each, at most half of the model
// (vllm/model_executor/layers/quantization/turboquant/config.py get_boundary_skip_layers @7cfb97e337).
// A quantized block is enlarged until it covers a plain one, which is padded to it
// (vllm/platforms/interface.py _align_heterogeneous_kv_block_size @7cfb97e337).
void splitBoundaryLayers(const Settings& q, std::vector<Spec>& specs) {
    if (q.types.key.dtype->layout != Dtype::Layout::rotated) return;
    const std::int64_t ends = std::min<std::int64_t>(2, q.modelLayers / 2);
    const auto atEnd = [&](std::int64_t layer) {
        return layer < ends || (layer >= q.modelLayers - ends && layer < q.modelLayers);
    };
    Types plainTypes = q.types;
    plainTypes.key = plainTypes.value = q.plain;

    std::vector<Spec> plain;
    for (Spec& s : specs) {
        if (s.part->role != Role::kv) continue;
        Spec kept = s;
        kept.layers.clear();
        std::copy_if(s.layers.begin(), s.layers.end(), std::back_inserter(kept.layers), atEnd);
        if (kept.layers.empty()) continue;
        kept.entry = rowOf(Ask<Exact>{*s.part, plainTypes, 0, 0, q.ranks}).value;
        kept.page = ownPage(kept);
        s.layers.erase(std::remove_if(s.layers.begin(), s.layers.end(), atEnd), s.layers.end());
        if (!s.layers.empty()) {
            s.block = (kept.page + q.blockSize * s.entry - 1) / (q.blockSize * s.entry) * q.blockSize;
            s.page = ownPage(s);
            kept.page = std::max(kept.page, s.page);
        }
        plain.push_back(std::move(kept));
    }
    specs.erase(std::remove_if(specs.begin(), specs.end(), [](const Spec& s) { return s.layers.empty(); }),
                specs.end());
    specs.insert(specs.end(), plain.begin(), plain.end());
}

}  // namespace kvfit::vllm
