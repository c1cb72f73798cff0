#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "kvfit/read.hpp"
#include "kvfit/weights.hpp"

using namespace kvfit;

namespace {

constexpr double gib = 1024.0 * 1024.0 * 1024.0;

Architecture read(const std::string& config) {
    const Expected<Architecture> a = readConfig(config);
    REQUIRE(a);
    return *a;
}

WeightSize sized(const Architecture& a, const Scenario& s = {}) {
    const Expected<WeightSize> w = weights(a, s);
    REQUIRE(w);
    return *w;
}

std::string with(std::string config, const std::string& more) {
    config.insert(config.size() - 1, ", " + more);
    return config;
}

// meta-llama/Llama-3.1-8B-Instruct config.json
const std::string llama = R"({"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32,
    "num_attention_heads": 32, "num_key_value_heads": 8, "head_dim": 128, "intermediate_size": 14336, "vocab_size": 128256,
    "max_position_embeddings": 131072, "rope_theta": 500000.0, "tie_word_embeddings": false, "torch_dtype": "bfloat16"})";

// A small model with latent attention and experts: 4 layers, the first dense, 8 experts.
const std::string latent = R"({"hidden_size": 256, "num_hidden_layers": 4, "num_attention_heads": 8, "vocab_size": 1024,
    "kv_lora_rank": 64, "q_lora_rank": 96, "qk_nope_head_dim": 32, "qk_rope_head_dim": 16, "v_head_dim": 32,
    "intermediate_size": 512, "moe_intermediate_size": 128, "n_routed_experts": 8, "num_experts_per_tok": 2,
    "n_shared_experts": 1, "first_k_dense_replace": 1, "max_position_embeddings": 4096, "tie_word_embeddings": false})";

std::int64_t rank(const WeightSize& w, std::size_t stage = 0) { return w.stages.at(stage).bytes; }

Scenario on(std::int64_t tp, std::int64_t pp = 1) {
    Scenario s;
    s.tp = tp;
    s.pp = pp;
    return s;
}

}  // namespace

TEST_CASE("parameters of a dense model are those that its publisher counts") {
    // 8,030,261,248: safetensors index of meta-llama/Llama-3.1-8B-Instruct, total_size 16,060,522,496.
    CHECK(sized(read(llama)).params == 8030261248);
    CHECK(sized(read(llama)).bytes == 16060522496);
}

TEST_CASE("a tied head is the embedding again; a model without a gate has two matrices") {
    // gpt2: 124,439,808 parameters (Radford et al. 2019; Hugging Face count), biases of projections left out.
    const Architecture a = read(R"({"model_type": "gpt2", "n_embd": 768, "n_layer": 12, "n_head": 12, "n_inner": null,
        "vocab_size": 50257, "n_positions": 1024})");
    const auto params = static_cast<double>(sized(a).params);
    CHECK(params == doctest::Approx(124439808).epsilon(0.001));
}

TEST_CASE("parameters of older and rarer kinds are those that their publishers count") {
    const struct {
        const char* name;
        double published;
        const char* text;
    } rows[] = {
        {"google-t5/t5-small, no gate: 60,506,624", 60506624,
         R"({"model_type":"t5","d_model":512,"d_ff":2048,"d_kv":64,"num_heads":8,"num_layers":6,"vocab_size":32128,
             "n_positions":512,"is_encoder_decoder":true})"},
        {"google/byt5-small, 12 layers that encode and 4 that decode: 299,637,760", 299637760,
         R"({"model_type":"t5","d_model":1472,"d_ff":3584,"d_kv":64,"num_heads":6,"num_layers":12,
             "num_decoder_layers":4,"feed_forward_proj":"gated-gelu","vocab_size":384,"n_positions":1024,
             "is_encoder_decoder":true,"tie_word_embeddings":false})"},
        {"facebook/xglm-564M, a tied head: 564,463,616", 564463616,
         R"({"model_type":"xglm","d_model":1024,"ffn_dim":4096,"attention_heads":16,"num_layers":24,
             "vocab_size":256008,"max_position_embeddings":2048})"},
        {"facebook/opt-350m, embedded in 512 dimensions: 331,196,416", 331196416,
         R"({"model_type":"opt","hidden_size":1024,"ffn_dim":4096,"num_attention_heads":16,"num_hidden_layers":24,
             "vocab_size":50272,"word_embed_proj_dim":512,"max_position_embeddings":2048})"},
        {"RWKV/rwkv-4-169m-pile: 169,342,464", 169342464,
         R"({"model_type":"rwkv","hidden_size":768,"attention_hidden_size":768,"intermediate_size":3072,
             "num_hidden_layers":12,"rescale_every":6,"vocab_size":50277,"tie_word_embeddings":false})"},
        {"RWKV-7 1.5B: 1,527,404,544", 1527404544,
         R"({"model_type":"rwkv7","hidden_size":2048,"head_dim":64,"intermediate_size":8192,"num_hidden_layers":24,
             "decay_low_rank_dim":96,"a_low_rank_dim":96,"v_low_rank_dim":64,"gate_low_rank_dim":256,
             "vocab_size":65536,"tie_word_embeddings":false})"},
        {"zai-org/chatglm-6b: 6,173,286,400", 6173286400,
         R"({"model_type":"chatglm","hidden_size":4096,"inner_hidden_size":16384,"num_attention_heads":32,
             "num_layers":28,"max_sequence_length":2048,"vocab_size":130528})"},
        {"Meta's params.json of Llama 3 8B, which gives no width: 8,030,261,248", 8030261248,
         R"({"dim":4096,"n_layers":32,"n_heads":32,"n_kv_heads":8,"vocab_size":128256,"multiple_of":1024,
             "ffn_dim_multiplier":1.3,"norm_eps":1e-05,"rope_theta":500000.0})"},
        {"xai-org/grok-2, a dense layer beside the experts: 269.5e9", 269.5e9,
         R"({"hidden_size":8192,"intermediate_size":32768,"moe_intermediate_size":16384,"num_attention_heads":64,
             "num_key_value_heads":8,"num_hidden_layers":64,"num_local_experts":8,"num_experts_per_tok":2,
             "residual_moe":true,"head_dim":128,"vocab_size":131072,"tie_word_embeddings":false})"},
        {"karpathy/nanochat, depth 20, two matrices: 560,988,160", 560988160,
         R"({"model_type":"nanochat","hidden_size":1280,"intermediate_size":5120,"num_hidden_layers":20,
             "num_attention_heads":10,"num_key_value_heads":10,"vocab_size":65536,"tie_word_embeddings":false})"},
        {"blocks of NAS: multiples of the hidden size, none, one matrix (DeciLM): (3 x 5632 + 1024) x 1024 in all",
         18350080 + 2 * 1000 * 1024 + 7 * 1024 + 2 * 1024 * 1024 + 2 * 1024 * 512,
         R"({"model_type":"nemotron-nas","hidden_size":1024,"num_hidden_layers":3,"num_attention_heads":8,
             "vocab_size":1000,"tie_word_embeddings":false,"block_configs":[
             {"attention":{"n_heads_in_group":2},"ffn":{"ffn_mult":8.0}},
             {"attention":{"no_op":true},"ffn":{"no_op":true}},
             {"attention":{"no_op":true},"ffn":{"replace_with_linear":true}}]})"},
        {"Deci/DeciLM-7B, KV heads by layer: 7,043,551,232", 7043551232,
         R"({"model_type":"deci","hidden_size":4096,"intermediate_size":14336,"num_attention_heads":32,
             "num_hidden_layers":32,"vocab_size":32000,"num_key_value_heads_per_layer":[4,4,4,4,4,4,4,4,4,4,4,4,4,4,
             4,4,4,4,4,2,2,2,2,2,1,1,1,1,1,1,1,1]})"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.name);
        const Architecture a = read(row.text);
        REQUIRE_FALSE(a.parameters.modules.empty());
        CHECK(static_cast<double>(sized(a).params) == doctest::Approx(row.published).epsilon(0.01));
    }
}

