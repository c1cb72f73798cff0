#include <algorithm>

#include "config_rows.hpp"

using namespace kvfit;
using namespace kvfit::test;

namespace {

const char* base = R"("num_hidden_layers":2,"hidden_size":256,"num_attention_heads":4,"num_key_value_heads":2)";

std::string with(const std::string& keys) { return "{" + std::string(base) + "," + keys + "}"; }

}  // namespace

TEST_CASE("what decides a size and is missing or wrong is refused by name") {
    const struct {
        const char* what;
        std::string text;
        std::vector<std::string> errors;
    } rows[] = {
        {"an empty object", "{}", {"missing_field  num_hidden_layers"}},
        {"no heads, so no width either",
         R"({"num_hidden_layers":2,"hidden_size":256})",
         {"missing_field  num_attention_heads", "missing_field  head_dim"}},
        {"zero layers",
         R"({"num_hidden_layers":0,"hidden_size":256,"num_attention_heads":4})",
         {"out_of_range /num_hidden_layers num_hidden_layers"}},
        {"too many layers",
         R"({"num_hidden_layers":1025,"hidden_size":256,"num_attention_heads":4})",
         {"out_of_range /num_hidden_layers num_hidden_layers"}},
        {"a text", with(R"("head_dim":"128")"), {"wrong_type /head_dim head_dim"}},
        {"a fraction", with(R"("head_dim":64.5)"), {"wrong_type /head_dim head_dim"}},
        {"truth", with(R"("head_dim":true)"), {"wrong_type /head_dim head_dim"}},
        {"negative", with(R"("head_dim":-64)"), {"out_of_range /head_dim head_dim"}},
        {"huge", with(R"("head_dim":1e30)"), {"out_of_range /head_dim head_dim"}},
        {"not a number", with(R"("head_dim":NaN)"), {"wrong_type /head_dim head_dim"}},
        {"a list for one number", with(R"("index_head_dim":[1,2])"), {"wrong_type /index_head_dim index_head_dim"}},
        {"all at once",
         R"({"num_hidden_layers":2,"hidden_size":"x","num_attention_heads":0,"num_key_value_heads":-1})",
         {"out_of_range /num_attention_heads num_attention_heads",
          "out_of_range /num_key_value_heads num_key_value_heads", "wrong_type /hidden_size hidden_size",
          "missing_field  head_dim"}},
        {"KV heads that do not divide the heads",
         R"({"num_hidden_layers":2,"hidden_size":256,"num_attention_heads":4,"num_key_value_heads":3})",
         {"contradiction /num_key_value_heads num_key_value_heads"}},
        {"a list of another length",
         with(R"("layer_types":["full_attention"])"),
         {"contradiction /layer_types layer_types"}},
        {"two arrangements that differ",
         with(R"("sliding_window":8,"sliding_window_pattern":2,"layer_types":["full_attention","full_attention"])"),
         {"contradiction /sliding_window_pattern sliding_window_pattern"}},
        {"windows of unknown size",
         with(R"("layer_types":["full_attention","sliding_attention"])"),
         {"missing_field  sliding_window"}},
        {"a latent of unknown rotary width", with(R"("kv_lora_rank":64)"), {"missing_field  qk_rope_head_dim"}},
        {"a latent of unknown width", with(R"("use_mla":true)"), {"missing_field  kv_lora_rank"}},
        {"states whose layers are not told",
         with(R"("ssm_state_size":16,"conv_kernel":4,"mamba_num_heads":8)"),
         {"missing_field  layer_types"}},
        {"linear layers without a state",
         with(R"("layer_types":["full_attention","linear_attention"])"),
         {"missing_field  linear_num_value_heads"}},
        {"all layers share",
         with(R"("num_kv_shared_layers":2)"),
         {"contradiction /num_kv_shared_layers num_kv_shared_layers"}},
        {"a ratio that nobody published",
         with(R"("compress_ratios":[16,4],"head_dim":64,"qk_rope_head_dim":8,"sliding_window":8,"index_head_dim":8)"),
         {"unknown_attention /compress_ratios/0 compress_ratios[0]"}},
        {"a list of layers twice or not at all",
         with(R"("kv_lora_rank":64,"qk_rope_head_dim":8,"linear_attn_config":{"kda_layers":[1],"full_attn_layers":[1],
             "num_heads":4,"head_dim":64,"short_conv_kernel_size":4})"),
         {"contradiction /linear_attn_config/full_attn_layers full_attn_layers"}},
        {"an index past the layers",
         with(R"("sliding_window":8,"local_layer_ids":[2])"),
         {"out_of_range /local_layer_ids/0 local_layer_ids[0]"}},
        {"a list", "[]", {"wrong_type  "}},
    };
    for (const auto& row : rows) {
        CAPTURE(row.what);
        CHECK(errorsOf(row.text) == row.errors);
    }
}

