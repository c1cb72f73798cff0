#pragma once

#include <string_view>

#include "read/config/document.hpp"
#include "read/config/keys.hpp"

// Keys whose words sound as if they described what a layer keeps.
namespace kvfit::config {

/// Words in a key that say that it describes what a layer keeps.
inline constexpr std::string_view strongWords[] = {
    "compress", "indexer",  "index_",     "ssm",        "mamba",  "recurren",        "lru_",
    "sliding",  "_window",  "window_",    "swa_",       "latent", "kv_lora",         "kda",
    "delta",    "linear_",  "conv_state", "short_conv", "sconv",  "kv_head",         "key_value",
    "kv_share", "kv_reuse", "cache_",     "retention",  "yoco",   "cross_attention",
};
/// Words that often stand beside such a description.
inline constexpr std::string_view weakWords[] = {
    "attn", "attention", "layer_type", "block_type", "state", "chunk", "kernel", "memory", "sparse",
};
/// Parts for other modalities, which repeat such words for their own layers, and what is never a cache.
inline constexpr std::string_view otherParts[] = {
    "vision", "visual",    "vit_", "audio",        "image",     "video",     "speech",
    "talker", "token2wav", "rope", "quantization", "projector", "resampler",
};

/// Keys of recurrences that are not known here, whatever their value: flash-linear-attention, xLSTM.
inline constexpr std::string_view foreignKeys[] = {"expand_k", "expand_v", "expand_ratio", "qk_dim_factor"};

// clang-format off

/// Keys of published files that hold such a word and decide nothing about the cache's size: training,
/// kernels, masks, scaling, expert routing, positions.
inline constexpr std::string_view harmlessKeys[] = {
    "attention_bias", "attention_dropout", "attention_multiplier", "attention_out_multiplier",
    "attention_in_multiplier", "attention_probs_dropout_prob", "attention_softmax_in_fp32", "attention_output_gate",
    "attention_gate_type", "attention_method", "attention_value_scale", "attention_sink", "attention_hidden_size",
    "attention_k_eq_v", "attention_scaling", "attention_logit_cap", "attention_projection_layout", "attention_class",
    "attn_bias", "attn_dropout", "attn_dropout_prob", "attn_pdrop", "attn_logit_softcapping", "attn_implementation",
    "_attn_implementation", "_attn_implementation_autoset", "attn_output_gate", "attn_temperature_tuning",
    "attn_scale", "attn_res_block_size", "attn_mode", "attn_factor", "attn_qkv_bias", "add_swa_attention_sink_bias",
    "add_full_attention_sink_bias", "swa_rope_theta", "swa_attention_gate_type", "swa_num_attention_heads",
    "swa_qk_nope_head_dim", "swa_q_lora_rank", "num_swa_attention_heads", "scale_attention_softmax_in_fp32",
    "scale_attn_weights", "scale_attn_by_inverse_layer_idx", "reorder_and_upcast_attn", "parallel_attn",
    "num_ln_in_parallel_attn", "full_attn_mod", "full_attn_alpha_factor", "full_attn_beta_factor",
    "linear_attn_beta_factor", "layernorm_full_attention_alpha", "layernorm_full_attention_beta",
    "layernorm_linear_attention_beta", "norm_attention", "apply_query_key_layer_scaling", "initial_context_length",
    "add_bias_linear", "gated_linear_unit", "mup_attn_multiplier", "use_shared_attention_lora",
    "use_shared_attention_adapter", "dense_attention_every_n_layers", "num_attention_heads_per_layer",
    "num_sliding_attention_heads", "use_bidirectional_attention", "is_causal", "sparse_use_index",
    "activation_sparsity_pattern", "decoder_sparse_step", "moe_layer_freq", "mlp_layer_types",
    "encoder_attention_heads", "encoder_num_key_value_heads", "num_key_value_groups", "decoder_attention_heads",
    "index_n_heads", "index_topk", "indexer_n_heads", "indexer_kv_heads", "indexer_budget", "index_topk_blocks", "index_block_size", "index_local_blocks",
    "index_share_for_mtp_iteration", "index_init_tokens", "index_top_k", "index_n_kv_heads", "num_noise_heads", "index_local_tokens", "index_k_norm_type", "mla_scale_kv_lora", "mla_scale_q_lora", "kda_lower_bound", "kda_safe_gate", "no_kda_lora", "use_kda_lora", "kda_use_full_proj", "kda_allow_neg_eigval", "index_head_num", "indexer_rope_interleave", "image_token_index",
    "video_token_index", "audio_token_index", "compress_rope_theta", "image_seq_length", "mamba_act", "mamba_bias",
    "mamba_chunk_size", "mamba_conv_bias", "mamba_dt_max", "mamba_dt_min", "mamba_dt_limit", "mamba_dt_init_floor",
    "mamba_hidden_act", "mamba_inner_layernorms", "mamba_norm_before_gate", "mamba_proj_bias", "mamba_rms_norm",
    "mamba_use_mlp", "mamba_enabled", "use_mamba_kernels", "use_mem_rope", "num_mem_blocks", "ssm_in_multiplier",
    "ssm_multipliers", "ssm_out_multiplier", "mamba_multiplier", "use_conv_bias", "linear_use_short_conv", "conv_bias",
    "conv_use_xavier_init", "conv_dim", "conv_dim_out", "chunk_size", "chunk_size_feed_forward",
    "output_hidden_states", "output_attentions", "cache_implementation", "kv_cache_dtype",
    "cross_attention_hidden_size", "add_cross_attention", "blocksparse_block_size", "blocksparse_num_local_blocks",
    "blocksparse_vert_stride", "blocksparse_homo_head_pattern", "blocksparse_params",
    "blocksparse_triton_kernel_block_size", "linear_bias", "linear_allow_neg_eigval", "linear_a_log_min",
    "linear_a_log_max", "linear_dt_min", "linear_dt_max", "max_window_layers", "layer_types", "moe_latent_size",
    "latent_moe_use_norm", "mtp_hybrid_override_pattern", "mtp_layers_block_type", "mtp_layer_types",
    "fused_attention", "group_norm_size", "use_linear_silu", "linear_silu", "mlp_type", "sparse_mode",
    "num_attention_sinks", "keep_window_size", "prefix_dense_sliding_window_pattern", "attention_sinks",
    "rswa_window", "kv_channels", "multi_query_attention", "activation_situ_linear_beta", "query_key_layer_scaling",
    "dual_chunk_attention_config", "attn_layer_offset", "context_window_size",
    "index_source_layer_ids", "engram_compressed_vocab_size", "number_of_conv_states",
};

/// Keys that this reader understands, of those that hold such a word.
inline constexpr Names understoodKeys[] = {
    keys::heads, keys::kvHeads, keys::kvHeadsByLayer, keys::decoderKvHeads, keys::headDim, keys::inputRepeat,
    keys::attnConfig, keys::otherSetting, keys::attnType, keys::localKvHeads, keys::localHeadDim,
    keys::localValueHeadDim, keys::localLatentRank, keys::localRopeHeadDim, keys::globalKvHeads, keys::layerWords,
    keys::cyclicWords, keys::repeatedWords, keys::linearOrFull, keys::fullInterval, keys::convOrFullIndices,
    keys::mambaOrFullIndices, keys::linearOrFullIndices, keys::mambaStep, keys::fullIndices, keys::attentionPeriod, keys::localIndices,
    keys::windowPattern, keys::windowPeriod, keys::crossIndices, keys::parallelState, keys::window, keys::useWindow,
    keys::firstWindowLayer, keys::chunk, keys::sharedKvLayers, keys::loopWindow, keys::indexDim, keys::indexerTypes,
    keys::indexPattern, keys::indexInterval, keys::indexOffset, keys::compressRatios, keys::compressRates,
    keys::sparseRate, keys::heavyRate, keys::sparseConfig, keys::blockSparse, keys::linearConfig, keys::kdaKernel, keys::gdnKeyHeads,
    keys::gdnValueHeads, keys::gdnKeyDim, keys::gdnValueDim, keys::gdnKernel, keys::lightning, keys::lightningHeads, keys::lightningHeadDim, keys::mambaHeads,
    keys::mambaHeadDim, keys::stateSize, keys::stateKernel, keys::stateRank, keys::stateDtype, keys::lruWidth,
    keys::convCache, keys::sideConv, keys::keyValueConv, keys::latentRank, keys::stateGroups, keys::stateExpand,
    keys::globalHeadDim, keys::perLayer, keys::rwkvWidth, keys::rwkv, keys::cachesPerLayer, keys::useSideConv,
    keys::ccaFirst, keys::draftLayers, keys::mixer, keys::indexRatio,
};

// clang-format on

}  // namespace kvfit::config