TEST_CASE("parameters of models with towers, streams and layers of different widths") {
    const struct {
        const char* name;
        double published;
        const char* text;
    } rows[] = {
        {"google/gemma-3n-E4B: 6.87e9 for the language model, a conformer of 24 x 1536^2 x 12, MobileNetV5 of "
         "294,284,096: 7.85e9",
         7.85e9,
         R"({"model_type":"gemma3n","text_config":{"model_type":"gemma3n_text","hidden_size":2048,
             "intermediate_size":16384,"num_hidden_layers":35,"vocab_size":262400},
             "audio_config":{"model_type":"gemma3n_audio","hidden_size":1536,"conf_num_hidden_layers":12},
             "vision_config":{"model_type":"gemma3n_vision","architecture":"mobilenetv5_300m_enc","hidden_size":2048}})"},
        {"apple/OpenELM-270M, heads and widths of each layer: 0.27e9", 0.2715e9,
         R"({"model_type":"openelm","model_dim":1280,"num_transformer_layers":16,"head_dim":64,"vocab_size":32000,
             "ffn_dim_divisor":256,"share_input_output_layers":true,"max_context_length":2048,
             "ffn_multipliers":[0.5,0.73,0.97,1.2,1.43,1.67,1.9,2.13,2.37,2.6,2.83,3.07,3.3,3.53,3.77,4.0],
             "num_query_heads":[12,12,12,12,12,16,16,16,16,16,16,16,20,20,20,20],
             "num_kv_heads":[3,3,3,3,3,4,4,4,4,4,4,4,5,5,5,5]})"},
        {"deepseek-ai/DeepSeek-OCR, two towers under the key of one's width: 3,336,106,240", 3336106240,
         R"({"model_type":"deepseek_vl_v2","language_config":{"first_k_dense_replace":1,"hidden_size":1280,
             "intermediate_size":6848,"kv_lora_rank":null,"moe_intermediate_size":896,"n_routed_experts":64,
             "n_shared_experts":2,"num_attention_heads":10,"num_experts_per_tok":6,"num_hidden_layers":12,
             "num_key_value_heads":10,"qk_nope_head_dim":0,"qk_rope_head_dim":0,"use_mla":false,"v_head_dim":0,
             "vocab_size":129280},"vision_config":{"mlp_ratio":3.7362,"model_name":"deeplip_b_l","width":{
             "clip-l-14-224":{"heads":16,"layers":24,"patch_size":14,"width":1024},
             "sam_vit_b":{"heads":12,"layers":12,"width":768}}}})"},
        {"openbmb/MiniCPM3-4B, no width of a value: 4.07e9", 4.07e9,
         R"({"model_type":"minicpm3","hidden_size":2560,"intermediate_size":6400,"kv_lora_rank":256,"q_lora_rank":768,
             "qk_nope_head_dim":64,"qk_rope_head_dim":32,"num_attention_heads":40,"num_hidden_layers":62,
             "vocab_size":73448})"},
        {"microsoft/Phi-3.5-vision-instruct, a tower by name: 4.15e9", 4.15e9,
         R"({"model_type":"phi3_v","hidden_size":3072,"intermediate_size":8192,"num_attention_heads":32,
             "num_hidden_layers":32,"num_key_value_heads":32,"vocab_size":32064,"tie_word_embeddings":false,
             "img_processor":{"image_dim_out":1024,"model_name":"openai/clip-vit-large-patch14-336"}})"},
        {"Qwen/Qwen2-VL-2B-Instruct, the tower's class alone: 2,208,985,600", 2208985600,
         R"({"model_type":"qwen2_vl","hidden_size":1536,"intermediate_size":8960,"num_attention_heads":12,
             "num_hidden_layers":28,"num_key_value_heads":2,"vocab_size":151936,"tie_word_embeddings":true,
             "vision_config":{"hidden_size":1536,"model_type":"qwen2_vl","spatial_patch_size":14}})"},
        {"AIDC-AI/Ovis2-8B, a vocabulary of pictures: 8.94e9", 8.94e9,
         R"({"model_type":"ovis","llm_config":{"model_type":"qwen2","hidden_size":3584,"intermediate_size":18944,
             "num_attention_heads":28,"num_hidden_layers":28,"num_key_value_heads":4,"vocab_size":152064},
             "visual_tokenizer_config":{"hidden_stride":2,"vocab_size":65536,"backbone_config":{"model_type":"aimv2",
             "hidden_size":1536,"intermediate_size":4096,"num_hidden_layers":24,"patch_size":14}}})"},
        {"mistralai/Mistral-Large-3, experts in an object of their own: 675e9", 675e9,
         R"({"dim":7168,"n_layers":61,"head_dim":128,"hidden_dim":16384,"n_heads":128,"n_kv_heads":128,
             "vocab_size":131072,"tied_embeddings":false,"q_lora_rank":1536,"qk_rope_head_dim":64,"qk_nope_head_dim":128,
             "kv_lora_rank":512,"v_head_dim":128,"moe":{"first_k_dense_replace":3,"num_experts":128,
             "num_experts_per_tok":4,"expert_hidden_dim":4096,"num_shared_experts":1},"vision_encoder":{
             "hidden_size":1664,"intermediate_size":8192,"num_hidden_layers":48,"patch_size":14}})"},
        {"baidu/ERNIE-4.5-VL-28B-A3B, experts for text and for pictures: 29.4e9", 29.4e9,
         R"({"model_type":"ernie4_5_moe_vl","hidden_size":2560,"intermediate_size":12288,"num_attention_heads":20,
             "num_hidden_layers":28,"num_key_value_heads":4,"head_dim":128,"vocab_size":103424,
             "tie_word_embeddings":true,"moe_num_experts":[64,64],"moe_intermediate_size":[1536,512],
             "moe_layer_start_index":1,"moe_layer_interval":1,"moe_k":6,"moe_num_shared_experts":2,"vision_config":{
             "depth":32,"embed_dim":1280,"hidden_size":1280,"mlp_ratio":4,"patch_size":14,"spatial_merge_size":2}})"},
        {"ascend-tribe/openPangu-Ultra-MoE-718B: 718e9", 718e9,
         R"({"model_type":"pangu_ultra_moe","num_dense_layers":3,"hidden_size":7680,"intermediate_size":18432,
             "attention_kv_lora_dim":512,"moe_intermediate_size":2048,"num_routed_experts":256,"num_shared_experts":1,
             "num_attention_heads":128,"num_experts_per_tok":8,"num_hidden_layers":61,"attention_q_lora_dim":1536,
             "attention_qk_dim":128,"attention_qk_rope_dim":64,"attention_v_dim":128,"vocab_size":153600,
             "tie_word_embeddings":false})"},
        {"meituan-longcat/LongCat-Flash-Lite, embeddings of n-grams: 68.5e9", 68.5e9,
         R"({"model_type":"longcat_flash_ngram","expert_ffn_hidden_size":1024,"ffn_hidden_size":6144,
             "hidden_size":3072,"kv_lora_rank":512,"moe_topk":12,"n_routed_experts":256,"ngram_vocab_size_ratio":78,
             "num_attention_heads":32,"num_layers":14,"q_lora_rank":1536,"qk_nope_head_dim":128,"qk_rope_head_dim":64,
             "v_head_dim":128,"vocab_size":131072})"},
        {"inclusionAI/Ling-3.0-tiny, whole gates of Kimi Delta Attention: 7.9e9", 7.9e9,
         R"({"model_type":"bailing_hybrid","hidden_size":1536,"intermediate_size":4608,"num_hidden_layers":24,
             "num_attention_heads":16,"num_key_value_heads":16,"head_dim":128,"vocab_size":157184,"layer_group_size":4,
             "short_conv_kernel_size":4,"no_kda_lora":true,"kda_safe_gate":true,"kda_lower_bound":-5,"q_lora_rank":256,
             "kv_lora_rank":512,"qk_rope_head_dim":64,"qk_nope_head_dim":128,"v_head_dim":128,"num_experts":128,
             "num_shared_experts":1,"num_experts_per_tok":8,"moe_intermediate_size":512,"first_k_dense_replace":1,
             "moe_shared_expert_intermediate_size":512,"tie_word_embeddings":false})"},
        {"tencent/Hy4-preview, latent attention with a gate, one indexer for four layers: 770e9", 770e9,
         R"({"model_type":"hy_v4","vocab_size":120832,"hidden_size":6144,"intermediate_size":18432,
             "moe_intermediate_size":2048,"num_hidden_layers":78,"num_attention_heads":64,"n_routed_experts":256,
             "n_shared_experts":1,"num_experts_per_tok":8,"q_lora_rank":2048,"kv_lora_rank":512,"qk_nope_head_dim":192,
             "qk_rope_head_dim":64,"v_head_dim":256,"index_topk":2048,"index_n_heads":32,
             "num_nextn_predict_layers":1,"tie_word_embeddings":false})"},
        {"IFM/K2-Horizon-MoVA-36B-A4B, experts for values: 74.89 GB in BF16", 37.445e9,
         R"({"model_type":"k2_horizon","attention_gate_func":"softplus","head_dim":128,"hidden_size":2560,
             "intermediate_size":6144,"mlp_only_layers":[0,1,2],"moe_intermediate_size":768,"mova_num_experts":64,
             "mova_num_experts_per_tok":4,"num_attention_heads":32,"num_experts":100,"num_experts_per_tok":8,
             "num_hidden_layers":48,"num_key_value_heads":8,"num_shared_experts":1,"tie_word_embeddings":false,
             "vocab_size":250624})"},
        {"upstage/Solar-Open2-250B lists its attention layers beside linear_attn_config: 250e9", 250e9,
         R"({"model_type":"solar_open2","vocab_size":196608,"hidden_size":4096,"num_hidden_layers":48,
             "num_attention_heads":64,"head_dim":128,"num_key_value_heads":8,"moe_intermediate_size":1280,
             "num_experts_per_tok":8,"n_shared_experts":1,"n_routed_experts":320,"tie_word_embeddings":false,
             "gqa_layers":[0,4,8,12,16,20,24,28,32,36,40,44],"linear_attn_config":{"short_conv_kernel_size":4,
             "head_dim":128,"num_heads":64,"num_kv_heads":null}})"},
        {"Motif-Technologies/Motif-3, one layer of four sees everything: 314e9", 314e9,
         R"({"model_type":"Motif","num_hidden_layers":53,"n_dense_first_layers":2,"hidden_size":4096,
             "intermediate_size":12288,"moe_intermediate_size":1280,"num_experts":384,"experts_top_k":8,
             "num_shared_experts":1,"num_attention_heads":80,"num_key_value_heads":16,"num_noise_heads":16,
             "head_dim":192,"v_head_dim":128,"qk_rope_head_dim":64,"q_lora_rank":1024,"kv_lora_rank":512,
             "sliding_window":128,"sliding_window_period":4,"sliding_window_pattern":"interleave","vocab_size":220160,
             "num_nextn_predict_layers":1,"tie_word_embeddings":false})"},
        {"meituan-longcat/LongCat-Flash-Lite-Sparse: 68.5e9", 68.5e9,
         R"({"architectures":["LongcatCausalLM"],"hidden_size":3072,"ffn_hidden_size":6144,
             "expert_ffn_hidden_size":1024,"num_layers":14,"num_attention_heads":32,"vocab_size":131072,
             "q_lora_rank":1536,"kv_lora_rank":512,"qk_nope_head_dim":128,"qk_rope_head_dim":64,"v_head_dim":128,
             "n_routed_experts":256,"moe_topk":12,"oe_vocab_size_ratio":78,"oe_neighbor_num":4,"index_n_heads":16,
             "index_head_dim":128,"index_topk":2048,"cli_factor":2})"},
        {"Qwen3.8-Flash-Next: 125e9 and 51e9 of n-gram embeddings", 176e9,
         R"({"model_type":"qwen4_exp_text","hidden_size":2560,"vocab_size":248320,"num_hidden_layers":48,
             "full_attention_interval":4,"num_attention_heads":24,"num_key_value_heads":2,"head_dim":256,
             "attn_output_gate":true,"linear_num_key_heads":16,"linear_num_value_heads":48,"linear_key_head_dim":128,
             "linear_value_head_dim":128,"linear_conv_kernel_dim":4,"num_experts":512,"num_experts_per_tok":10,
             "moe_intermediate_size":640,"shared_expert_intermediate_size":640,"hc_count":4,"hc_lowrank":320,
             "ple_layer_ids":[2],"ple_embed_dim":2560,"ple_conv_kernel_size":4,"ngram_size":3,
             "ngram_vocab_size_base":20000000,"indexer_n_heads":4,"indexer_head_dim":128,"indexer_compress_ratio":4,
             "tie_word_embeddings":false})"},
        {"ai-sage/GigaChat3.5-432B-A28B, attention with a gate among Gated DeltaNet: 432e9", 432e9,
         R"({"model_type":"gigachat3_5","hidden_size":7168,"vocab_size":128256,"num_hidden_layers":40,
             "full_attention_layers":[3,7,11,15,19,23,27,31,35,39],"gated_attention":true,"num_attention_heads":64,
             "q_lora_rank":1536,"kv_lora_rank":512,"qk_rope_head_dim":64,"qk_nope_head_dim":128,"v_head_dim":128,
             "linear_num_key_heads":32,"linear_num_value_heads":64,"linear_key_head_dim":128,
             "linear_value_head_dim":128,"linear_conv_kernel_dim":4,"n_routed_experts":256,"n_shared_experts":1,
             "num_experts_per_tok":8,"moe_intermediate_size":2048,"intermediate_size":18432,"first_k_dense_replace":3,
             "num_nextn_predict_layers":3,"nextn_is_sparse":false,"tie_word_embeddings":false})"},
        {"openbmb/MiniCPM-SALA: 18.95 GB in BF16", 9.475e9,
         R"({"model_type":"minicpm_sala","attn_use_output_gate":true,"head_dim":128,"hidden_size":4096,
             "intermediate_size":16384,"lightning_head_dim":128,"lightning_nh":32,"lightning_nkv":32,
             "num_attention_heads":32,"num_hidden_layers":32,"num_key_value_heads":2,"vocab_size":73448,
             "mixer_types":["minicpm4","lightning","lightning","lightning","minicpm4","lightning","lightning","lightning","minicpm4","lightning","lightning","lightning","minicpm4","lightning","lightning","lightning","minicpm4","lightning","lightning","lightning","minicpm4","lightning","lightning","lightning","minicpm4","lightning","lightning","lightning","minicpm4","lightning","lightning","lightning"]})"},
        {"internlm/Intern-S2-Mobius-35B, four banks of experts for forty layers: 35e9", 35e9,
         R"({"model_type":"interns2_mobius","text_config":{"model_type":"interns2_mobius_text","hidden_size":2048,
             "num_hidden_layers":40,"num_attention_heads":16,"num_key_value_heads":2,"head_dim":256,
             "vocab_size":248320,"num_experts":2560,"num_experts_per_tok":8,"moe_intermediate_size":512,
             "shared_expert_intermediate_size":512,"linear_conv_kernel_dim":4,"linear_key_head_dim":128,
             "linear_value_head_dim":128,"linear_num_key_heads":16,"linear_num_value_heads":32},"vision_config":{
             "depth":27,"hidden_size":1152,"intermediate_size":4304,"num_heads":16,"patch_size":16,
             "spatial_merge_size":2,"out_hidden_size":2048}})"},
        {"rednote-hilab/dots.ocr, a tower with gates: 3,039,179,264", 3039179264,
         R"({"model_type":"dots_ocr","hidden_size":1536,"intermediate_size":8960,"num_attention_heads":12,
             "num_hidden_layers":28,"num_key_value_heads":2,"vocab_size":151936,"tie_word_embeddings":false,
             "vision_config":{"embed_dim":1536,"hidden_size":1536,"intermediate_size":4224,"num_hidden_layers":42,
             "patch_size":14,"spatial_merge_size":2,"temporal_patch_size":1}})"},
        {"GSAI-ML/LLaDA-8B: 8,015,581,184", 8015581184,
         R"({"model_type":"llada","d_model":4096,"mlp_hidden_size":12288,"n_heads":32,"n_kv_heads":32,"n_layers":32,
             "vocab_size":126464,"weight_tying":false})"},
        {"inceptionai/Jais-2-8B, no gate: 8.09e9", 8.09e9,
         R"({"model_type":"jais2","hidden_size":3328,"intermediate_size":26624,"num_hidden_layers":32,
             "num_attention_heads":26,"num_key_value_heads":26,"head_dim":128,"vocab_size":150272,
             "tie_word_embeddings":false})"},
        {"state-spaces/mamba-130m in mamba_ssm's own form: 129,135,360", 129135360,
         R"({"d_model":768,"n_layer":24,"vocab_size":50277,"ssm_cfg":{},"pad_vocab_size_multiple":8})"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.name);
        const Architecture a = read(row.text);
        REQUIRE_FALSE(a.parameters.modules.empty());
        CHECK(static_cast<double>(sized(a).params) == doctest::Approx(row.published).epsilon(0.01));
    }
}

