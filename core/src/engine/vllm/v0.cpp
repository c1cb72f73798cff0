#include <algorithm>
#include <numeric>

#include "engine/vllm/groups.hpp"

namespace kvfit::vllm {

// The first generation has one pool: a block holds the same tokens of every attention layer of a stage, at
// full length, states apart (vllm/worker/cache_engine.py of 0.2 to 0.9, confirmed by 24 logs). Cross
// attention costs what a layer costs anyway; an encoder-decoder is charged the layers that it declares.
Expected<Plan> poolPlan(const Settings& q) {
    std::vector<Spec> specs;
    for (Spec& s : attentionSpecs(q)) {
        if (s.holds != Spec::Holds::tokens) continue;
        if (s.keep == Spec::Keep::cross) {
            const auto charged = [&](std::int64_t layer) {
                return std::any_of(specs.begin(), specs.end(), [&](const Spec& o) {
                    return std::binary_search(o.layers.begin(), o.layers.end(), layer);
                });
            };
            s.layers.erase(std::remove_if(s.layers.begin(), s.layers.end(), charged), s.layers.end());
            if (s.layers.empty()) continue;
        }
        s.keep = Spec::Keep::full;
        s.window = 0;
        specs.push_back(std::move(s));
    }
    if (q.declaredLayers > 0 && !specs.empty()) {
        specs.resize(1);
        specs.front().layers.resize(static_cast<std::size_t>(q.declaredLayers));
        std::iota(specs.front().layers.begin(), specs.front().layers.end(), 0);
    }
    if (specs.empty()) return nothingCached();
    return uniformPlan(std::move(specs));
}

}  // namespace kvfit::vllm
