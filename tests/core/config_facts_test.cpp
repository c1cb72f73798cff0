#include "config_rows.hpp"

using namespace kvfit;
using namespace kvfit::test;

namespace {

Architecture read(const std::string& keys) {
    const auto a = readConfig(R"({"num_hidden_layers":2,"hidden_size":256,"num_attention_heads":4)" +
                              (keys.empty() ? "" : "," + keys) + "}");
    REQUIRE(a);
    return *a;
}

}  // namespace

TEST_CASE("trained context under its names; the longer of two") {
    CHECK(read("").trainedContext == 0);
    CHECK(read(R"("max_position_embeddings":8192)").trainedContext == 8192);
    CHECK(read(R"("max_position_embeddings":8192,"model_max_length":131072)").trainedContext == 131072);
    CHECK(read(R"("max_position_embeddings":8192,"model_max_length":1e30)").trainedContext == 8192);
    for (const char* key : {"max_position_embedding", "n_positions", "seq_length", "max_seq_len", "n_ctx",
                            "max_sequence_length", "model_max_length", "context_length", "max_target_positions"})
        CHECK(read("\"" + std::string(key) + "\":4096").trainedContext == 4096);
}

TEST_CASE("stored types: the model's, the state's, the cache's, the weights'") {
    CHECK(read(R"("torch_dtype":"bfloat16")").modelDtype == "bf16");
    CHECK(read(R"("dtype":"float16")").modelDtype == "fp16");
    CHECK(read(R"("mamba_ssm_dtype":"float32")").stateDtype == "fp32");
    CHECK(read(R"("mamba_ssm_cache_dtype":"bfloat16")").typeSources.at("stateDtype") == "/mamba_ssm_cache_dtype");

    const struct {
        const char* quantization;
        const char* weights;
        const char* kv;
    } rows[] = {
        {R"({"quant_method":"fp8","weight_block_size":[128,128]})", "fp8", ""},
        {R"({"quant_method":"fbgemm_fp8"})", "fp8", ""},
        {R"({"quant_method":"mxfp4"})", "mxfp4", ""},
        {R"({"quant_method":"awq","bits":4})", "int4", ""},
        {R"({"quant_method":"gptq","bits":8})", "int8", ""},
        {R"({"quant_method":"modelopt","quant_algo":"NVFP4","kv_cache_scheme":{"num_bits":8,"type":"float"}})", "nvfp4",
         "fp8"},
        {R"({"producer":{"name":"modelopt"},"quantization":{"quant_algo":"FP8","kv_cache_quant_algo":"NVFP4"}})", "fp8",
         "nvfp4"},
        {R"({"quant_method":"compressed-tensors","format":"mxfp4-pack-quantized","kv_cache_scheme":null})", "mxfp4",
         ""},
        {R"({"quant_method":"compressed-tensors","config_groups":{"group_0":{"weights":{"num_bits":8,"type":"float"}}},
             "kv_cache_scheme":{"num_bits":8,"type":"int"}})",
         "fp8", "int8"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.quantization);
        const Architecture a =
            read(R"("torch_dtype":"bfloat16","quantization_config":)" + std::string(row.quantization));
        CHECK(a.weights.dtype == row.weights);
        CHECK(a.kvDtype == row.kv);
    }
    CHECK(read(R"("torch_dtype":"bfloat16","expert_dtype":"fp4")").weights.dtype == "fp4");
}

TEST_CASE("speculative layers that a file declares") {
    CHECK(read(R"("num_nextn_predict_layers":1)").draftLayers == 1);
    CHECK(read(R"("num_mtp_modules":3,"mtp_transformer_layers":2,"use_mtp":true)").draftLayers == 6);
    CHECK(read(R"("num_mtp_modules":3,"use_mtp":false)").draftLayers == 0);
    CHECK(read(R"("mtp_num_hidden_layers":1)").draftLayers == 1);
    CHECK(read(R"("num_nextn_predict_layers":0)").draftLayers == 0);

    const Architecture inkling = read(
        R"("sliding_window":8,"local_layer_ids":[0],"mtp_config":{"num_nextn_predict_layers":3,"local_layer_ids":[0,2]})");
    CHECK(inkling.draftLayers == 3);
    Scenario s = sixteenBit(100);
    const std::int64_t own = size(inkling, s)->payloadBytes;
    s.draftLayers = DraftLayers{0, true};
    // Two layers with a window of 8 and one that sees all 100 tokens, 4 heads of 64: 1,024 bytes for a token.
    CHECK(size(inkling, s)->payloadBytes - own == (2 * 8 + 100) * 1024);
    s.draftLayers = DraftLayers{2, false};
    CHECK(size(inkling, s)->payloadBytes - own == 2 * 100 * 1024);
}

TEST_CASE("assumptions are notes") {
    const auto has = [](const Architecture& a, const char* code) {
        for (const Note& n : a.notes)
            if (n.code == code) return true;
        return false;
    };
    CHECK(has(read(""), "assumed_mha"));
    CHECK(has(read(""), "derived_head_dim"));
    CHECK_FALSE(has(read(R"("head_dim":64,"num_key_value_heads":4)"), "assumed_mha"));
    CHECK_FALSE(has(read(R"("head_dim":64,"num_key_value_heads":4)"), "derived_head_dim"));
    CHECK(has(read(R"("model_type":"gemma2","sliding_window":8)"), "class_rule"));
    CHECK(has(read(R"("sliding_window":8192,"max_position_embeddings":4096)"), "window_above_context"));
}

TEST_CASE("a catalogue entry is a configuration and the facts beside it") {
    const std::string text = R"({"id":"m","name":"M","totalParams":671000000000,"activeParams":37000000000,
        "kvDtype":"fp8","indexerDtype":"fp4","stateDtype":"fp32","typeSource":"release note","trainedContext":131072,
        "weightsDtype":"fp8","source":"x","read":"2026-08-21",
        "config":{"num_hidden_layers":2,"hidden_size":256,"num_attention_heads":4,"num_key_value_heads":2}})";
    const auto a = readCatalogueEntry(text);
    REQUIRE(a);
    CHECK(a->id == "m");
    CHECK(a->name == "M");
    CHECK(a->weights.totalParams == 671000000000);
    CHECK(a->weights.activeParams == 37000000000);
    CHECK(a->weights.dtype == "fp8");
    CHECK(a->kvDtype == "fp8");
    CHECK(a->indexerDtype == "fp4");
    CHECK(a->trainedContext == 131072);
    CHECK(a->typeSources.at("kvDtype") == "release note");
    CHECK(a->parts.front().sources.at("heads") == "/config/num_key_value_heads");
    CHECK(readCatalogueEntry(R"({"id":"m"})").errors().front().code == "missing_field");
    CHECK(readCatalogueEntry(R"({"config":{}})").errors().front().pointer == "/config");
}