TEST_CASE("parts of a model beside its layers, dimension by dimension") {
    const auto params = [](const char* text) { return sized(read(text)).params; };
    constexpr std::int64_t shape = 4 * 64 * 64 + 3 * 64 * 128 + 2 * 64;
    SUBCASE("queries and outputs are experts: JetMoE, 4 of them, each with two KV heads' width of 16") {
        constexpr std::int64_t attention = 2 * 4 * 64 * 32 + 2 * 64 * 32, experts = 4 * 3 * 64 * 128 + 64 * 4;
        CHECK(params(R"({"model_type":"jetmoe","hidden_size":64,"ffn_hidden_size":128,"kv_channels":16,
            "moe_num_experts":4,"moe_top_k":2,"num_attention_heads":4,"num_key_value_heads":2,"num_hidden_layers":2,
            "vocab_size":100,"tie_word_embeddings":true})") == 2 * (attention + experts + 2 * 64) + 64 + 100 * 64);
    }
    SUBCASE("text is read, codes are written by a second decoder too: CSM") {
        // 3 books of 20 codes; the second decoder has a norm and a head for each book.
        constexpr std::int64_t second = 4 * 32 * 32 + 3 * 32 * 64 + 2 * 32 + 32 + 3 * 20 * 32;
        CHECK(params(R"({"model_type":"csm","hidden_size":64,"intermediate_size":128,"num_hidden_layers":1,
            "num_attention_heads":4,"num_key_value_heads":4,"vocab_size":20,"text_vocab_size":100,"num_codebooks":3,
            "depth_decoder_config":{"hidden_size":32,"intermediate_size":64,"num_hidden_layers":1,
            "num_attention_heads":4,"num_key_value_heads":4,"vocab_size":20,"num_codebooks":3}})") ==
              shape + 64 + (100 + 20 + 3 * 20) * 64 + second);
    }
    SUBCASE("SwiftKV: layers behind the second have further queries, keys and values") {
        CHECK(params(R"({"model_type":"llama_swiftkv","hidden_size":64,"intermediate_size":128,"num_hidden_layers":3,
            "num_attention_heads":4,"num_key_value_heads":4,"vocab_size":100,"num_key_value_layers":2,
            "key_value_group_size":1})") == 3 * shape + 3 * 64 * 64 + 64 + 200 * 64);
    }
    SUBCASE("OLMo's swiglu counts gate and value together") {
        CHECK(params(R"({"d_model":64,"mlp_hidden_size":256,"n_heads":4,"n_layers":1,"vocab_size":100,
            "activation_type":"swiglu","weight_tying":false})") == shape + 64 + 200 * 64);
    }
    const std::string base = R"({"model_type":"llava","text_config":{"hidden_size":64,"intermediate_size":128,
        "num_hidden_layers":1,"num_attention_heads":4,"num_key_value_heads":4,"vocab_size":100})";
    constexpr std::int64_t text = shape + 64 + 200 * 64, tower = 2 * 12 * 32 * 32 + 4 * 4 * 3 * 32 + 32 * 64;
    const std::string seen = R"("vision_config":{"hidden_size":32,"num_hidden_layers":2,"patch_size":4})";
    SUBCASE("a gated projector over pixels side by side: Aya Vision") {
        CHECK(params((base + R"(,"alignment_intermediate_size":48,"downsample_factor":2,)" + seen + "}").c_str()) ==
              text + tower + 48 * 4 * 32 + 24 * 64);
    }
    SUBCASE("a resampler: Idefics2, whose class describes it") {
        CHECK(params((base + R"(,"perceiver_config":{"model_type":"idefics2"},)" + seen + "}").c_str()) ==
              text + tower + 128 * (2 * 32 + 64) + 3 * 64 * (2 * 20 * 96 + 12 * 64));
    }
    SUBCASE("stages of different widths: DaViT of Florence-2") {
        CHECK(params((base + R"(,"vision_config":{"dim_embed":[8,16],"depths":[1,2],"patch_size":[7,3]}})").c_str()) ==
              text + 49 * 3 * 8 + 24 * 64 + 9 * 8 * 16 + 2 * 24 * 256);
    }
    SUBCASE("a tower by its checkpoint's name, inside or beside the file's text") {
        const std::int64_t clip = 24LL * 12 * 1024 * 1024 + 14 * 14 * 3 * 1024 + 1024 * 64;
        CHECK(params((base + R"(,"mm_vision_tower":"openai/clip-vit-large-patch14-336"})").c_str()) == text + clip);
        const std::int64_t radio = 32LL * 12 * 1280 * 1280 + 16 * 16 * 3 * 1280 + 1280 * 64;
        CHECK(params((base + R"(,"vision_config":{"args":{"model":"vit_huge_patch16_224"}}})").c_str()) ==
              text + radio);
    }
}

