#include "engine/sglang/memory.hpp"

#include <algorithm>
#include <cmath>

#include "base/exact.hpp"

namespace kvfit::sglang {

namespace {

constexpr double gib = 1024.0 * 1024.0 * 1024.0;

std::int64_t wholeBytes(double bytes) {
    return static_cast<std::int64_t>(std::clamp(std::floor(bytes), 0.0, static_cast<double>(Exact::limit)));
}

std::optional<std::int64_t> gpuMib(const Scenario& s) {
    if (s.gpuTotalMib) return s.gpuTotalMib;
    const Scenario::Count bytes = s.gpuTotalBytes ? s.gpuTotalBytes : s.memoryBytes;
    if (!bytes || *bytes >> 20 < 1) return std::nullopt;
    return *bytes >> 20;
}

/// MiB of captured graphs: 2 for each request of the largest decode graph, more where each data-parallel rank pads to
/// all; prefill graphs by their number, or a fixed amount beside latents.
double graphMib(const Settings& q, const Architecture& a, const Scenario& s, std::int64_t chunk, const Tier& tier) {
    const double requests = static_cast<double>(s.cudaGraphMaxBs.value_or(tier.graphRequests));
    double mib = 2 * requests;
    if (s.attentionDp.value_or(false)) {
        const double padded = requests * static_cast<double>(q.replicas);
        mib += 3 * padded;
        if (requests > 300) mib += 1.5 * padded;
    }
    if (q.layout == Layout::compressed) return mib;
    const bool latent =
        std::any_of(a.parts.begin(), a.parts.end(), [](const CachePart& p) { return p.role == Role::latent; });
    if (latent) return mib + 1536;
    return mib + 8 * static_cast<double>(s.prefillGraphSizes.value_or(prefillGraphs(chunk)));
}

/// What is left beside weights and pools, in MiB (python/sglang/srt/server_args.py _handle_gpu_memory_settings,
/// reserve_for_graph_mb @d315eb7250).
double setAsideMib(const Settings& q, const Architecture& a, const Scenario& s, std::int64_t gpu) {
    constexpr std::int64_t uncutPrompt = 16384;  // max_prefill_tokens
    const Tier tier = tierOf(gpu, s.tp.value_or(1));
    const std::int64_t chunk = s.chunkedPrefillSize.value_or(tier.chunk);
    const std::int64_t activation = std::max<std::int64_t>(chunk > 0 ? chunk : uncutPrompt, 2048);
    const double mib = 512 + 1.5 * static_cast<double>(activation) + static_cast<double>(q.gpuRanks) / 8 * 1024 +
                       graphMib(q, a, s, activation, tier);
    return gpu > 60 * 1024 ? std::max(mib, 10.0 * 1024) : mib;
}

}  // namespace

Tier tierOf(std::int64_t gpuMib, std::int64_t tp) {
    const bool wide = tp >= 4;
    if (gpuMib < 20 * 1024) return {2048, 8};
    if (gpuMib < 35 * 1024) return {2048, wide ? 80 : 24};
    if (gpuMib < 60 * 1024) return {4096, wide ? 160 : 32};
    if (gpuMib < 160 * 1024) return {8192, wide ? 512 : 256};
    return {16384, 512};
}

std::int64_t prefillGraphs(std::int64_t chunk) {
    struct Range {
        std::int64_t last, step;
    };
    constexpr Range ranges[] = {{32, 4}, {256, 16}, {512, 32}, {1024, 64}, {4096, 256}, {std::int64_t{1} << 40, 512}};
    std::int64_t count = 0;
    std::int64_t from = 0;
    for (const Range& range : ranges) {
        const std::int64_t to = std::min(range.last, chunk);
        if (to > from) count += (to - from) / range.step;
        from = range.last;
    }
    return count;
}

// python/sglang/srt/mem_cache/kv_cache_configurator.py _profile_available_bytes @d315eb7250: the fraction is of the
// memory that was free before the weights were loaded.
Memory memoryOf(const Settings& q, const Architecture& architecture, const Scenario& s, Notes& notes) {
    constexpr double unknownGpu = 0.88;
    Memory m;
    m.fraction = s.memFractionStatic;
    if (const std::optional<std::int64_t> gpu = gpuMib(s); gpu && !m.fraction) {
        const double mib = setAsideMib(q, architecture, s, *gpu);
        const double share = (static_cast<double>(*gpu) - mib) / static_cast<double>(*gpu);
        m.setAside = wholeBytes(mib * 1024 * 1024);
        m.fraction = std::max(0.0, std::round(share * 1000) / 1000);
        // server_args.py adjust_mem_fraction_for_vlm: 0.95 times 0.8 to 1.05, by layers and width of the encoder
        if (architecture.parameters.visionParams > 0)
            notes.push_back(
                {"vision_fraction_not_counted",
                 "for a model with a vision encoder the engine multiplies its automatic fraction by 0.76 to "
                 "0.9975, by the encoder's size; memFractionStatic takes what it prints",
                 "memFractionStatic",
                 {}});
        if (q.layout != Layout::compressed && !s.prefillGraphSizes)
            notes.push_back({"prefill_graphs_assumed",
                             "prefill graphs are counted as captured by default on CUDA",
                             "prefillGraphSizes",
                             {}});
    }
    if (s.freeBeforeLoadGib && s.freeAfterLoadGib) {
        if (!m.fraction)
            notes.push_back({"mem_fraction_assumed",
                             "mem_fraction_static is taken as 0.88, the engine's value where the GPU is not known",
                             "memFractionStatic",
                             {{"value", "0.88"}}});
        const double slack = *s.freeBeforeLoadGib * (1 - m.fraction.value_or(unknownGpu));
        m.available = wholeBytes((*s.freeAfterLoadGib - slack) * gib);
        m.setAside = wholeBytes(slack * gib);
    }
    if (s.availableKvGib) m.available = wholeBytes(*s.availableKvGib * gib);
    if (s.availableKvBytes) m.available = *s.availableKvBytes;
    return m;
}

}  // namespace kvfit::sglang
