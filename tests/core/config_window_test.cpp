#include "config_rows.hpp"

using namespace kvfit;
using namespace kvfit::test;

namespace {

/// Eight layers of 2 KV heads x 64, window 100: a layer costs 512 bytes for a token, 51,200 when its window is full.
std::string eight(const std::string& keys) {
    return R"({"num_hidden_layers":8,"hidden_size":256,"num_attention_heads":4,"num_key_value_heads":2,)"
           R"("sliding_window":100,"max_position_embeddings":4096)" +
           (keys.empty() ? "" : "," + keys) + "}";
}

/// One letter for each of the eight layers: G full, L window.
std::string arrangement(const std::string& text) {
    const auto a = readConfig(text);
    if (!a) return a.errors().front().code + " " + a.errors().front().pointer;
    std::string letters(static_cast<std::size_t>(a->layers), '?');
    for (const CachePart& part : a->parts)
        for (const std::int64_t layer : part.layers)
            letters[static_cast<std::size_t>(layer)] = part.kind == Kind::full ? 'G' : 'L';
    return letters;
}

}  // namespace

TEST_CASE("windows: every way to say which layers have one") {
    const struct {
        const char* dialect;
        const char* keys;
        const char* layers;
    } rows[] = {
        {"no pattern: all of them (Mistral-7B-v0.1)", "", "LLLLLLLL"},
        {"switched off (Qwen2.5)", R"("use_sliding_window":false)", "GGGGGGGG"},
        {"from a layer on (Qwen2 with its switch on)", R"("use_sliding_window":true,"max_window_layers":6)",
         "GGGGGGLL"},
        {"a switch that a class leaves off", R"("model_type":"qwen2")", "GGGGGGGG"},
        {"layer_types (transformers)",
         R"("layer_types":["sliding_attention","full_attention","sliding_attention","sliding_attention",
            "full_attention","full_attention","full_attention","full_attention"])",
         "LGLLGGGG"},
        {"a number (Gemma 3, Cohere 2)", R"("sliding_window_pattern":4)", "LLLGLLLG"},
        {"the same as a saved attribute", R"("_sliding_window_pattern":4)", "LLLGLLLG"},
        {"letters (EXAONE 4)", R"("sliding_window_pattern":"LLLG")", "LLLGLLLG"},
        {"an interval (AFMoE)", R"("global_attn_every_n_layers":2)", "LGLGLGLG"},
        {"a list of ids (Inkling)", R"("local_layer_ids":[0,1,6])", "LLGGGGLG"},
        {"a list of layers (Baichuan-M1)", R"("sliding_window_layers":[1,3])", "GLGLGGGG"},
        {"numbers (MiMo-V2)", R"("hybrid_layer_pattern":[0,1,1,1,0,1,1,1])", "GLLLGLLL"},
        {"a leftover chunk size beside an explicit list (MiMo-V2-Flash)",
         R"("hybrid_layer_pattern":[0,1,1,1,0,1,1,1],"attention_chunk_size":128)", "GLLLGLLL"},
        {"class rule: Gemma 2 alternates", R"("model_type":"gemma2")", "LGLGLGLG"},
        {"class rule: Cohere 2, every fourth", R"("model_type":"cohere2")", "LLLGLLLG"},
        {"class rule: CWM, the first of four", R"("model_type":"cwm")", "GLLLGLLL"},
        {"the file's own list before the class rule",
         R"("model_type":"gemma2","layer_types":["full_attention","full_attention","full_attention","full_attention",
            "full_attention","full_attention","full_attention","sliding_attention"])",
         "GGGGGGGL"},
        {"speculative layers described behind the last one (Step-3.5)",
         R"("num_nextn_predict_layers":1,"layer_types":["full_attention","sliding_attention","sliding_attention",
            "sliding_attention","full_attention","sliding_attention","sliding_attention","sliding_attention",
            "sliding_attention"])",
         "GLLLGLLL"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.dialect);
        CHECK(arrangement(eight(row.keys)) == row.layers);
    }
    CHECK(arrangement(R"({"num_hidden_layers":4,"hidden_size":256,"num_attention_heads":4,"num_key_value_heads":2,
                         "sliding_window":8192,"max_position_embeddings":4096})") == "GGGG");
    CHECK(arrangement(R"({"n_layers":4,"dim":256,"n_heads":4,"n_kv_heads":2,"sliding_window":[null,100]})") == "GLGL");
    CHECK(arrangement(R"({"num_layers":4,"hidden_size":256,"num_heads":4,"window_size":256,
                         "attention_types":[[["global","local"],2]]})") == "GLGL");
}