TEST_CASE("an encoder with a configuration of its own is counted beside the decoder, without a head") {
    const std::string decoder = R"({"model_type":"t5_gemma_module","hidden_size":64,"intermediate_size":128,
        "num_hidden_layers":2,"num_attention_heads":2,"num_key_value_heads":1,"head_dim":16,"vocab_size":1000,
        "max_position_embeddings":512,"layer_types":["sliding_attention","full_attention"],"sliding_window":64})";
    const Architecture a = read(R"({"model_type":"t5gemma","is_encoder_decoder":true,"tie_word_embeddings":true,
        "encoder":)" + decoder + R"(,"decoder":)" +
                                decoder + "}");
    // q, k, v, o; three matrices; two norms. Every layer of the decoder attends to the encoder too.
    constexpr std::int64_t attention = 64 * 16 * (2 + 1 + 1 + 2), layer = attention + 3 * 64 * 128 + 2 * 64;
    CHECK(sized(a).params == 2 * (1000 * 64 + 2 * layer + 64) + 2 * attention);
}

TEST_CASE("a vocabulary of -1 is left to the tokenizer: Meta's params.json of Llama 2") {
    const Architecture a = read(R"({"dim":4096,"multiple_of":256,"n_heads":32,"n_layers":32,"norm_eps":1e-05,
        "vocab_size":-1})");
    CHECK(a.parts.front().heads == 32);
    CHECK(a.vocabSize == 0);
}

