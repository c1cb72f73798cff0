#pragma once

#include "read/config/keys.hpp"

/// Spellings of the facts that decide how many weights there are. See keys.hpp.
namespace kvfit::config::keys {

// Feed-forward layers
inline constexpr Key intermediate[] = {
    "intermediate_size", "ffn_hidden_size", "n_inner", "ff_intermediate_size", "ffn_dim",
    "inner_dim",         "hidden_dim",      "d_ff",    "block_ff_dim",         "inter_dim",
    "inner_hidden_size", "mlp_hidden_size", "ff_dim"};
inline constexpr Key roundedTo[] = {"multiple_of"};
inline constexpr Key roundedRatio[] = {"ffn_dim_multiplier"};
inline constexpr Key layerFactors[] = {"ffn_multipliers"};
inline constexpr Key layerUnit[] = {"ffn_dim_divisor"};
inline constexpr Key blockFactor[] = {"ffn_mult"};
inline constexpr Key skippedBlock[] = {"no_op"};
inline constexpr Key replacedBlock[] = {"replace_with_linear"};
inline constexpr Key decoderIntermediate[] = {"decoder_ffn_dim", "intermediate_size", "ffn_dim", "d_ff"};
inline constexpr Key denseIntermediate[] = {"intermediate_size_mlp", "dense_intermediate_size"};
inline constexpr Key parallelIntermediate[] = {"parallel_ffn_intermediate_size"};
inline constexpr Key expansion[] = {"expansion_ratio", "ffn_expansion_ratio", "mlp_ratio"};
inline constexpr Key ffnConfig[] = {"ffn_config"};
inline constexpr Key gatedMlp[] = {"gated_mlp", "is_gated_act"};
inline constexpr Key feedForwardWord[] = {"feed_forward_proj"};
inline constexpr Key activation[] = {"activation_type"};
inline constexpr Key halvedMlp[] = {"halved_mlp"};
inline constexpr Key adjustedMlp[] = {"block_auto_adjust_ff_dim"};
inline constexpr Key adjustedBlock[] = {"block_multiple_of"};
inline constexpr Key doubleWide[] = {"use_double_wide_mlp"};

// Experts
inline constexpr Key experts[] = {"num_experts",     "n_routed_experts", "num_local_experts", "moe_num_experts",
                                  "num_moe_experts", "n_experts",        "num_routed_experts"};
inline constexpr Key expertsPerToken[] = {
    "num_experts_per_tok", "num_experts_per_token", "experts_per_token", "moe_topk", "moe_top_k", "moe_k",
    "top_k_experts",       "n_activated_experts",   "experts_top_k"};
inline constexpr Key expertIntermediate[] = {
    "moe_intermediate_size", "expert_intermediate_size", "expert_ffn_hidden_size", "moe_ffn_hidden_size", "expert_dim",
    "moe_inter_dim",         "expert_hidden_dim",        "expert_inner_dim"};
inline constexpr Key sharedExperts[] = {"n_shared_experts", "num_shared_experts", "num_shared_expert",
                                        "moe_num_shared_experts"};
inline constexpr Key sharedIntermediate[] = {"shared_expert_intermediate_size", "moe_shared_expert_intermediate_size",
                                             "shared_intermediate_size", "share_expert_dim"};
inline constexpr Key expertLatent[] = {"moe_latent_size", "routed_expert_hidden_size"};
inline constexpr Key moeBlock[] = {"enable_moe_block"};
inline constexpr Key denseBeside[] = {"dense_mlp_beside_experts", "residual_moe"};

// Which layers have experts
inline constexpr Key mlpWords[] = {"mlp_layer_types"};
inline constexpr Key moeLayerText[] = {"moe_layers_enum"};
inline constexpr Key denseIndices[] = {"mlp_only_layers"};
inline constexpr Key sparseStep[] = {"decoder_sparse_step", "interleave_moe_layer_step"};
inline constexpr Key firstDense[] = {
    "first_k_dense_replace", "num_dense_layers", "moe_layer_start_index", "dense_mlp_idx",
    "moe_layer_num_skipped", "n_dense_layers",   "n_dense_first_layers",  "start_layer"};
inline constexpr Key moeFrequency[] = {"moe_layer_freq", "moe_layer_interval"};
inline constexpr Key expertPeriod[] = {"expert_layer_period"};
inline constexpr Key expertOffset[] = {"expert_layer_offset"};
inline constexpr Key blockWords[] = {"layers_block_type", "hybrid_override_pattern"};

inline constexpr Key sharedRuns[] = {"total_ut_steps", "num_loops", "weight_runs"};
inline constexpr Key expertBanks[] = {"num_blocks"};

// Embeddings and head
inline constexpr Key tied[] = {
    "tie_word_embeddings",       "tie_embedding",   "tie_embeddings", "share_input_output_embed",
    "share_input_output_layers", "tied_embeddings", "weight_tying"};
inline constexpr Key paddedTo[] = {"pad_vocab_size_multiple"};
inline constexpr Key embeddingWidth[] = {"word_embed_proj_dim"};
inline constexpr Key learntPositions[] = {"learned_position_embeddings"};
inline constexpr Key textVocabulary[] = {"text_vocab_size"};
inline constexpr Key draftVocabulary[] = {"draft_vocab_size"};
inline constexpr Key codebooks[] = {"num_codebooks", "num_code_groups"};
inline constexpr Key codebookSize[] = {"codebook_vocab_size", "audio_vocab_size", "vocab_size"};
inline constexpr Key codeDecoder[] = {"depth_decoder_config", "code_predictor_config"};
inline constexpr Key perLayerInput[] = {"hidden_size_per_layer_input"};
inline constexpr Key perLayerVocabulary[] = {"vocab_size_per_layer_input"};

// Embeddings of the last few tokens together: so many vocabularies' rows
inline constexpr Key ngramRatio[] = {"ngram_vocab_size_ratio", "oe_vocab_size_ratio"};
inline constexpr Key ngramRows[] = {"ngram_vocab_size_base"};
inline constexpr Key ngramWidth[] = {"ple_embed_dim"};

// Engram: tables of hashed n-grams in listed layers, with so many rows each
inline constexpr Key engramLayers[] = {"engram_layer_ids"};
inline constexpr Key engramRows[] = {"engram_num_embeddings"};
inline constexpr Key engramWidth[] = {"engram_head_dim"};

// Streams beside the hidden state, and a low-rank path beside each layer
inline constexpr Key alternating[] = {"altup_num_inputs"};
inline constexpr Key residualRank[] = {"laurel_rank"};
inline constexpr Key streamRank[] = {"hc_lowrank"};

// Attention
inline constexpr Key queryRank[] = {"q_lora_rank", "attention_q_lora_dim"};
inline constexpr Key localQueryRank[] = {"swa_q_lora_rank", "q_lora_rank"};
inline constexpr Key localNopeHeadDim[] = {"swa_qk_nope_head_dim", "qk_nope_head_dim"};
inline constexpr Key outputGate[] = {"attn_output_gate", "attn_use_output_gate", "use_gqa_gate"};
inline constexpr Key wholeGates[] = {"no_kda_lora", "kda_use_full_proj"};
inline constexpr Key gateFunction[] = {"attention_gate_func"};
inline constexpr Key valueExperts[] = {"mova_num_experts"};
inline constexpr Key queryExperts[] = {"attention_experts"};
inline constexpr Key latentGate[] = {"gated_attention", "gated_mla"};
inline constexpr Key sparseDraft[] = {"nextn_is_sparse"};
inline constexpr Key keyIsValue[] = {"attention_k_eq_v"};
inline constexpr Key outputGroups[] = {"o_groups"};
inline constexpr Key outputRank[] = {"o_lora_rank"};
inline constexpr Key attentionBias[] = {"attention_bias", "qkv_bias", "add_qkv_bias"};

// RWKV-7
inline constexpr Key lowRanks[] = {"decay_low_rank_dim", "a_low_rank_dim", "v_low_rank_dim", "gate_low_rank_dim"};

// Rotary positions
inline constexpr Key rotaryShare[] = {"partial_rotary_factor", "rotary_pct", "rope_pct", "rotary_percent"};
inline constexpr Key rotaryWidth[] = {"rotary_dim"};
inline constexpr Key rotaryParameters[] = {"rope_parameters", "rope_scaling"};
inline constexpr Key rotaryKinds[] = {"full_attention"};
inline constexpr Key localTheta[] = {"rope_local_base_freq", "swa_rope_theta", "local_rope_theta"};
inline constexpr Key alibi[] = {"alibi"};

// Encoders and towers
inline constexpr Key encoderLayers[] = {"encoder_layers", "num_encoder_layers", "num_layers"};
inline constexpr Key encoderIntermediate[] = {"encoder_ffn_dim", "d_ff"};
inline constexpr Key towers[] = {"vision_config",        "audio_config",    "vit_config",     "visual",
                                 "audio_encoder_config", "backbone_config", "encoder_config", "img_processor",
                                 "qformer_config",       "vision_encoder",  "codec_config",   "sound_config"};
/// Towers that a file names without an object of their own.
inline constexpr Key towerNames[] = {"mm_vision_tower", "vision_tower"};
inline constexpr Key alignment[] = {"alignment_intermediate_size"};
inline constexpr Key perceiver[] = {"perceiver_config"};
inline constexpr Key perceiverLayers[] = {"resampler_depth"};
inline constexpr Key perceiverHeads[] = {"resampler_n_heads"};
inline constexpr Key perceiverWidth[] = {"resampler_head_dim"};
inline constexpr Key stageDepths[] = {"depths"};
inline constexpr Key stageWidths[] = {"dim_embed"};
inline constexpr Key thinker[] = {"thinker_config"};
inline constexpr Key visualTokenizer[] = {"visual_tokenizer_config"};
inline constexpr Key visualVocabulary[] = {"visual_vocab_size", "vocab_size"};
inline constexpr Key visualTower[] = {"backbone_config", "vit_config"};
inline constexpr Key visualStride[] = {"hidden_stride"};
/// Several towers under the key of one's width (DeepSeek-OCR); values one level down (Janus).
inline constexpr Key namedTowers = "width";
inline constexpr Key innerTowers[] = {namedTowers, "params", "args"};
inline constexpr Key towerType[] = {"model_type", "model_name", "model"};
inline constexpr Key towerTotal[] = {"tower_params"};
inline constexpr Key towerSquares[] = {"tower_block_squares"};
inline constexpr Key towerLayers[] = {"num_hidden_layers",      "depth",     "encoder_layers",
                                      "vt_num_hidden_layers",   "layers",    "num_hidden_layer",
                                      "conf_num_hidden_layers", "num_layers"};
inline constexpr Key towerGlobalLayers[] = {"num_global_layers"};
inline constexpr Key towerOwnWidth[] = {"embed_dim", "vt_hidden_size"};
inline constexpr Key towerWidth[] = {"hidden_size", "d_model", "width", "hidden_dim"};
inline constexpr Key towerIntermediate[] = {"intermediate_size", "vt_intermediate_size", "encoder_ffn_dim"};
inline constexpr Key towerRatio[] = {"mlp_ratio"};
inline constexpr Key towerPatch[] = {"patch_size", "spatial_patch_size"};
inline constexpr Key towerTemporal[] = {"temporal_patch_size", "patch_temporal"};
inline constexpr Key towerMerge[] = {"spatial_merge_size", "merge_size"};
inline constexpr Key towerHeads[] = {"num_attention_heads"};
inline constexpr Key towerOutput[] = {"out_hidden_size"};
inline constexpr Key towerActivation[] = {"hidden_act", "hidden_activation"};
inline constexpr Key towerExtraMergers[] = {"deepstack_visual_indexes"};

}  // namespace kvfit::config::keys