TEST_CASE("a class rule says why a key that its files have is wanted") {
    const Expected<Architecture> first = readConfig(with(R"("model_type":"zaya","hidden_act":"silu")"));
    REQUIRE(!first);
    CHECK(first.errors().front().field == "moe_intermediate_size");
    CHECK(first.errors().front().message.find("counts attention and expert layers apart") != std::string::npos);
    const Expected<Architecture> refused = readConfig(with(R"("model_type":"blt")"));
    REQUIRE(!refused);
    CHECK(refused.errors().front().message.find("several stacks of layers") != std::string::npos);
    const Expected<Architecture> other = readConfig(with(R"("model_type":"step3p5")"));
    REQUIRE(!other);
    CHECK(other.errors().front().message.find("files of step3p5 say so by this key") != std::string::npos);
}

TEST_CASE("a mechanism that is not known is refused, not sized as plain attention") {
    const struct {
        std::string text;
        const char* error;
    } rows[] = {
        {with(R"("layer_types":["full_attention","quantum_attention"])"),
         "unknown_attention /layer_types/1 layer_types[1]"},
        {with(R"("layer_types":["full_attention",7])"), "unknown_attention /layer_types/1 layer_types[1]"},
        {with(R"("hybrid_override_pattern":"*X")"),
         "unknown_attention /hybrid_override_pattern hybrid_override_pattern"},
        {with(R"("sliding_window":8,"sliding_window_pattern":"LX")"),
         "unknown_attention /sliding_window_pattern sliding_window_pattern"},
        {with(R"("hyper_attention_config":{"width":64})"),
         "unknown_attention /hyper_attention_config hyper_attention_config"},
        {with(R"("kv_compress_factor":4)"), "unknown_attention /kv_compress_factor kv_compress_factor"},
        {with(R"("ssm_memory_slots":16)"), "unknown_attention /ssm_memory_slots ssm_memory_slots"},
        {with(R"("retention_heads":8)"), "unknown_attention /retention_heads retention_heads"},
        {with(R"("expand_k":0.5,"expand_v":1)"), "unknown_attention /expand_k expand_k"},
        {with(R"("kv_reuse_group":[[0,1]])"), "unknown_attention /kv_reuse_group kv_reuse_group"},
        {with(R"("attention_schedule":["a","b"])"), "unknown_attention /attention_schedule attention_schedule"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.text);
        const auto errors = errorsOf(row.text);
        CHECK(std::find(errors.begin(), errors.end(), row.error) != errors.end());
    }
}

TEST_CASE("another file of a model's folder is refused as what it is") {
    const struct {
        const char* text;
        const char* error;
        const char* file;
    } rows[] = {
        {R"({"peft_type":"LORA","r":8,"base_model_name_or_path":"meta-llama/Llama-3.1-8B"})",
         "other_file /peft_type peft_type", "the adapter_config.json of an adapter"},
        {R"({"_class_name":"FluxTransformer2DModel","_diffusers_version":"0.30.0","num_layers":19,
             "num_attention_heads":24,"attention_head_dim":128})",
         "other_file /_diffusers_version _diffusers_version", "the configuration of a diffusion model"},
        {R"({"tokenizer_class":"Qwen2Tokenizer","chat_template":"{}","model_max_length":131072})",
         "other_file /chat_template chat_template", "a tokenizer_config.json"},
        {R"({"version":"1.0","pre_tokenizer":{},"decoder":{"type":"ByteLevel"},"model":{"type":"BPE"}})",
         "other_file /pre_tokenizer pre_tokenizer", "a tokenizer.json"},
        {R"({"image_processor_type":"Qwen2VLImageProcessor","patch_size":14})",
         "other_file /image_processor_type image_processor_type", "a preprocessor_config.json"},
        {R"({"do_sample":true,"eos_token_id":[151645,151643],"top_p":0.8})", "other_file /do_sample do_sample",
         "a generation_config.json"},
        {R"({"producer":{"name":"modelopt"},"quantization":{"quant_algo":"FP8"}})", "other_file /producer producer",
         "the settings of a quantizer"},
        {R"({"metadata":{"total_size":16060522496},"weight_map":{"lm_head.weight":"model-1.safetensors"}})",
         "other_file /weight_map weight_map", "a model.safetensors.index.json"},
        {R"({"model_type":"ultravox","text_model_id":"meta-llama/Llama-3.2-1B-Instruct","hidden_size":4096})",
         "other_file /text_model_id text_model_id", "a configuration that only names its language model"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.text);
        const auto a = readConfig(row.text);
        REQUIRE_FALSE(a);
        CHECK(errorsOf(row.text) == std::vector<std::string>{row.error});
        CHECK(a.errors()[0].message.find(row.file) != std::string::npos);
    }
    // Old files of models hold some of these keys too.
    CHECK(errorsOf(with(R"("tokenizer_class":"QWenTokenizer","do_sample":true,"eos_token_id":2)")) ==
          std::vector<std::string>{});
}