TEST_CASE("a tower that states no size is not counted, and a note says so") {
    const std::string text = R"({"model_type":"llava","text_config":{"model_type":"llama","num_hidden_layers":2,
        "hidden_size":64,"num_attention_heads":4,"intermediate_size":128,"vocab_size":100},"vision_config":)";
    const auto noted = [&](const std::string& tower) {
        const Notes notes = read(text + tower + "}").notes;
        return std::any_of(notes.begin(), notes.end(), [](const Note& n) { return n.code == "tower_not_counted"; });
    };
    CHECK(noted(R"({"model_type":"unknown_vision_model"})"));
    CHECK(noted(R"({"num_hidden_layers":"all","hidden_size":32})"));
    CHECK_FALSE(noted(R"({"model_type":"clip_vision_model"})"));
    CHECK_FALSE(noted(R"({"num_hidden_layers":2,"hidden_size":32})"));
}

TEST_CASE("latent attention and experts, dimension by dimension") {
    // q: 256 x 96 + 96 x 8 x 48; kv: 256 x 80 + 64 x 8 x 64; o: 8 x 32 x 256
    constexpr std::int64_t attention = 256 * 96 + 96 * 8 * 48 + 256 * 80 + 64 * 8 * 64 + 8 * 32 * 256;
    constexpr std::int64_t dense = 3 * 256 * 512, expert = 3 * 256 * 128, router = 256 * 8;
    constexpr std::int64_t sparse = 8 * expert + expert + router;
    constexpr std::int64_t norms = 256 + 4 * 2 * 256;
    CHECK(sized(read(latent)).params == 2 * 1024 * 256 + 4 * attention + dense + 3 * sparse + norms);
}

