#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kvfit/architecture.hpp"
#include "kvfit/error.hpp"
#include "kvfit/scenario.hpp"
#include "kvfit/term.hpp"

namespace kvfit {

/// One layer of one copy of the model, all ranks together.
struct LayerWeights {
    std::int64_t bytes = 0;
    std::int64_t expertBytes = 0;  ///< the routed experts in it
};

/// Weights on one rank; all ranks of a pipeline stage hold as much.
struct RankWeights {
    std::int64_t bytes = 0;
    std::int64_t low = 0;  ///< equal to `bytes` where the types of all tensors are known
    std::int64_t high = 0;
    TermPtr formula;  ///< evaluates to `bytes`
};

struct WeightSize {
    std::int64_t params = 0;  ///< 0: unknown
    std::int64_t bytes = 0;   ///< one copy of the model
    std::int64_t low = 0;
    std::int64_t high = 0;
    std::vector<LayerWeights> layers;  ///< without draft layers; bytes of a layer at its own types
    std::int64_t embeddingBytes = 0;
    std::int64_t headBytes = 0;       ///< output head where it is stored apart
    std::int64_t otherBytes = 0;      ///< towers of other modalities, norms and draft layers
    std::vector<RankWeights> stages;  ///< one a pipeline stage
    std::string dtype;                ///< stored type of most weights
    std::string source;               ///< `header`, `modules`, `parameters`, or a scenario key
    Notes notes;
};

/// Bytes of the weights, whole and on each rank. Exact where a header stated them; else counted from
/// the configuration's dimensions at the stored type of each module; else from the published number of
/// parameters. `weightsDtype` asks for another stored type, `weightsGib` states one rank's bytes.
Expected<WeightSize> weights(const Architecture& architecture, const Scenario& scenario);

}  // namespace kvfit
