#include "read/config/words.hpp"

namespace kvfit::config {

namespace {

struct Meaning {
    std::string_view word;
    Layer layer;
};

// layer_types: huggingface/transformers configuration_utils.py (ALLOWED_LAYER_TYPES, also the older
// words that it maps). layers_block_type: Zamba2, Nemotron-H, Phi-4-flash. attention_layers: GPT-Neo.
// block_types: RecurrentGemma. Layers without a cache of their own: feed-forward and shared ones.
constexpr Meaning words[] = {
    {"full_attention", full},
    {"sliding_attention", window},
    {"chunked_attention", chunked},
    {"linear_attention", linear},
    {"deepseek_sparse_attention", sparse},
    {"minimax_m3_sparse", sparse},
    {"qwen_sparse_attention", sparse},
    {"compressed_sparse_attention", compressedSparse},
    {"heavily_compressed_attention", compressedHeavy},
    {"mamba", mamba},
    {"conv", conv},
    {"hybrid", hybrid},
    {"hybrid_sliding", hybridWindow},
    {"recurrent", recurrent},
    {"moe", nothing},
    {"mlp", nothing},
    {"attention", full},
    {"full", full},
    {"global", full},
    {"global_attention", full},
    {"sliding_window_attention", window},
    {"sliding_window", window},
    {"sliding", window},
    {"swa", window},
    {"local", window},
    {"local_attention", window},
    {"cross_attention", crossed},
    {"linear", linear},
    {"gated_deltanet", linear},
    {"gdn", linear},
    {"kda", linear},
    {"lightning_attention", linear},
    {"lightning", linear},
    {"lightning_attn", linear},
    {"lightning-attn", linear},
    {"minicpm4", full},
    {"agnes_global_attention", full},
    {"agnes_delta_attention", linear},
    {"mamba2", mamba},
    {"short_conv", conv},
    {"shared_attention", nothing},
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