TEST_CASE("what encodes its whole input at once is no model that generates") {
    const auto noted = [](const std::string& text) {
        const auto a = readConfig(text);
        REQUIRE(a);
        return std::any_of(a->notes.begin(), a->notes.end(), [](const Note& n) { return n.code == "encodes_alone"; });
    };
    const std::string bert = R"({"model_type":"bert","num_hidden_layers":12,"hidden_size":768,"num_attention_heads":12,
        "vocab_size":30522)";
    CHECK(noted(bert + "}"));
    CHECK_FALSE(noted(bert + R"(,"is_decoder":true})"));
    CHECK(errorsOf(R"({"model_type":"vit","num_hidden_layers":12,"hidden_size":768,"num_attention_heads":12,
        "image_size":224,"patch_size":16})") == std::vector<std::string>{"nothing_cached  model_type"});
}

TEST_CASE("harmless unknown keys are passed over") {
    CHECK(errorsOf(with(R"("attention_bias":true,"attn_pdrop":0.1,"my_new_key":{"a":1},"attention_multiplier":0.0078,
        "use_flash_attn":"auto","linear_attention_gate":false,"vision_config":{"sliding_thing":3},"window_flavour":null,
        "logit_scale":NaN,"time_step_limit":[0.0,Infinity],"floor":-Infinity)")) == std::vector<std::string>{});
}

TEST_CASE("a file that is wrong in every layer is refused once, in a bounded number of words") {
    std::string heads = "1";
    for (int layer = 1; layer < 1024; ++layer) heads += ",-1";
    const auto a = readConfig(R"({"num_hidden_layers":1024,"hidden_size":256,"num_attention_heads":8,"head_dim":32,
        "num_key_value_heads":[)" +
                              heads + "]}");
    REQUIRE_FALSE(a);
    CHECK(a.errors().size() == 100);
    CHECK(a.errors()[0].pointer == "/num_key_value_heads/1");
}

TEST_CASE("an error names the place, the field and what would be right") {
    const auto a = readConfig(
        "{\n  \"text_config\": {\n    \"num_hidden_layers\": 62,\n    \"hidden_size\": 5376,\n"
        "    \"num_attention_heads\": 0\n  }\n}\n");
    REQUIRE_FALSE(a);
    const Errors& errors = a.errors();
    REQUIRE(errors.size() == 2);
    CHECK(errors[0].message == "num_attention_heads is 0 at /text_config/num_attention_heads, which is out of range");
    CHECK(errors[0].line == 5);
    CHECK(errors[0].column == 28);
    CHECK(errors[0].hint == "a whole number from 1 to 4,294,967,295");
    CHECK(
        errors[1].message ==
        "`head_dim` is missing at /text_config; it cannot be derived, because hidden_size (5376) is not a multiple of "
        "num_attention_heads (missing or 0)");
    CHECK(errors[1].pointer == "/text_config");
    CHECK(errors[1].line == 2);
}

TEST_CASE("broken texts are refused with a place") {
    const auto broken = readConfig("{\n  \"num_hidden_layers\": 2,\n}");
    REQUIRE_FALSE(broken);
    CHECK(broken.errors().front().code == "invalid_json");
    CHECK(broken.errors().front().line == 3);
    CHECK(readConfig("").errors().front().code == "invalid_json");
    CHECK(readConfig(std::string((1 << 20) + 1, ' ')).errors().front().code == "too_long");
    CHECK(readConfig(std::string(100, '[')).errors().front().code == "too_deep");
}
