#pragma once

#include <algorithm>
#include <optional>

#include "base/traced.hpp"
#include "engine/vllm/groups.hpp"

namespace kvfit::vllm {

/// Encoder tokens of a request: given, else the larger of the model's own and the tokens of a step.
inline std::int64_t encoderTokens(const Settings& q, const Spec& s) {
    return q.encoderTokens > 0 ? q.encoderTokens : std::max(s.window, q.batchedTokens);
}

/// Tokens of a sequence on one rank of a decode context parallel group.
template <class N>
N tokensOnRank(const Settings& q, const N& length) {
    return q.dcp == 1 ? length : ceilDivide(length, named<N>(q.dcp, "dcp", "ranks", "dcp"));
}

/// Blocks that one group sets aside for a request of this length: max_memory_usage_bytes of each spec in
/// vllm/v1/kv_cache_interface.py @7cfb97e337, in pages.
template <class N>
N reservedBlocks(const Settings& q, const Spec& s, const N& length) {
    const N block = named<N>(s.block, "block_size", "tokens", "blockSize");
    const auto number = [](std::int64_t n, const char* symbol, const char* source) {
        return named<N>(n, symbol, "", source);
    };
    switch (s.keep) {
        case Spec::Keep::full:
            return ceilDivide(tokensOnRank(q, length), block);
        case Spec::Keep::window: {
            const N held = number(s.window - 1 + q.retained, "window - 1", "sliding_window") +
                           number(q.inFlight, "tokens in flight", "maxInFlightTokens");
            return ceilDivide(minimum(held, length), block) + number(1, "", "");
        }
        case Spec::Keep::chunked: {
            const N held = number(s.window, "chunk", "attention_chunk_size") +
                           number(q.inFlight, "tokens in flight", "maxInFlightTokens");
            return ceilDivide(minimum(held, length), block);
        }
        case Spec::Keep::cross:
            return ceilDivide(number(encoderTokens(q, s), "encoder tokens", "maxEncoderTokens"), block);
        case Spec::Keep::state:
            break;
    }
    const N copies = number(q.speculative, "speculative states", "speculativeTokens");
    if (q.stateMode == StateMode::all) return ceilDivide(length, block) + copies;
    return number(q.stateMode == StateMode::align ? 2 : 1, "states", "stateCacheMode") + copies;
}

/// Blocks that one group of a sequence occupies at this length, between steps: windows return blocks that
/// lie wholly before them (vllm/v1/core/single_type_kv_cache_manager.py @7cfb97e337). A window may begin
/// in the middle of a block, so it may touch one more.
template <class N>
N liveBlocks(const Settings& q, const Spec& s, const N& length) {
    const N block = named<N>(s.block, "block_size", "tokens", "blockSize");
    const auto number = [](std::int64_t n, const char* symbol, const char* source) {
        return named<N>(n, symbol, "", source);
    };
    switch (s.keep) {
        case Spec::Keep::window:
            return minimum(ceilDivide(length, block),
                           ceilDivide(number(s.window - 1 + q.retained, "window - 1", "sliding_window"), block) +
                               number(1, "", ""));
        case Spec::Keep::chunked:
            return ceilDivide(minimum(number(s.window, "chunk", "attention_chunk_size"), length), block);
        case Spec::Keep::state:
            if (q.stateMode == StateMode::all) break;
            return number(1 + q.speculative, "states", "speculativeTokens");
        default:
            break;
    }
    return reservedBlocks(q, s, length);
}

/// Whether hits can be served from what stays after a request.
inline bool keepsPrefixes(const Settings& q, const Plan& plan) {
    if (!q.prefixCaching) return false;
    return q.stateMode != StateMode::none || std::none_of(plan.specs.begin(), plan.specs.end(),
                                                          [](const Spec& s) { return s.keep == Spec::Keep::state; });
}

/// Blocks that keep their hash after a request of this length: full ones; of windows and states only the
/// tail at the prompt's end, or all with dense retention (prefix_cache_retention_interval unset).
template <class N>
N cachedBlocks(const Spec& s, const N& length, bool dense) {
    const N block = named<N>(s.block, "block_size", "tokens", "blockSize");
    const N whole = floorDivide(length, block);
    if (s.keep == Spec::Keep::cross) return named<N>(0, "", "", "");
    if (s.keep == Spec::Keep::full || dense) return whole;
    const N before = floorDivide(length - named<N>(1, "", "", ""), block);
    const std::int64_t tail = s.keep == Spec::Keep::state ? 1 : (s.window - 1 + s.block - 1) / s.block;
    return minimum(before, named<N>(tail, "tail", "blocks", "sliding_window"));
}

/// Sum over all block tables of a request.
template <class N, class Blocks>
N overTables(const Plan& plan, Blocks blocks) {
    std::optional<N> sum;
    for (const Table& t : plan.tables) {
        N own = blocks(plan.specOf(t));
        if (t.groups > 1) own = named<N>(t.groups, "groups", "groups", "") * own;
        sum = sum ? *sum + own : own;
    }
    return *sum;
}

}  // namespace kvfit::vllm
