#include "engine/lmdeploy/capacity.hpp"

#include <algorithm>
#include <cmath>

#include "base/exact.hpp"
#include "base/text.hpp"

namespace kvfit::lmdeploy {

namespace {

std::int64_t wholeBytes(double bytes) {
    return static_cast<std::int64_t>(std::clamp(std::floor(bytes), 0.0, static_cast<double>(Exact::limit)));
}

/// (max_prefill_token_num + 2 max_batches) x vocabulary x 2 bytes, the tokens halved until 16 blocks fit
/// (_get_runtime_size).
std::int64_t runtimeOf(const Settings& q, std::int64_t free, double ratio, std::int64_t blockBytes) {
    double runtime = 0;
    for (std::int64_t tokens = q.prefillTokens; tokens > 0; tokens /= 2) {
        runtime = static_cast<double>(tokens + 2 * q.batches) * static_cast<double>(q.vocabulary) * 2;
        if (wholeBytes((static_cast<double>(free) - runtime) * ratio) / blockBytes >= 16) break;
    }
    return wholeBytes(runtime);
}

}  // namespace

// lmdeploy/pytorch/engine/executor/base.py update_configs @1263d5cd8: states, then the runtime, then a share of
// what is left.
std::optional<Capacity> capacityOf(const Settings& q, std::int64_t blockBytes, std::int64_t stateBytes,
                                   const Scenario& s, Notes& notes) {
    constexpr double gib = 1024.0 * 1024.0 * 1024.0;
    const double ratio = s.cacheMaxEntryCount.value_or(0.8);
    Capacity c;
    if (s.freeMemoryBytes || s.freeMemoryGib) {
        const std::int64_t free = s.freeMemoryBytes ? *s.freeMemoryBytes : wholeBytes(*s.freeMemoryGib * gib);
        const Exact pool = Exact(stateBytes) * Exact(q.batches + 2);
        c.states = s.stateBytes ? *s.stateBytes : pool.lost ? Exact::limit : pool.value;
        const std::int64_t left = std::max<std::int64_t>(0, free - c.states);
        c.runtime = s.runtimeBytes ? *s.runtimeBytes : runtimeOf(q, left, ratio, blockBytes);
        c.available = wholeBytes(static_cast<double>(std::max<std::int64_t>(0, left - c.runtime)) * ratio);
        if (!s.runtimeBytes)
            notes.push_back({"runtime_estimated",
                             grouped(static_cast<double>(c.runtime)) +
                                 " bytes are set aside for logits and activations, by max_prefill_token_num, "
                                 "max_batch_size and the vocabulary",
                             "runtimeBytes",
                             {{"bytes", std::to_string(c.runtime)}}});
    }
    if (s.availableKvGib) c.available = wholeBytes(*s.availableKvGib * gib);
    if (s.availableKvBytes) c.available = *s.availableKvBytes;
    if (!s.numBlocks && !c.available) return std::nullopt;
    c.blocks = s.numBlocks ? *s.numBlocks : *c.available / blockBytes;
    return c;
}

}  // namespace kvfit::lmdeploy
