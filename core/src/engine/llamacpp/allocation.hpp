#pragma once

#include <vector>

#include "engine/llamacpp/rows.hpp"

namespace kvfit::llamacpp {

/// What one part takes in a context: K and V tensors of all its layers, and the work state of a compressor.
template <class N>
struct Allocation {
    const CachePart* part;
    N k;
    std::optional<N> v;
    std::optional<N> compressor;
};

/// llama.cpp computes cross attention anew; only Ollama's own runner keeps it, in f32, for one sequence
/// (ollama model/models/mllama, kvcache/encoder.go, read from its logs).
inline bool isStored(const Settings& s, const CachePart& part) {
    return part.role != Role::cross || s.program == Program::ollama;
}

template <class N>
Allocation<N> allocate(const Settings& s, const CachePart& part, Holding holding, std::int64_t ctx) {
    const N layers = Ask<N>{part, s.types}.of(part.layerCount(), "layers", "layers");
    const N cells = layers * cellsOf<N>(s, part, holding, ctx);
    const CellBytes<N> cell = cellBytes<N>(s, part, holding);
    Allocation<N> out{&part, cells * cell.k, std::nullopt, std::nullopt};
    if (cell.v) out.v = cells * *cell.v;
    if (const std::optional<N> state = compressorBytes<N>(s, part); state && holding != Holding::content) {
        const std::int64_t copies =
            holding == Holding::live ? std::min(s.sequences, s.slots) : s.slots * (1 + s.rollback);
        out.compressor = layers * named<N>(copies, "states", "states", "nParallel") * *state;
    }
    return out;
}

/// Everything that a context takes.
template <class N>
std::vector<Allocation<N>> allocateAll(const Settings& s, Holding holding, std::int64_t ctx) {
    std::vector<Allocation<N>> out;
    out.reserve(s.parts.size());
    for (const CachePart& part : s.parts)
        if (isStored(s, part)) out.push_back(allocate<N>(s, part, holding, ctx));
    return out;
}

/// The sum of all tensors.
template <class N>
N totalOf(const std::vector<Allocation<N>>& all) {
    std::optional<N> sum;
    const auto add = [&](const N& bytes) { sum = sum ? *sum + bytes : bytes; };
    for (const Allocation<N>& a : all) {
        add(a.k);
        if (a.v) add(*a.v);
        if (a.compressor) add(*a.compressor);
    }
    return sum ? *sum : named<N>(0, "", "B", "");
}

}  // namespace kvfit::llamacpp