TEST_CASE("tensor parallelism divides matrices; latents, routers and norms stay whole") {
    const Architecture a = read(latent);
    constexpr std::int64_t whole = 4 * (256 * 96 + 256 * 80) + 3 * 256 * 8 + 256 + 4 * 2 * 256;
    const std::int64_t params = sized(a).params;
    CHECK(rank(sized(a, on(4))) == 2 * (whole + (params - whole) / 4));
}

TEST_CASE("ranks beyond the KV heads hold copies of K and V") {
    const Architecture a = read(llama);
    // 16 ranks on 8 heads: each has a head's K and V.
    constexpr std::int64_t keyValue = 2LL * 32 * 4096 * 1024, norms = 65LL * 4096;
    const std::int64_t rest = 8030261248 - keyValue - norms;
    CHECK(rank(sized(a, on(16))) == 2 * (rest / 16 + keyValue / 8 + norms));
}

TEST_CASE("attention that runs data-parallel is whole on every rank; experts are divided") {
    const Architecture a = read(latent);
    Scenario s = on(4);
    const std::int64_t divided = rank(sized(a, s));
    s.attentionDp = true;
    constexpr std::int64_t perHead = 4 * (96 * 8 * 48 + 64 * 8 * 64 + 8 * 32 * 256);
    CHECK(rank(sized(a, s)) - divided == 2 * (perHead - perHead / 4));
}

