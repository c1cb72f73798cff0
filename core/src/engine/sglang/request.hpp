#pragma once

#include "base/traced.hpp"
#include "engine/sglang/buffers.hpp"
#include "engine/sglang/states.hpp"

namespace kvfit::sglang {

/// Tokens that a request holds in the window pool between two evictions: the window, what has left it since, and a
/// page that is not all before it (pool_configurator.py SWAChunkCapPoolConfigurator @d315eb7250).
inline std::int64_t heldWindow(const Settings& q) { return q.window + evictionInterval * q.drafted() + q.pageSize; }

/// Tokens that its next step takes before it is known which are kept.
inline std::int64_t nextTokens(const Settings& q) {
    if (q.draftTokens == 0) return q.pageSize;
    return q.overlap ? 2 * q.draftTokens : q.draftTokens;
}

/// Which moment of a request is meant.
enum class Moment { reserved, live, cached };

template <class N>
N wholePagesOf(const Settings& q, const N& tokens) {
    return ceilDivide(tokens, named<N>(q.pageSize, "page_size", "tokens", "pageSize"));
}

/// Pages of the full pool: encoder tokens come before the text; context-parallel ranks share the tokens out.
template <class N>
N fullPages(const Settings& q, Moment moment, const N& length) {
    N tokens = length;
    if (q.encoderTokens > 0) tokens = tokens + named<N>(q.encoderTokens, "encoder_tokens", "tokens", "");
    if (q.tokenRanks > 1) tokens = ceilDivide(tokens, named<N>(q.tokenRanks, "dcp", "ranks", "dcp"));
    if (moment == Moment::cached) return floorDivide(tokens, named<N>(q.pageSize, "page_size", "tokens", "pageSize"));
    return wholePagesOf(q, tokens);
}

template <class N>
N windowPages(const Settings& q, Moment moment, const N& length) {
    N held = named<N>(q.window, "window", "tokens", "sliding_window") +
             named<N>(heldWindow(q) - q.window, "evicted late", "tokens", "SGLANG_SWA_EVICTION_INTERVAL");
    if (moment == Moment::reserved) held = held + named<N>(nextTokens(q), "next step", "tokens", "speculativeTokens");
    if (moment == Moment::cached)
        return minimum(floorDivide(length, named<N>(q.pageSize, "page_size", "tokens", "pageSize")),
                       wholePagesOf(q, held));
    return minimum(wholePagesOf(q, length), wholePagesOf(q, held));
}

/// States of one request: in use, kept for the prefix cache, and one copy a draft token. A finished request leaves one.
template <class N>
N stateSlots(const Settings& q, Moment moment) {
    const N used =
        named<N>(moment == Moment::reserved ? q.slotsPerRequest : 1, "state slots", "slots", "stateSlotsPerRequest");
    if (moment == Moment::cached || q.draftTokens == 0) return used;
    return used + named<N>(q.draftTokens, "draft tokens", "slots", "speculativeTokens");
}

/// Bytes of a page of a pool, all layers.
template <class N>
std::optional<N> pageBytes(const std::vector<Buffer>& buffers, Buffer::Pool pool) {
    std::optional<N> sum;
    for (const Buffer& b : buffers) {
        if (b.pool != pool) continue;
        const N own = named<N>(b.layers, "layers", "layers", "") * named<N>(b.pageBytes, "page bytes", "B", "");
        sum = sum ? *sum + own : own;
    }
    return sum;
}

/// Everything that a request of this length takes of the pools.
template <class N>
N requestBytes(const Settings& q, const std::vector<Buffer>& buffers, Moment moment, const N& length) {
    std::optional<N> sum;
    const auto add = [&](const N& bytes) { sum = sum ? *sum + bytes : bytes; };
    if (const std::optional<N> page = pageBytes<N>(buffers, Buffer::Pool::full))
        add(fullPages(q, moment, length) * *page);
    if (const std::optional<N> page = pageBytes<N>(buffers, Buffer::Pool::window))
        add(windowPages(q, moment, length) * *page);
    if (const std::int64_t slot = slotBytes(q).both(); slot > 0)
        add(stateSlots<N>(q, moment) * named<N>(slot, "bytes of a slot", "B", ""));
    if (const std::int64_t ring = requestRingBytes(q); ring > 0 && moment != Moment::cached)
        add(named<N>(ring, "compressor inputs of a request", "B", ""));
    return sum ? *sum : named<N>(0, "", "B", "");
}

}  // namespace kvfit::sglang
