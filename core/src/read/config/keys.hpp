#pragma once

#include <string_view>

/// The spellings under which published configurations hold one and the same fact. The first is the
/// one that messages use. Older spellings: GPT-2 and BLOOM (n_*), GPT-J, MPT and DBRX (d_model,
/// attn_config), ChatGLM (kv_channels, multi_query_group_num, seq_length), Falcon (num_kv_heads), T5 and
/// Bart (d_kv, decoder_*), Mistral params.json (dim, n_kv_heads), Step (num_attention_groups).
namespace kvfit::config::keys {

using Key = std::string_view;

// Shape of the whole
inline constexpr Key modelType[] = {"model_type"};
inline constexpr Key layerCount[] = {"num_hidden_layers", "n_layer",        "n_layers",
                                     "num_layers",        "decoder_layers", "num_decoder_layers"};
inline constexpr Key hiddenSize[] = {"hidden_size", "n_embd", "d_model", "dim", "model_dim", "n_embed"};
inline constexpr Key vocabSize[] = {"vocab_size", "padded_vocab_size", "n_vocab"};
inline constexpr Key context[] = {"max_position_embeddings",
                                  "max_position_embedding",
                                  "max_target_positions",
                                  "n_positions",
                                  "seq_length",
                                  "max_seq_len",
                                  "max_sequence_length",
                                  "model_max_length",
                                  "max_seq_length",
                                  "max_context_length",
                                  "context_length",
                                  "n_ctx"};
inline constexpr Key longContext[] = {"model_max_length", "max_seq_len", "max_sequence_length"};
inline constexpr Key dtype[] = {"dtype", "torch_dtype"};

// Attention heads
inline constexpr Key heads[] = {"num_attention_heads", "n_head",          "n_heads",        "decoder_attention_heads",
                                "num_heads",           "attention_heads", "num_query_heads"};
inline constexpr Key kvHeads[] = {
    "num_key_value_heads",   "num_kv_heads",         "n_kv_heads",       "n_head_kv", "n_kv_head",
    "multi_query_group_num", "num_attention_groups", "num_query_groups", "kv_n_heads"};
inline constexpr Key headDim[] = {"head_dim", "attention_head_dim", "kv_channels", "d_kv", "hidden_size_per_head"};
inline constexpr Key valueHeadDim[] = {"v_head_dim", "value_head_dim"};
inline constexpr Key multiQuery[] = {"multi_query", "multi_query_attention"};
inline constexpr Key queryGroups[] = {"multi_query_group_num"};
inline constexpr Key newDecoder[] = {"new_decoder_architecture"};
inline constexpr Key attnConfig[] = {"attn_config"};
inline constexpr Key attnType[] = {"attn_type"};

// Local layers with a geometry of their own, and global ones
inline constexpr Key localHeads[] = {"swa_num_attention_heads", "num_swa_attention_heads"};
inline constexpr Key localKvHeads[] = {"swa_num_key_value_heads", "num_swa_key_value_heads"};
inline constexpr Key localHeadDim[] = {"swa_head_dim"};
inline constexpr Key localValueHeadDim[] = {"swa_v_head_dim"};
inline constexpr Key globalKvHeads[] = {"num_global_key_value_heads"};
inline constexpr Key globalHeadDim[] = {"global_head_dim"};

// Which layer keeps what
inline constexpr Key layerWords[] = {"layer_types", "layers_block_type", "attention_layers"};
inline constexpr Key cyclicWords[] = {"block_types", "_block_types"};
inline constexpr Key layerLetters[] = {"hybrid_override_pattern"};
inline constexpr Key linearOrFull[] = {"attn_type_list"};
inline constexpr Key windowOrFull[] = {"hybrid_layer_pattern"};
inline constexpr Key fullInterval[] = {"full_attention_interval"};
inline constexpr Key convOrFullIndices[] = {"full_attn_idxs"};
inline constexpr Key attentionPeriod[] = {"attn_layer_period"};
inline constexpr Key attentionOffset[] = {"attn_layer_offset"};
inline constexpr Key localIndices[] = {"local_layer_ids", "sliding_window_layers"};
inline constexpr Key windowPattern[] = {"sliding_window_pattern", "_sliding_window_pattern",
                                        "global_attn_every_n_layers"};
inline constexpr Key blocks[] = {"block_configs"};
inline constexpr Key parallelState[] = {"mamba_d_ssm"};

// Windows
inline constexpr Key window[] = {"sliding_window", "sliding_window_size", "attention_window_size", "window_size"};
inline constexpr Key useWindow[] = {"use_sliding_window"};
inline constexpr Key firstWindowLayer[] = {"max_window_layers"};
inline constexpr Key chunk[] = {"attention_chunk_size"};
inline constexpr Key noRopeLayers[] = {"no_rope_layers"};
inline constexpr Key noRopeInterval[] = {"no_rope_layer_interval", "nope_layer_interval"};
inline constexpr Key sharedKvLayers[] = {"num_kv_shared_layers"};
inline constexpr Key cachesPerLayer[] = {"caches_per_layer"};

// Latent attention and its indexer
inline constexpr Key latentRank[] = {"kv_lora_rank"};
inline constexpr Key ropeHeadDim[] = {"qk_rope_head_dim"};
inline constexpr Key nopeHeadDim[] = {"qk_nope_head_dim"};
inline constexpr Key indexDim[] = {"index_head_dim"};
inline constexpr Key indexerTypes[] = {"indexer_types"};
inline constexpr Key compressRatios[] = {"compress_ratios"};
inline constexpr Key sparseConfig[] = {"sparse_attention_config"};
inline constexpr Key sparseDim[] = {"sparse_index_dim"};
inline constexpr Key sparseLayers[] = {"sparse_attention_freq"};

// Linear attention and state space
inline constexpr Key linearConfig[] = {"linear_attn_config"};
inline constexpr Key kdaLayers[] = {"kda_layers"};
inline constexpr Key fullLayers[] = {"full_attn_layers"};
inline constexpr Key kdaHeads[] = {"num_heads"};
inline constexpr Key kdaHeadDim[] = {"head_dim"};
inline constexpr Key kdaKernel[] = {"short_conv_kernel_size"};
inline constexpr Key gdnKeyHeads[] = {"linear_num_key_heads"};
inline constexpr Key gdnValueHeads[] = {"linear_num_value_heads"};
inline constexpr Key gdnKeyDim[] = {"linear_key_head_dim"};
inline constexpr Key gdnValueDim[] = {"linear_value_head_dim"};
inline constexpr Key gdnKernel[] = {"linear_conv_kernel_dim"};
inline constexpr Key mambaHeads[] = {"mamba_num_heads", "mamba_n_heads"};
inline constexpr Key mambaHeadDim[] = {"mamba_head_dim", "mamba_d_head", "mamba_headdim"};
inline constexpr Key stateSize[] = {"ssm_state_size", "mamba_d_state", "state_size"};
inline constexpr Key stateGroups[] = {"n_groups", "mamba_n_groups", "mamba_ngroups"};
inline constexpr Key stateKernel[] = {"conv_kernel", "mamba_d_conv", "conv_dimension"};
inline constexpr Key stateExpand[] = {"expand", "mamba_expand", "expansion_factor"};
inline constexpr Key stateInner[] = {"intermediate_size"};
inline constexpr Key stateRank[] = {"time_step_rank", "mamba_dt_rank"};
inline constexpr Key stateDtype[] = {"mamba_ssm_dtype", "mamba_ssm_cache_dtype"};

// Speculative layers
inline constexpr Key draftLayers[] = {"num_nextn_predict_layers", "num_mtp_modules", "mtp_num_hidden_layers",
                                      "num_mtp_layers", "_num_mtp_layers"};
inline constexpr Key draftDepth[] = {"mtp_transformer_layers"};
inline constexpr Key useDraft[] = {"use_mtp"};
inline constexpr Key draftConfig[] = {"mtp_config"};

// Stored types
inline constexpr Key quantization[] = {"quantization_config"};
inline constexpr Key kvScheme[] = {"kv_cache_scheme"};
inline constexpr Key kvAlgorithm[] = {"kv_cache_quant_algo"};

}  // namespace kvfit::config::keys
