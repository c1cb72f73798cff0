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
    CHECK(noted(R"({"model_type":"clip_vision_model"})"));
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
