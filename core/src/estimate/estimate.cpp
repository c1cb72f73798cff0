#include "kvfit/estimate.hpp"

#include "estimate/rank.hpp"
#include "estimate/real.hpp"
#include "kvfit/weights.hpp"

namespace kvfit {

double gpuGib(const Scenario& s) {
    if (s.gpuTotalGib) return *s.gpuTotalGib;
    if (s.gpuTotalBytes) return static_cast<double>(*s.gpuTotalBytes) / gib;
    if (s.gpuTotalMib) return static_cast<double>(*s.gpuTotalMib) / 1024;
    return s.memoryBytes ? static_cast<double>(*s.memoryBytes) / gib : 0;
}

Expected<Overheads> estimate(const Architecture& a, const Scenario& s) {
    const Expected<WeightSize> size = weights(a, s);
    if (!size) return size.errors();
    const std::string engine = s.engine.value_or("payload");
    Overheads out;
    out.notes = size->notes;
    for (std::size_t i = 0; i < size->stages.size(); ++i) {
        const RankWeights& stage = size->stages[i];
        RankOverheads rank;
        rank.weights = s.weightsGib ? statedEstimate(*s.weightsGib, gib, "weightsGib")
                                    : Estimate{stage.bytes,  stage.low,    stage.high, stage.formula,
                                               "weightsGib", size->source, false};
        if (engine == "vllm") estimateVllm(a, s, {i == 0, i + 1 == size->stages.size()}, rank);
        if (engine == "sglang") estimateSglang(s, rank);
        if (engine == "tensorrt-llm") estimateTensorRt(a, s, rank);
        if (engine == "lmdeploy") rank.nonTorch = outsideOf(s);
        out.ranks.push_back(std::move(rank));
    }
    if (engine == "llama.cpp" || engine == "ollama") estimateLlamaCpp(a, s, *size, out);
    return out;
}

}  // namespace kvfit
