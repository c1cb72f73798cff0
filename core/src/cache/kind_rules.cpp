#include "kvfit/kind_rule.hpp"

namespace kvfit {

const std::vector<KindRule>& kindRules() {
    static const std::vector<KindRule> rules = {
        {Kind::full,
         "Each layer keeps K and V of every KV head for every token; query heads that share one keep it once.",
         "GQA, arXiv 2305.13245", "2026-11-29"},
        {Kind::window,
         "Each layer keeps K and V of the last tokens of its window, of all tokens while there are fewer.",
         "Mistral 7B, arXiv 2310.06825; Gemma 3, arXiv 2503.19786", "2026-11-29"},
        {Kind::chunked, "Each layer keeps K and V of the current chunk: all tokens until there is a whole one.",
         "Llama 4: attention_chunk_size of its configuration", "2026-11-29"},
        {Kind::cross,
         "Each layer keeps K and V of the encoder's or the image's tokens, whatever the length of the text.",
         "Transformer, arXiv 1706.03762, section 3.2.3", "2026-11-29"},
        {Kind::latent,
         "Each layer keeps one compressed vector and its rotary part for every token, in place of K and V of all "
         "heads.",
         "DeepSeek-V2, arXiv 2405.04434, section 2.1", "2026-11-29"},
        {Kind::window_latent, "Each layer keeps one vector for each of the last tokens of its window.",
         "DeepSeek-V4: sliding_window of its configuration", "2026-11-29"},
        {Kind::compressed, "Each layer keeps one vector for every full group of tokens, keys and values in one.",
         "DeepSeek-V4: compress_ratios of its configuration", "2026-11-29"},
        {Kind::indexer,
         "Each layer with an indexer of its own keeps one key for every token or group of tokens, whole on every rank.",
         "DeepSeek-V3.2, lightning indexer: index_head_dim of its configuration", "2026-11-29"},
        {Kind::recurrent, "Each layer keeps one state of fixed size, whatever the length: heads x rows x columns.",
         "Gated DeltaNet, arXiv 2412.06464; Kimi Linear, arXiv 2510.26692; Mamba-2, arXiv 2405.21060; Mamba, arXiv "
         "2312.00752",
         "2026-11-29"},
        {Kind::conv, "Each layer keeps the last inputs of its short convolution, one fewer than the kernel is wide.",
         "Mamba, arXiv 2312.00752; vLLM vllm/model_executor/layers/mamba/mamba_utils.py @7cfb97e337", "2026-11-29"},
    };
    return rules;
}

}  // namespace kvfit
