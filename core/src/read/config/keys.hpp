#pragma once

#include <string_view>

/// The spellings under which published configurations hold one and the same fact. The first is the
/// one that messages use.
namespace kvfit::config::keys {

using Key = std::string_view;

// Shape of the whole
inline constexpr Key architectures[] = {"architectures"};
inline constexpr Key modelType[] = {"model_type"};
inline constexpr Key layerCount[] = {"num_hidden_layers", "n_layer", "n_layers", "num_layers",
                                     "num_transformer_layers"};
inline constexpr Key blockCount[] = {"num_layers"};
inline constexpr Key decoderLayerCount[] = {"decoder_layers",    "num_decoder_layers", "decoder_num_hidden_layers",
                                            "num_hidden_layers", "num_layers",         "n_layer"};
inline constexpr Key hiddenSize[] = {"hidden_size", "n_embd", "d_model", "dim", "model_dim", "n_embed"};
inline constexpr Key vocabSize[] = {"vocab_size", "padded_vocab_size", "n_vocab"};
inline constexpr Key context[] = {"max_position_embeddings",
                                  "max_position_embedding",
                                  "max_target_positions",
                                  "n_positions",
                                  "seq_length",
                                  "max_seq_len",
                                  "max_sequence_length",
                                  "max_seq_length",
                                  "context_length",
                                  "max_context_length",
                                  "context_window_size",
                                  "n_ctx"};
inline constexpr Key longContext[] = {"model_max_length", "max_seq_len", "max_sequence_length"};
inline constexpr Key dtype[] = {"dtype", "torch_dtype"};

// Attention heads. attn_config: MPT, DBRX. n_heads_in_group: query heads for one KV head (NAS models).
inline constexpr Key heads[] = {"num_attention_heads", "n_head",          "n_heads",
                                "num_query_heads",     "attention_heads", "num_heads"};
inline constexpr Key decoderHeads[] = {"decoder_attention_heads", "decoder_num_attention_heads", "num_attention_heads",
                                       "num_heads", "n_head"};
inline constexpr Key decoderKvHeads[] = {"decoder_num_key_value_heads", "num_key_value_heads"};
inline constexpr Key kvHeads[] = {
    "num_key_value_heads",   "num_kv_heads",         "n_kv_heads",       "n_head_kv",  "n_kv_head",
    "multi_query_group_num", "num_attention_groups", "num_query_groups", "kv_n_heads", "num_multi_query_heads"};
inline constexpr Key kvHeadsByLayer[] = {"num_key_value_heads_per_layer"};
inline constexpr Key headDim[] = {"head_dim", "attention_head_dim",   "kv_channels",
                                  "d_kv",     "hidden_size_per_head", "head_size"};
inline constexpr Key splitNope[] = {"qk_nope_dim"};
inline constexpr Key splitRope[] = {"qk_rope_dim"};
inline constexpr Key ownHeadDim[] = {"attention_head_dim"};
inline constexpr Key inputRepeat[] = {"attention_input_repeat"};
inline constexpr Key valueHeadDim[] = {"v_head_dim", "value_head_dim", "v_channels", "attention_v_dim"};
inline constexpr Key multiQuery[] = {"multi_query"};
inline constexpr Key newDecoder[] = {"new_decoder_architecture"};
inline constexpr Key multiQueryAttention[] = {"multi_query_attention"};
inline constexpr Key queryGroups[] = {"multi_query_group_num"};
inline constexpr Key attnConfig[] = {"attn_config"};
inline constexpr Key attnType[] = {"attn_type"};
inline constexpr Key headsInGroup[] = {"n_heads_in_group", "n_shared_head"};

// Local layers with a geometry of their own, and global ones
inline constexpr Key localHeads[] = {"swa_num_attention_heads", "num_swa_attention_heads"};
inline constexpr Key localKvHeads[] = {"swa_num_key_value_heads", "num_swa_key_value_heads"};
inline constexpr Key localHeadDim[] = {"swa_head_dim"};
inline constexpr Key localValueHeadDim[] = {"swa_v_head_dim"};
inline constexpr Key localLatentRank[] = {"swa_kv_lora_rank", "kv_lora_rank"};
inline constexpr Key localRopeHeadDim[] = {"swa_qk_rope_head_dim", "qk_rope_head_dim"};
inline constexpr Key otherSetting[] = {"attention_other_setting"};
inline constexpr Key globalKvHeads[] = {"num_global_key_value_heads"};
inline constexpr Key globalHeadDim[] = {"global_head_dim"};

// Which layer keeps what
inline constexpr Key layerWords[] = {"layer_types", "layers_block_type", "attention_layers", "mixer_types"};
inline constexpr Key cyclicWords[] = {"block_types", "_block_types"};
inline constexpr Key repeatedWords[] = {"attention_types"};
inline constexpr Key layerLetters[] = {"hybrid_override_pattern"};
inline constexpr Key linearOrFull[] = {"attn_type_list"};
inline constexpr Key windowOrFull[] = {"hybrid_layer_pattern"};
inline constexpr Key hybridWindows[] = {"is_hybrid_swa"};
inline constexpr Key fullInterval[] = {"full_attention_interval", "global_attention_interval"};
inline constexpr Key groupSize[] = {"layer_group_size"};
inline constexpr Key convOrFullIndices[] = {"full_attn_idxs"};
inline constexpr Key mambaOrFullIndices[] = {"attn_layer_indices"};
inline constexpr Key linearOrFullIndices[] = {"full_attention_layers", "gqa_layers"};
inline constexpr Key mambaStep[] = {"mamba_step"};
inline constexpr Key fullIndices[] = {"full_attention_idx"};
inline constexpr Key hybridIndices[] = {"hybrid_layer_ids"};
inline constexpr Key attentionPeriod[] = {"attn_layer_period"};
inline constexpr Key attentionOffset[] = {"attn_layer_offset"};
inline constexpr Key periodLead[] = {"attn_layer_lead"};
inline constexpr Key periodWord[] = {"attn_layer_word"};
inline constexpr Key localIndices[] = {"local_layer_ids", "sliding_window_layers"};
inline constexpr Key windowPattern[] = {"sliding_window_pattern", "_sliding_window_pattern",
                                        "global_attn_every_n_layers"};
inline constexpr Key windowPeriod[] = {"sliding_window_period"};
inline constexpr Key crossIndices[] = {"cross_attention_layers"};
inline constexpr Key blocks[] = {"block_configs"};
inline constexpr Key perLayer[] = {"per_layer_config"};
inline constexpr Key parallelState[] = {"mamba_d_ssm"};
inline constexpr Key mambaPerLayer[] = {"mb_per_layer"};
inline constexpr Key cachesPerLayer[] = {"caches_per_layer", "total_ut_steps", "num_loops"};
inline constexpr Key loops[] = {"loop_num"};
inline constexpr Key loopWindow[] = {"loop_window_size"};

// Windows, chunks, sharing
inline constexpr Key window[] = {"sliding_window", "sliding_window_size", "attention_window_size",
                                 "window_size",    "sliding_windows",     "interleaved_sliding_window",
                                 "window_length"};
inline constexpr Key windowList[] = {"sliding_window", "interleaved_sliding_window", "sliding_windows"};
inline constexpr Key useWindow[] = {"use_sliding_window"};
inline constexpr Key firstWindowLayer[] = {"max_window_layers"};
inline constexpr Key chunk[] = {"attention_chunk_size"};
inline constexpr Key noRopeLayers[] = {"no_rope_layers"};
inline constexpr Key noRopeInterval[] = {"no_rope_layer_interval", "nope_layer_interval"};
inline constexpr Key sharedKvLayers[] = {"num_kv_shared_layers"};
inline constexpr Key swiftKv[] = {"swiftkv"};
inline constexpr Key swiftKvShape[] = {"num_key_value_layers", "key_value_group_size"};
inline constexpr Key useCla[] = {"use_cla"};
inline constexpr Key claFactor[] = {"cla_share_factor"};

// Latent and compressed attention, indexers
inline constexpr Key useLatent[] = {"use_mla"};
inline constexpr Key latentRank[] = {"kv_lora_rank", "attention_kv_lora_dim"};
inline constexpr Key ropeHeadDim[] = {"qk_rope_head_dim", "attention_qk_rope_dim"};
inline constexpr Key nopeHeadDim[] = {"qk_nope_head_dim", "attention_qk_dim"};
inline constexpr Key indexDim[] = {"index_head_dim", "indexer_head_dim"};
inline constexpr Key indexHeads[] = {"index_n_heads", "indexer_n_heads", "index_topk"};
inline constexpr Key indexRatio[] = {"indexer_compress_ratio", "index_kpool"};
inline constexpr Key indexerTypes[] = {"indexer_types"};
inline constexpr Key indexPattern[] = {"index_topk_pattern"};
inline constexpr Key indexInterval[] = {"index_topk_freq"};
inline constexpr Key indexEvery[] = {"cli_factor"};
inline constexpr Key indexOffset[] = {"index_skip_topk_offset"};
inline constexpr Key compressRatios[] = {"compress_ratios"};
inline constexpr Key entryLayers[] = {"kv_source_layer_ids"};
inline constexpr Key compressRope[] = {"compress_rope_theta"};
inline constexpr Key compressRates[] = {"compress_rates"};
inline constexpr Key sparseRate[] = {"compress_rate_csa", "compressed_sparse_attention"};
inline constexpr Key heavyRate[] = {"compress_rate_hca", "heavily_compressed_attention"};
inline constexpr Key rotaryFactor[] = {"partial_rotary_factor"};
inline constexpr Key sparseConfig[] = {"sparse_attention_config"};
inline constexpr Key blockSparse[] = {"sparse_config"};
inline constexpr Key poolStride[] = {"kernel_stride"};
inline constexpr Key sparseUsed[] = {"use_sparse_attention"};
inline constexpr Key sparseDim[] = {"sparse_index_dim"};
inline constexpr Key sparseLayers[] = {"sparse_attention_freq"};

// Linear attention
inline constexpr Key linearConfig[] = {"linear_attn_config"};
inline constexpr Key kdaLayers[] = {"kda_layers"};
inline constexpr Key fullLayers[] = {"full_attn_layers"};
inline constexpr Key kdaHeads[] = {"num_heads", "num_attention_heads"};
inline constexpr Key kdaHeadDim[] = {"head_dim"};
inline constexpr Key kdaKernel[] = {"short_conv_kernel_size"};
inline constexpr Key gdnKeyHeads[] = {"linear_num_key_heads"};
inline constexpr Key gdnValueHeads[] = {"linear_num_value_heads"};
inline constexpr Key gdnKeyDim[] = {"linear_key_head_dim"};
inline constexpr Key gdnValueDim[] = {"linear_value_head_dim"};
inline constexpr Key gdnKernel[] = {"linear_conv_kernel_dim"};
inline constexpr Key lightning[] = {"attn_type_list", "layernorm_linear_attention_alpha", "linear_attn_alpha_factor",
                                    "group_norm_size", "lightning_nh"};
inline constexpr Key lightningHeads[] = {"lightning_nh"};
inline constexpr Key lightningHeadDim[] = {"lightning_head_dim"};

// State space and recurrence
inline constexpr Key mambaHeads[] = {"mamba_num_heads", "mamba_n_heads", "n_mamba_heads"};
inline constexpr Key mambaHeadDim[] = {"mamba_head_dim", "mamba_d_head", "mamba_headdim", "headdim"};
inline constexpr Key stateSize[] = {"ssm_state_size", "mamba_d_state", "state_size", "d_state"};
inline constexpr Key stateGroups[] = {"n_groups", "mamba_n_groups", "mamba_ngroups", "ngroups"};
/// Objects that hold a part of the layer's keys: mamba_ssm's mixer, with its class in a word; Mistral's experts.
inline constexpr Key mixer[] = {"ssm_cfg"};
inline constexpr Key mixerClass[] = {"layer"};
inline constexpr Key sections[] = {mixer[0], "moe"};
inline constexpr Key stateKernel[] = {"conv_kernel", "mamba_d_conv", "conv_dimension", "d_conv"};
inline constexpr Key stateExpand[] = {"expand", "mamba_expand", "expansion_factor"};
inline constexpr Key stateInner[] = {"intermediate_size", "d_inner"};
inline constexpr Key stateRank[] = {"time_step_rank", "mamba_dt_rank"};
inline constexpr Key stateChunk[] = {"mamba_chunk_size", "chunk_size"};
inline constexpr Key stateDtype[] = {"mamba_ssm_dtype", "mamba_ssm_cache_dtype", "ssm_cache_dtype"};
inline constexpr Key pureHeads[] = {"num_heads"};
inline constexpr Key pureHeadDim[] = {"head_dim"};
inline constexpr Key sharedHeadDim[] = {"hidden_size_per_head"};
inline constexpr Key lruWidth[] = {"lru_width"};
inline constexpr Key lruKernel[] = {"conv1d_width"};
inline constexpr Key rwkv[] = {"rescale_every", "head_size_divisor", "decay_low_rank_dim"};
inline constexpr Key rwkvWidth[] = {"attention_hidden_size"};
inline constexpr Key rwkvHeadSize[] = {"head_size", "head_dim"};

// Short convolutions beside attention
inline constexpr Key convCache[] = {"conv_L_cache"};
inline constexpr Key useSideConv[] = {"use_sconv"};
inline constexpr Key sideConv[] = {"sconv_kernel_size", "conv_kernel_size"};
inline constexpr Key keyValueConv[] = {"conv_window"};
inline constexpr Key embeddedLayers[] = {"ple_layer_ids"};
inline constexpr Key embeddedKernel[] = {"ple_conv_kernel_size"};
inline constexpr Key ngramSize[] = {"ngram_size"};
inline constexpr Key streams[] = {"hc_count", "hc_mult"};
inline constexpr Key ccaFirst[] = {"cca_time0"};
inline constexpr Key ccaSecond[] = {"cca_time1"};

// Encoders
inline constexpr Key encodesAlone[] = {"encodes_alone"};
inline constexpr Key decodes[] = {"is_decoder"};
inline constexpr Key picture[] = {"image_size", "patch_size", "num_channels"};

// Encoder-decoder and vision
inline constexpr Key audio[] = {"audio_config", "multimodal"};
inline constexpr Key audioParams[] = {"whisper_model_args"};
inline constexpr Key audioEncoder[] = {"encoder_args"};
inline constexpr Key audioDownsampling[] = {"downsample_args"};
inline constexpr Key causal[] = {"causal", "is_causal"};
inline constexpr Key downsample[] = {"downsample_factor"};
inline constexpr Key encoderDecoder[] = {"is_encoder_decoder"};
inline constexpr Key sourcePositions[] = {"max_source_positions", "max_encoder_position_embeddings",
                                          "max_position_embeddings", "n_positions"};
inline constexpr Key encoder[] = {"encoder", "text_encoder"};
inline constexpr Key vision[] = {"vision_config"};
inline constexpr Key imageSize[] = {"image_size"};
inline constexpr Key patchSize[] = {"patch_size"};
inline constexpr Key tiles[] = {"max_num_tiles"};

// Speculative layers
inline constexpr Key draftLayers[] = {"num_nextn_predict_layers", "num_mtp_modules", "mtp_num_hidden_layers",
                                      "num_mtp_layers", "_num_mtp_layers"};
inline constexpr Key draftDepth[] = {"mtp_transformer_layers"};
inline constexpr Key useDraft[] = {"use_mtp"};
inline constexpr Key draftConfig[] = {"mtp_config"};

// Stored types
inline constexpr Key quantization[] = {"quantization_config", "compression_config", "quantization"};
inline constexpr Key quantizationInner[] = {"quantization"};
inline constexpr Key quantMethod[] = {"quant_method", "quant_algo", "qformat_weight"};
inline constexpr Key kvScheme[] = {"kv_cache_scheme"};
inline constexpr Key kvAlgorithm[] = {"kv_cache_quant_algo", "kv_cache_dtype"};
inline constexpr Key numBits[] = {"num_bits", "bits", "w_bit"};
inline constexpr Key numberType[] = {"type"};
inline constexpr Key format[] = {"format"};
inline constexpr Key configGroups[] = {"config_groups"};
inline constexpr Key weightScheme[] = {"weights"};
inline constexpr Key expertDtype[] = {"expert_dtype"};

}  // namespace kvfit::config::keys
