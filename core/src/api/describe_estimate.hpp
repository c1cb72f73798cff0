#pragma once

#include "api/describe.hpp"
#include "kvfit/estimate.hpp"
#include "kvfit/weights.hpp"

namespace kvfit {

template <>
struct Describe<LayerWeights> {
    static constexpr std::string_view name = "LayerWeights";
    static constexpr std::string_view doc = "Weights of one layer, all ranks together.";
    static constexpr auto fields = std::tuple{
        field("bytes", &LayerWeights::bytes, "B", "The layer."),
        field("expertBytes", &LayerWeights::expertBytes, "B", "The routed experts in it."),
    };
};

template <>
struct Describe<RankWeights> {
    static constexpr std::string_view name = "RankWeights";
    static constexpr std::string_view doc = "Weights on one rank of a pipeline stage.";
    static constexpr auto fields = std::tuple{
        field("bytes", &RankWeights::bytes, "B", "What a rank holds."),
        field("low", &RankWeights::low, "B", "At least."),
        field("high", &RankWeights::high, "B", "At most."),
        field("formula", &RankWeights::formula, "", "Equation that evaluates to bytes."),
    };
};

template <>
struct Describe<WeightSize> {
    static constexpr std::string_view name = "WeightSize";
    static constexpr std::string_view doc = "Bytes of the weights, whole and on each rank.";
    static constexpr auto fields = std::tuple{
        field("params", &WeightSize::params, "parameters", "0 where unknown."),
        field("bytes", &WeightSize::bytes, "B", "One copy of the model."),
        field("low", &WeightSize::low, "B", "At least."),
        field("high", &WeightSize::high, "B", "At most."),
        field("layers", &WeightSize::layers, "", "Each layer."),
        field("embeddingBytes", &WeightSize::embeddingBytes, "B", "Token embedding."),
        field("headBytes", &WeightSize::headBytes, "B", "Output head where it is stored apart."),
        field("otherBytes", &WeightSize::otherBytes, "B", "Towers, norms and draft layers."),
        field("stages", &WeightSize::stages, "", "A rank of each pipeline stage."),
        field("dtype", &WeightSize::dtype, "", "Stored type of most weights."),
        field("source", &WeightSize::source, "", "header, modules or parameters."),
        field("notes", &WeightSize::notes, "", "What was assumed."),
    };
};

template <>
struct Describe<Estimate> {
    static constexpr std::string_view name = "Estimate";
    static constexpr std::string_view doc = "Bytes of one rank that only a running engine knows.";
    static constexpr auto fields = std::tuple{
        field("bytes", &Estimate::bytes, "B", "Expected; 0 where the engine has none."),
        field("low", &Estimate::low, "B", "At least."),
        field("high", &Estimate::high, "B", "At most."),
        field("formula", &Estimate::formula, "", "Equation that evaluates to bytes."),
        field("key", &Estimate::key, "", "Scenario key that replaces the estimate."),
        field("source", &Estimate::source, "", "Where the rule was read, and its measured error."),
        field("given", &Estimate::given, "", "Stated by the scenario."),
    };
};

template <>
struct Describe<RankOverheads> {
    static constexpr std::string_view name = "RankOverheads";
    static constexpr std::string_view doc = "What one rank holds beside the cache.";
    static constexpr auto fields = std::tuple{
        field("weights", &RankOverheads::weights, "", "Weights."),
        field("activation", &RankOverheads::activation, "", "Peak above the weights in a step."),
        field("graphs", &RankOverheads::graphs, "", "Captured graphs."),
        field("nonTorch", &RankOverheads::nonTorch, "", "Outside the allocator."),
        field("computeBuffer", &RankOverheads::computeBuffer, "", "llama.cpp: work space of a graph."),
    };
};

template <>
struct Describe<Overheads> {
    static constexpr std::string_view name = "Overheads";
    static constexpr std::string_view doc = "What each rank holds beside the cache.";
    static constexpr auto fields = std::tuple{
        field("ranks", &Overheads::ranks, "", "One a pipeline stage; llama.cpp: one a device."),
        field("hostBuffer", &Overheads::hostBuffer, "", "llama.cpp: work space in host memory."),
        field("notes", &Overheads::notes, "", "What was assumed."),
    };
};

}  // namespace kvfit