TEST_CASE("expert parallelism shares out whole experts, rounded up") {
    const Architecture a = read(latent);
    Scenario s = on(3);
    s.tp = 2;
    const std::int64_t sliced = rank(sized(a, s));
    s.expertParallel = true;
    CHECK(rank(sized(a, s)) == sliced);
    // Data-parallel replicas of vLLM divide the experts as well: 8 over 2 x 3 ranks is 2 each.
    s.engine = "vllm";
    s.dp = 1;
    const std::int64_t one = rank(sized(a, s));
    s.dp = 3;
    CHECK(one - rank(sized(a, s)) == 2 * 3 * (4 - 2) * 3 * 256 * 128);
}

TEST_CASE("pipeline stages hold their layers; the embedding is on the first, the head on the last") {
    const Architecture a = read(llama);
    const WeightSize w = sized(a, on(1, 4));
    REQUIRE(w.stages.size() == 4);
    constexpr std::int64_t table = 2LL * 128256 * 4096;
    CHECK(rank(w, 0) == rank(w, 1) + table);
    CHECK(rank(w, 3) == rank(w, 1) + table + 2 * 4096);
    CHECK(rank(w, 0) + rank(w, 1) + rank(w, 2) + rank(w, 3) == w.bytes);
}

TEST_CASE("every term of a rank's weights evaluates to its bytes") {
    const Architecture a = read(latent);
    for (const std::int64_t tp : {1, 2, 8})
        for (const RankWeights& stage : sized(a, on(tp, 2)).stages)
            CHECK(evaluate(*stage.formula) == static_cast<double>(stage.bytes));
}

TEST_CASE("vLLM holds the weights that it prints") {
    struct Printed {
        std::string config;
        std::int64_t tp;
        const char* dtype;
        double gib;
    };
    // Printed by vLLM 0.19.0 on H100, llm-d-incubation/llm-d-planner pull request 205, and by 0.8.1,
    // vllm-project/vllm issue 15360.
    const std::string qwen = R"({"model_type": "qwen2", "hidden_size": 3584, "num_hidden_layers": 28,
        "num_attention_heads": 28, "num_key_value_heads": 4, "intermediate_size": 18944, "vocab_size": 152064,
        "max_position_embeddings": 32768, "rope_theta": 1000000.0, "tie_word_embeddings": false,
        "torch_dtype": "bfloat16"})";
    for (const Printed& p :
         {Printed{llama, 1, "bf16", 14.99}, Printed{llama, 1, "fp8", 8.49}, Printed{llama, 1, "fp32", 29.98},
          Printed{qwen, 1, "bf16", 14.25}, Printed{qwen, 4, "bf16", 3.55}, Printed{qwen, 1, "int8", 8.14}}) {
        Scenario s = on(p.tp);
        s.engine = "vllm";
        s.weightsDtype = p.dtype;
        CHECK(static_cast<double>(rank(sized(read(p.config), s))) / gib == doctest::Approx(p.gib).epsilon(0.003));
    }
}

TEST_CASE("stored types follow the quantizer and its exceptions") {
    const std::int64_t layers = 8030261248 - 2LL * 128256 * 4096 - 65LL * 4096;
    const std::int64_t rest = 2 * (8030261248 - layers);
    SUBCASE("fp8 in blocks: a 32-bit scale for 128 x 128") {
        const std::string q = R"("quantization_config": {"quant_method": "fp8", "weight_block_size": [128, 128]})";
        CHECK(sized(read(with(llama, q))).bytes == rest + layers + layers / 4096);
    }
    SUBCASE("AWQ: 4 bits, and for 128 of them a scale and a zero point") {
        const std::string q =
            R"("quantization_config": {"quant_method": "awq", "bits": 4, "group_size": 128, "zero_point": true})";
        CHECK(sized(read(with(llama, q))).bytes == rest + layers / 1024 * 532);
    }
    SUBCASE("compressed-tensors leaves what a pattern names") {
        const std::string q = R"("quantization_config": {"quant_method": "compressed-tensors",
            "format": "pack-quantized", "ignore": ["lm_head", "re:.*self_attn.*"], "config_groups": {"group_0": {
            "targets": ["Linear"], "weights": {"num_bits": 4, "type": "int", "group_size": 32, "symmetric": true}}}})";
        constexpr std::int64_t mlp = 32LL * 3 * 4096 * 14336;
        CHECK(sized(read(with(llama, q))).bytes == rest + 2 * (layers - mlp) + mlp / 256 * 144);
    }
    SUBCASE("ModelOpt names layers one by one") {
        const std::string q = R"("quantization_config": {"quant_method": "modelopt", "quant_algo": "MIXED_PRECISION",
            "quantized_layers": {"model.layers.0.mlp.down_proj": {"quant_algo": "FP8"},
            "model.layers.1.mlp.down_proj": {"quant_algo": "FP8"}}})";
        constexpr std::int64_t two = 2LL * 4096 * 14336;
        CHECK(sized(read(with(llama, q))).bytes == 2 * 8030261248 - two);
    }
    SUBCASE("Quark describes tensors; of a list the last is stored") {
        const std::string q = R"("quantization_config": {"quant_method": "quark", "exclude": ["lm_head"],
            "layer_quant_config": {"*.down_proj": {"weight": {"dtype": "int8"}}}, "global_quant_config": {"weight": )";
        constexpr std::int64_t down = 32LL * 4096 * 14336;
        CHECK(sized(read(with(llama, q + R"({"dtype": "fp8_e4m3"}}})"))).bytes == rest + layers);
        CHECK(sized(read(with(llama, q + R"({"dtype": "fp4", "group_size": 32}}})"))).bytes ==
              rest + down + (layers - down) / 32 * 17);
        CHECK(
            sized(read(with(llama, q + R"([{"dtype": "fp8_e4m3"}, {"dtype": "int4", "group_size": 128}]}})"))).bytes ==
            rest + down + (layers - down) / 256 * 132);
    }
    SUBCASE("torchao names a class with its arguments") {
        const auto typed = [&](const std::string& type) {
            return sized(read(with(llama, R"("quantization_config": {"quant_method": "torchao", "quant_type": )" +
                                              type + "}")))
                .bytes;
        };
        CHECK(typed(R"({"default": {"_type": "Float8WeightOnlyConfig", "_data": {}}})") == rest + layers);
        CHECK(typed(R"({"default": {"_type": "Int8DynamicActivationInt4WeightConfig"}})") == rest + layers);
        CHECK(typed(R"("int8_weight_only")") == rest + layers);
        CHECK(typed(R"({"default": {"_type": "ModuleFqnToConfig", "_data": {"module_fqn_to_config": {"_default": {
            "_type": "Int4WeightOnlyConfig", "_data": {"group_size": 128}}, "lm_head": null}}}})") ==
              rest + layers / 1024 * 532);
    }
    SUBCASE("BitNet packs four weights to a byte; HQQ describes its integers two objects down") {
        const std::string bitnet =
            R"("quantization_config": {"quant_method": "bitnet", "quantization_mode": "offline"})";
        CHECK(static_cast<double>(sized(read(with(llama, bitnet))).bytes) ==
              doctest::Approx(static_cast<double>(rest + layers / 4)).epsilon(0.001));
        const std::string hqq = R"("quantization_config": {"quant_method": "hqq", "quant_config": {
            "weight_quant_params": {"nbits": 4, "group_size": 64}}})";
        CHECK(read(with(llama, hqq)).parameters.quantization == "int4_g64_z");
    }
    SUBCASE("what is not read is said, unless it is the cache's type alone") {
        const auto noted = [&](const std::string& q) {
            const Notes notes = read(with(llama, R"("quantization_config": )" + q)).notes;
            return std::any_of(notes.begin(), notes.end(), [](const Note& n) { return n.code == "unread_quantizer"; });
        };
        CHECK(noted(R"({"quant_method": "aqlm", "num_codebooks": 1})"));
        CHECK_FALSE(noted(R"({"quant_method": "modelopt", "kv_cache_quant_algo": "FP8"})"));
        CHECK_FALSE(noted(R"({"quant_method": "fp8"})"));
    }
    SUBCASE("a list of names covers whole parts of a path") {
        // MiniMaxAI/MiniMax-M2: `gate` is the router, not gate_proj.
        const std::string q =
            R"("quantization_config": {"quant_method": "fp8", "modules_to_not_convert": ["gate", "lm_head"]})";
        CHECK(sized(read(with(llama, q))).bytes == rest + layers);
    }
}