TEST_CASE("windows: geometry of local and global layers, sharing, chunks") {
    for (const Row& row : {
             Row{"Gemma-3-4b-it config.json leaves heads, widths, pattern and context to its class: 5 of 34 layers "
                 "global, 4 KV heads of 256; 5 x 4 x 512 x 2, 29 x 1,024 x 4,096",
                 R"({"model_type":"gemma3","text_config":{"model_type":"gemma3_text","hidden_size":2560,
                     "num_hidden_layers":34,"sliding_window":1024}})",
                 "window_hybrid", 20480, 121634816},
             Row{"Gemma-4-31B config.json: 1 of 6 global, 4 KV heads of 512; 1 x 4 x 1,024 x 2; local 16 x 256: "
                 "5 x 1,024 x 16 x 512 x 2",
                 R"({"model_type":"gemma4_text","num_hidden_layers":6,"hidden_size":5376,"num_attention_heads":32,
                     "num_key_value_heads":16,"num_global_key_value_heads":4,"head_dim":256,"global_head_dim":512,
                     "attention_k_eq_v":true,"sliding_window":1024,"num_kv_shared_layers":0,"layer_types":
                     ["sliding_attention","sliding_attention","sliding_attention","sliding_attention",
                     "sliding_attention","full_attention"]})",
                 "window_hybrid", 8192, 83886080},
             Row{"the last two layers share (Gemma 3n): 1 global, 3 local of 2 x 256; 2,048; 3 x 512 x 2,048",
                 R"({"model_type":"gemma3n_text","num_hidden_layers":6,"hidden_size":2048,"num_attention_heads":8,
                     "num_key_value_heads":2,"head_dim":256,"sliding_window":512,"num_kv_shared_layers":2,"layer_types":
                     ["sliding_attention","sliding_attention","sliding_attention","full_attention",
                     "sliding_attention","full_attention"]})",
                 "window_hybrid", 2048, 3145728},
             Row{"MiMo-V2.5: local layers of 8 KV heads, K 192 and V 128; 1 x 4 x 320 x 2; 1 x 128 x 8 x 320 x 2",
                 R"({"num_hidden_layers":2,"hidden_size":4096,"num_attention_heads":64,"num_key_value_heads":4,
                     "head_dim":192,"v_head_dim":128,"swa_num_attention_heads":64,"swa_num_key_value_heads":8,
                     "swa_head_dim":192,"swa_v_head_dim":128,"sliding_window":128,"hybrid_layer_pattern":[0,1]})",
                 "window_hybrid", 2560, 655360},
             Row{"Step-3.5: windowed layers described in an object; 1 x 8 x 256 x 2; 512 x 4 x 128 x 2",
                 R"({"model_type":"step3p5","num_hidden_layers":2,"hidden_size":4096,"num_attention_heads":64,
                     "num_attention_groups":8,"head_dim":128,"sliding_window":512,
                     "layer_types":["full_attention","sliding_attention"],"attention_other_setting":{
                     "attention_type":"sliding_attention","num_attention_heads":96,"num_attention_groups":4,
                     "head_dim":64}})",
                 "window_hybrid", 4096, 524288},
             Row{"Llama 4: every fourth layer sees everything, three a chunk of 8,192; 8 x 256 x 2; 3 x 8,192 x 4,096",
                 R"({"model_type":"llama4_text","num_hidden_layers":4,"hidden_size":5120,"num_attention_heads":40,
                     "num_key_value_heads":8,"head_dim":128,"attention_chunk_size":8192})",
                 "chunked_hybrid", 4096, 100663296},
             Row{"the same with its list: 0 marks the layers without rotary positions",
                 R"({"model_type":"llama4_text","num_hidden_layers":4,"hidden_size":5120,"num_attention_heads":40,
                     "num_key_value_heads":8,"head_dim":128,"attention_chunk_size":8192,"no_rope_layers":[1,0,1,0]})",
                 "chunked_hybrid", 8192, 67108864},
         })
        check(row);
}

TEST_CASE("windows: which classes have a pool for them in SGLang is a list, or the file says so") {
    const auto inFullPool = [](const std::string& keys) {
        const auto a = readConfig(eight(keys));
        REQUIRE(a);
        return a->windowsInFullPool;
    };
    CHECK(inFullPool(R"("model_type":"mistral")"));
    CHECK(inFullPool(R"("model_type":"gemma3_text","sliding_window_pattern":4)"));
    CHECK_FALSE(inFullPool(R"("model_type":"gpt_oss","sliding_window_pattern":2)"));
    CHECK_FALSE(inFullPool(R"("model_type":"mistral","is_hybrid_swa":true)"));
    CHECK_FALSE(inFullPool(R"("model_type":"mistral","use_sliding_window":false)"));  // no window
    CHECK_FALSE(inFullPool(""));                                                      // no class to look up
}
