#pragma once

#include <vector>

#include "read/gguf/fields.hpp"

namespace kvfit::gguf {

inline constexpr std::int64_t mostLayers = 512;  // LLAMA_MAX_LAYERS, llama.cpp src/llama-hparams.h

/// What one layer keeps: an attention cache, a state, both or neither.
struct Layer {
    enum class Attention : std::uint8_t { none, full, window, chunked };
    Attention attention = Attention::none;
    bool state = false;
};

/// The layers in order; those of an unused draft module are left out.
std::vector<Layer> layersOf(Fields& fields);

}  // namespace kvfit::gguf
