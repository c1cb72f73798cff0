#pragma once

#include "base/traced.hpp"
#include "engine/llamacpp/settings.hpp"

namespace kvfit::llamacpp {

/// Which cells are meant: all that are allocated, those that sequences of `tokens` occupy, or those
/// that the context asked for would need without rounding and work space.
enum class Holding { reserved, live, content };

/// The length of one stream of cells (`n_ctx_seq`) and of all together (`n_ctx`).
template <class N>
struct Context {
    N perStream;
    N total;
};

/// The context is rounded up, divided over the slots of a cache that is not unified, and each slot
/// rounded up again (llama.cpp src/llama-context.cpp @82bb48500).
template <class N>
Context<N> contextOf(const Settings& s, std::int64_t ctx) {
    const N unit = named<N>(s.padding, "padding", "cells", "nCtxPad");
    const N rounded = roundUp(named<N>(ctx, "ctx", "tokens", s.ctxSource), unit);
    if (s.unified) return {rounded, rounded};
    const N slots = named<N>(s.slots, "slots", "slots", "nParallel");
    const N slot = roundUp(maximum(floorDivide(rounded, slots), named<N>(1, "", "", "")), unit);
    return {slot, slot * slots};
}

/// Cells of one stream of window layers: the windows of the sequences that share it and the micro
/// batch being computed, never more than the context (src/llama-kv-cache-iswa.cpp @82bb48500).
template <class N>
N windowCells(const Settings& s, const CachePart& part, const Context<N>& context) {
    if (s.fullLength(part)) return context.perStream;
    N window = named<N>(part.window, "window", "tokens", "");
    if (s.sharing() > 1) window = window * named<N>(s.sharing(), "slots", "slots", "nParallel");
    return minimum(context.perStream, roundUp(window + named<N>(s.ubatch, "ubatch", "tokens", "nUbatch"),
                                              named<N>(s.padding, "padding", "cells", "nCtxPad")));
}

/// Cells of one stream that hold one entry for `ratio` tokens (src/llama-kv-cache-dsv4.cpp @82bb48500).
template <class N>
N compressedCells(const CachePart& part, const Context<N>& context) {
    return roundUp(ceilDivide(context.perStream, named<N>(part.ratio, "ratio", "tokens", "")),
                   named<N>(256, "padding", "cells", ""));
}

/// Cells of a part in all streams, or rows of its state.
template <class N>
N reservedCells(const Settings& s, const CachePart& part, const Context<N>& context) {
    const auto all = [&](const N& one) {
        return s.streams() == 1 ? one : one * named<N>(s.streams(), "slots", "slots", "nParallel");
    };
    switch (part.kind) {
        case Kind::window:
        case Kind::chunked:
        case Kind::window_latent:
            return all(windowCells(s, part, context));
        case Kind::compressed:
            return all(compressedCells(part, context));
        case Kind::indexer:
            return all(part.ratio == 1 ? context.perStream : compressedCells(part, context));
        case Kind::recurrent:
        case Kind::conv: {
            const N rows = named<N>(s.slots, "slots", "slots", "nParallel");
            return s.rollback == 0 ? rows : rows * named<N>(1 + s.rollback, "states", "states", "nRsSeq");
        }
        case Kind::cross:
            return named<N>(part.window, "encoder_tokens", "tokens", "");
        default:
            return all(context.perStream);
    }
}

/// Cells that `sequences` of `tokens` fill, at most `limit`.
template <class N>
N filledCells(const Settings& s, const CachePart& part, const N& sequences, const N& tokens, const N& limit) {
    switch (part.kind) {
        case Kind::window:
        case Kind::chunked:
        case Kind::window_latent:
            if (s.fullLength(part)) return minimum(sequences * tokens, limit);
            return minimum(sequences * minimum(tokens, named<N>(part.window, "window", "tokens", "")), limit);
        case Kind::compressed:
        case Kind::indexer:
            if (part.ratio == 1) return minimum(sequences * tokens, limit);
            return sequences * floorDivide(tokens, named<N>(part.ratio, "ratio", "tokens", ""));
        case Kind::recurrent:
        case Kind::conv:
            return sequences;
        case Kind::cross:
            return named<N>(part.window, "encoder_tokens", "tokens", "");
        default:
            return minimum(sequences * tokens, limit);
    }
}

/// Cells that the sequences of the scenario occupy now.
template <class N>
N liveCells(const Settings& s, const CachePart& part, const Context<N>& context) {
    const N sequences = minimum(named<N>(s.sequences, "sequences", "sequences", "sequences"),
                                named<N>(s.slots, "slots", "slots", "nParallel"));
    const N tokens = minimum(named<N>(s.tokens, "tokens", "tokens", "tokens"), context.perStream);
    return filledCells(s, part, sequences, tokens, reservedCells(s, part, context));
}

/// Cells that the context asked for needs, without rounding, micro batch and rollback states.
template <class N>
N contentCells(const Settings& s, const CachePart& part, std::int64_t ctx) {
    const N asked = named<N>(ctx, "ctx", "tokens", s.ctxSource);
    const N slots = named<N>(s.slots, "slots", "slots", "nParallel");
    const N tokens = s.unified ? asked : floorDivide(asked, slots);
    return filledCells(s, part, slots, tokens, s.unified && s.perSequence ? asked * slots : asked);
}

template <class N>
N cellsOf(const Settings& s, const CachePart& part, Holding holding, std::int64_t ctx) {
    if (holding == Holding::content) return contentCells<N>(s, part, ctx);
    const Context<N> context = contextOf<N>(s, ctx);
    return holding == Holding::live ? liveCells(s, part, context) : reservedCells(s, part, context);
}

}  // namespace kvfit::llamacpp
