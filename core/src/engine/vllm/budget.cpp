#include "engine/vllm/budget.hpp"

#include <algorithm>
#include <cmath>

#include "base/exact.hpp"
#include "base/text.hpp"

namespace kvfit::vllm {

namespace {

constexpr double gib = 1024.0 * 1024.0 * 1024.0;

std::int64_t wholeBytes(double bytes) {
    return static_cast<std::int64_t>(std::clamp(std::floor(bytes), 0.0, static_cast<double>(Exact::limit)));
}

/// requested = ceil(total x utilization); available = requested - (free before - free after profiling) -
/// transient peak - CUDA graphs (vllm/v1/worker/utils.py request_memory, gpu_worker.py @7cfb97e337).
Budget fromProfile(const Settings& q, const Scenario& s, double utilization, Notes& warnings) {
    Budget b;
    b.requested =
        static_cast<std::int64_t>(std::min(std::ceil(static_cast<double>(*s.gpuTotalBytes) * utilization), 9e15));
    if (!s.freeAtInitBytes || !s.freeAfterProfileBytes) return b;
    if (*s.freeAtInitBytes < *b.requested)
        warnings.push_back({"requested_above_free",
                            "the requested " + grouped(static_cast<double>(*b.requested)) +
                                " bytes are more than is free at the start; the engine refuses to start",
                            "gpuMemoryUtilization",
                            {{"requested", std::to_string(*b.requested)}}});
    const std::int64_t graphs = q.rules->deductsGraphs ? s.cudaGraphBytes.value_or(0) : 0;
    b.available = std::max<std::int64_t>(
        0, *b.requested - (*s.freeAtInitBytes - *s.freeAfterProfileBytes) - s.transientPeakBytes.value_or(0) - graphs);
    return b;
}

/// total x utilization - weights - activation peak - non-torch memory, as a start-up log prints them.
Budget fromLog(const Settings& q, const Scenario& s, double utilization) {
    Budget b;
    b.requested = wholeBytes(std::ceil(*s.gpuTotalGib * gib * utilization));
    const double graphs = q.rules->deductsGraphs ? static_cast<double>(s.cudaGraphBytes.value_or(0)) : 0;
    if (s.weightsGib && s.activationGib && s.nonTorchGib)
        b.available = wholeBytes(
            (*s.gpuTotalGib * utilization - *s.weightsGib - *s.activationGib - *s.nonTorchGib) * gib - graphs);
    return b;
}

}  // namespace

Budget budgetOf(const Settings& q, const Scenario& s, Notes& warnings) {
    const double utilization = s.gpuMemoryUtilization.value_or(q.rules->memoryUtilization);
    Budget b;
    if (s.gpuTotalBytes)
        b = fromProfile(q, s, utilization, warnings);
    else if (s.gpuTotalGib)
        b = fromLog(q, s, utilization);
    if (s.availableKvGib) b.available = wholeBytes(*s.availableKvGib * gib);
    if (s.availableKvBytes) b.available = *s.availableKvBytes;
    if (s.kvCacheMemoryBytes) b.available = *s.kvCacheMemoryBytes;
    if (q.rules->pool) b.swap = wholeBytes(s.swapSpaceGib.value_or(4) * gib);
    return b;
}

}  // namespace kvfit::vllm