TEST_CASE("mxfp4 holds the experts; vLLM's kernels pad them") {
    // openai/gpt-oss-20b config.json
    const Architecture a = read(R"({"model_type": "gpt_oss", "hidden_size": 2880, "num_hidden_layers": 24,
        "num_attention_heads": 64, "num_key_value_heads": 8, "head_dim": 64, "intermediate_size": 2880,
        "num_local_experts": 32, "experts_per_token": 4, "vocab_size": 201088, "sliding_window": 128,
        "max_position_embeddings": 131072, "tie_word_embeddings": false,
        "quantization_config": {"quant_method": "mxfp4", "modules_to_not_convert": ["model.layers.*.self_attn",
        "model.layers.*.mlp.router", "model.embed_tokens", "lm_head"]}})");
    constexpr std::int64_t experts = 24LL * 32 * 3 * 2880 * 2880;
    const WeightSize plain = sized(a);
    CHECK(plain.bytes == 2 * (plain.params - experts) + experts / 32 * 17);
    Scenario s;
    s.engine = "vllm";
    // Printed by vLLM 0.19.0: 13.64 GiB (llm-d-planner pull request 205).
    CHECK(static_cast<double>(rank(sized(a, s))) / gib == doctest::Approx(13.64).epsilon(0.01));
}

TEST_CASE("a type that the file does not describe has a range") {
    Scenario s;
    s.weightsDtype = "nvfp4";
    const WeightSize w = sized(read(llama), s);
    CHECK(w.low < w.bytes);
    CHECK(w.bytes <= w.high);
    REQUIRE(!w.notes.empty());
    CHECK(w.notes.front().code == "weights_range");
}

TEST_CASE("GGUF file types mix by the quantizer's rules") {
    Scenario s;
    s.weightsDtype = "Q4_K_M";
    // 4.58 GiB: llama.cpp's printed size of Meta-Llama-3.1-8B-Instruct Q4_K_M, 4,685.30 MiB.
    CHECK(static_cast<double>(sized(read(llama), s).bytes) / 1048576 == doctest::Approx(4685.3).epsilon(0.002));
    s.weightsDtype = "Q8_0";
    CHECK(static_cast<double>(sized(read(llama), s).bytes) / 1048576 == doctest::Approx(8137.6).epsilon(0.002));
}

TEST_CASE("an unknown type is an error, an uncounted model falls back to its published total") {
    Scenario s;
    s.weightsDtype = "q99";
    const Expected<WeightSize> wrong = weights(read(llama), s);
    REQUIRE(!wrong);
    CHECK(wrong.errors().front().code == "unknown_dtype");

    const Expected<Architecture> entry = readCatalogueEntry(R"({"id": "x", "name": "X", "totalParams": 7000000000,
        "weightsDtype": "bf16", "config": {"hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32}})");
    REQUIRE(entry);
    const WeightSize w = sized(*entry, on(2));
    CHECK(w.source == "parameters");
    CHECK(rank(w) == 7000000000);
    CHECK(w.notes.back().code == "weights_by_total");
}
