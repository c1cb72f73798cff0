#pragma once

#include <cstdint>
#include <vector>

#include "kvfit/architecture.hpp"

namespace kvfit {

/// Layers first to last - 1 of a pipeline stage.
struct Stage {
    std::int64_t first = 0;
    std::int64_t last = 0;
};

/// How layers are shared out over pipeline stages: evenly, and what is left over goes to the stages
/// before the last one, from the back (vLLM vllm/distributed/utils.py get_pp_indices @7cfb97e337).
std::vector<Stage> stagesOf(std::int64_t layers, std::int64_t count);

/// The parts with the layers of one stage alone; speculative layers run behind the last layer.
std::vector<CachePart> partsOf(const std::vector<CachePart>& parts, Stage stage, bool last);

}  // namespace kvfit
