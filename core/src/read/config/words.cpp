#include "read/config/words.hpp"

namespace kvfit::config {

namespace {

struct Meaning {
    std::string_view word;
    Layer layer;
};

// layer_types of transformers configuration_utils.py (ALLOWED_LAYER_TYPES), layers_block_type of
// Zamba2 and Nemotron-H, attention_layers of GPT-Neo, block_types of RecurrentGemma.
constexpr Meaning words[] = {
    {"full_attention", full},
    {"attention", full},
    {"full", full},
    {"global", full},
    {"global_attention", full},
    {"sliding_attention", window},
    {"sliding_window_attention", window},
    {"sliding_window", window},
    {"sliding", window},
    {"local", window},
    {"local_attention", window},
    {"chunked_attention", chunked},
    {"linear_attention", linear},
    {"mamba", mamba},
    {"mamba2", mamba},
    {"recurrent", recurrent},
    {"conv", conv},
    {"hybrid", parallel},
    {"moe", nothing},
    {"mlp", nothing},
};

}  // namespace

std::optional<Layer> layerOfWord(std::string_view word) {
    for (const Meaning& m : words)
        if (m.word == word) return m.layer;
    return std::nullopt;
}

std::optional<Layer> layerOfLetter(char letter) {
    switch (letter) {
        case 'M':
            return mamba;
        case '*':
        case 'G':
            return full;
        case 'L':
            return window;
        case '-':
        case 'E':
            return nothing;
        default:
            return std::nullopt;
    }
}

std::string layerWordList() {
    std::string all;
    for (const Meaning& m : words) all += (all.empty() ? "" : ", ") + std::string(m.word);
    return all;
}

}  // namespace kvfit::config
