#include "config_rows.hpp"

using namespace kvfit;
using namespace kvfit::test;

TEST_CASE("latents, indexers, compressed attention") {
    for (const Row& row : {
             Row{"DeepSeek-V3 config.json: 61 x (512 + 64) x 2; KV heads and head_dim say nothing",
                 R"({"model_type":"deepseek_v3","num_hidden_layers":61,"hidden_size":7168,"num_attention_heads":128,
                     "num_key_value_heads":128,"head_dim":64,"kv_lora_rank":512,"qk_rope_head_dim":64,
                     "qk_nope_head_dim":128,"v_head_dim":128,"num_nextn_predict_layers":1})",
                 "mla", 70272, 0},
             Row{"no model_type at all: MiniCPM3-4B; 62 x (256 + 32) x 2",
                 R"({"num_hidden_layers":62,"hidden_size":2560,"num_attention_heads":40,"kv_lora_rank":256,
                     "qk_rope_head_dim":32,"qk_nope_head_dim":64})",
                 "mla", 35712, 0},
             Row{"num_layers counts blocks of two attention layers: LongCat-Flash; 56 x 576 x 2",
                 R"({"model_type":"longcat_flash","num_layers":28,"hidden_size":6144,"num_attention_heads":64,
                     "kv_lora_rank":512,"qk_rope_head_dim":64,"qk_nope_head_dim":128,"v_head_dim":128})",
                 "mla", 64512, 0},
             Row{"DeepSeek-V3.2 config.json: an index key of 128 on every layer; 61 x (576 + 128) x 2",
                 R"({"num_hidden_layers":61,"hidden_size":7168,"num_attention_heads":128,"kv_lora_rank":512,
                     "qk_rope_head_dim":64,"index_head_dim":128,"index_n_heads":64,"index_topk":2048})",
                 "mla_indexer", 85888, 0},
             Row{"indexer_types: 2 of 4 layers share; (4 x 576 + 2 x 128) x 2",
                 R"({"num_hidden_layers":4,"hidden_size":6144,"num_attention_heads":64,"kv_lora_rank":512,
                     "qk_rope_head_dim":64,"index_head_dim":128,
                     "indexer_types":["full","shared","full","shared"]})",
                 "mla_indexer", 5120, 0},
             Row{"the same as a pattern of letters",
                 R"({"num_hidden_layers":4,"hidden_size":6144,"num_attention_heads":64,"kv_lora_rank":512,
                     "qk_rope_head_dim":64,"index_head_dim":128,"index_topk_pattern":"FSFS"})",
                 "mla_indexer", 5120, 0},
             Row{"GLM-5.2's interval: layer owns one where max(layer - 3 + 1, 0) is a multiple of 4: 0, 1, 2, 6 of 8; "
                 "(8 x 576 + 4 x 128) x 2",
                 R"({"num_hidden_layers":8,"hidden_size":6144,"num_attention_heads":64,"kv_lora_rank":512,
                     "qk_rope_head_dim":64,"index_head_dim":128,"index_topk_freq":4,"index_skip_topk_offset":3})",
                 "mla_indexer", 10240, 0},
             Row{"the words of transformers: deepseek_sparse_attention beside full_attention; (2 x 576 + 128) x 2",
                 R"({"num_hidden_layers":2,"hidden_size":6144,"num_attention_heads":64,"kv_lora_rank":512,
                     "qk_rope_head_dim":64,"index_head_dim":128,
                     "layer_types":["full_attention","deepseek_sparse_attention"]})",
                 "mla_indexer", 2560, 0},
             Row{"four layers keep entries and index keys for forty: DeepSeek-V4.1, here six and two; (1/2 + 1) x 640 "
                 "x 2",
                 R"({"model_type":"deepseek_v41","text_config":{"hidden_size":5120,"num_hidden_layers":6,
                     "num_attention_heads":64,"num_key_value_heads":1,"head_dim":512,"qk_rope_head_dim":64,
                     "sliding_window":128,"compress_ratios":[0,0,2,2,1,1,0],"compress_rope_theta":160000,
                     "kv_source_layer_ids":[2,4],"index_source_layer_ids":[2,4,5],"index_n_heads":32,
                     "index_head_dim":128,"index_topk":512,"candidate_source_layer_id":4,
                     "engram_compressed_vocab_size":99092,"num_nextn_predict_layers":1}})",
                 "compressed", 1920, 6LL * 128 * 512 * 2},
             Row{"latents of their own width behind a window: dots3-note; 576 x 2; 1,000 x (256 + 32) x 2",
                 R"({"num_hidden_layers":2,"hidden_size":6144,"num_attention_heads":64,"kv_lora_rank":512,
                     "qk_rope_head_dim":64,"swa_kv_lora_rank":256,"swa_qk_rope_head_dim":32,
                     "sliding_window_size":1000,"layer_types":["full_attention","sliding_attention"]})",
                 "mla", 1152, 576000},
             Row{"MiniMax-M3: keys of 128 on flagged layers; (3 x 4 x 256 + 2 x 128) x 2",
                 R"({"num_hidden_layers":3,"hidden_size":6144,"num_attention_heads":64,"num_key_value_heads":4,
                     "head_dim":128,"sparse_attention_config":{"use_sparse_attention":true,"sparse_index_dim":128,
                     "sparse_attention_freq":[0,1,1]}})",
                 "sparse_indexer", 6656, 0},
             Row{"the same in the words of transformers",
                 R"({"num_hidden_layers":3,"hidden_size":6144,"num_attention_heads":64,"num_key_value_heads":4,
                     "head_dim":128,"index_head_dim":128,
                     "layer_types":["full_attention","minimax_m3_sparse","minimax_m3_sparse"]})",
                 "sparse_indexer", 6656, 0},
             Row{"DeepSeek-V4: ratios 0, 4, 128; (512 + 128) x 2 / 4 + 512 x 2 / 128; 3 x 128 x 512 x 2",
                 R"({"model_type":"deepseek_v4","num_hidden_layers":3,"hidden_size":4096,"num_attention_heads":64,
                     "num_key_value_heads":1,"head_dim":512,"qk_rope_head_dim":64,"sliding_window":128,
                     "index_head_dim":128,"compress_ratios":[0,4,128,0]})",
                 "compressed", 328, 393216},
             Row{"the same in the words of transformers, the rotary part as a fraction",
                 R"({"num_hidden_layers":3,"hidden_size":4096,"num_attention_heads":64,"num_key_value_heads":1,
                     "head_dim":512,"partial_rotary_factor":0.125,"sliding_window":128,"index_head_dim":128,
                     "layer_types":["sliding_attention","compressed_sparse_attention","heavily_compressed_attention"],
                     "compress_rates":{"compressed_sparse_attention":4,"heavily_compressed_attention":128}})",
                 "compressed", 328, 393216},
         })
        check(row);
}

TEST_CASE("a latent says what it expands to") {
    const auto a = readConfig(R"({"num_hidden_layers":47,"hidden_size":2048,"num_attention_heads":20,
        "kv_lora_rank":512,"qk_rope_head_dim":64,"qk_nope_head_dim":192,"v_head_dim":256})");
    REQUIRE(a);
    Scenario s = sixteenBit(1);
    s.mlaExpanded = true;
    const auto r = size(*a, s);
    REQUIRE(r);
    checkEquations(*r);
    // 47 x 20 heads x (192 + 64 + 256) x 2
    CHECK(r->marginalBytesPerToken == 962560);
}
