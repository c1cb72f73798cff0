#include <doctest/doctest.h>

#include <algorithm>

#include "gguf_writer.hpp"
#include "kvfit/read.hpp"
#include "kvfit/size.hpp"

// Files written here byte by byte, one of each kind; geometries are those of the published models.
using namespace kvfit;
using test::GgufWriter;

namespace {

Architecture read(const GgufWriter& file) {
    const Expected<Architecture> model = readGguf(file.bytes());
    if (!model) FAIL(model.errors().front().message);
    return *model;
}

std::int64_t payload(const Architecture& a, std::int64_t tokens) {
    Scenario s;
    s.tokens = tokens;
    const Expected<SizeResult> result = size(a, s);
    REQUIRE(result);
    return result->payloadBytes;
}

const CachePart& part(const Architecture& a, Kind kind) {
    const auto found = std::find_if(a.parts.begin(), a.parts.end(), [&](const CachePart& p) { return p.kind == kind; });
    REQUIRE(found != a.parts.end());
    return *found;
}

GgufWriter begin(std::string_view name, std::uint32_t layers, std::uint32_t version = 3, bool big = false) {
    GgufWriter file(version, big);
    const std::string arch(name);
    file.text("general.architecture", name).number(arch + ".block_count", layers);
    return file;
}

GgufWriter llama8b(std::uint32_t version = 3, bool big = false) {
    return begin("llama", 32, version, big)
        .text("general.name", "Meta Llama 3.1 8B")
        .number("llama.context_length", 131072)
        .number("llama.embedding_length", 4096)
        .number("llama.attention.head_count", 32)
        .number("llama.attention.head_count_kv", 8)
        .real("llama.rope.freq_base", 500000.0F)
        .texts("tokenizer.ggml.tokens", {"a", "b", "c"})
        .numbers("tokenizer.ggml.token_type", {1, 1, 1});
}

}  // namespace

TEST_CASE("GGUF: grouped heads, in both versions and byte orders") {
    for (const std::uint32_t version : {2U, 3U}) {
        for (const bool big : {false, true}) {
            const Architecture a = read(llama8b(version, big));
            CHECK(a.name == "Meta Llama 3.1 8B");
            CHECK(a.modelType == "llama");
            CHECK(a.attentionKind == "gqa");
            CHECK(a.layers == 32);
            CHECK(a.attentionHeads == 32);
            CHECK(a.hiddenSize == 4096);
            CHECK(a.vocabSize == 3);
            CHECK(a.trainedContext == 131072);
            CHECK(payload(a, 1) == 131072);
            CHECK(part(a, Kind::full).sources.at("heads") == "llama.attention.head_count_kv");
            CHECK(part(a, Kind::full).sources.at("keyWidth") == "llama.embedding_length");
        }
    }
}

TEST_CASE("GGUF: heads of each layer, and layers without attention") {
    const Architecture a = read(begin("deci", 4)
                                    .number("deci.embedding_length", 1024)
                                    .numbers("deci.attention.head_count", {8, 8, 0, 8})
                                    .numbers("deci.attention.head_count_kv", {8, 2, 0, 2})
                                    .number("deci.attention.key_length", 128)
                                    .number("deci.attention.value_length", 64));
    REQUIRE(a.parts.size() == 2);
    CHECK(a.parts[0].layers == std::vector<std::int64_t>{0});
    CHECK(a.parts[1].layers == std::vector<std::int64_t>{1, 3});
    CHECK(payload(a, 1) == (8 + 2 + 2) * (128 + 64) * 2);
}

TEST_CASE("GGUF: a window pattern from the architecture's rule, from a list, and none at all") {
    const auto gemma = [] {
        return begin("gemma3", 62)
            .number("gemma3.embedding_length", 5376)
            .number("gemma3.attention.head_count", 32)
            .number("gemma3.attention.head_count_kv", 16)
            .number("gemma3.attention.key_length", 128)
            .number("gemma3.attention.value_length", 128)
            .number("gemma3.attention.sliding_window", 1024);
    };
    const Architecture ruled = read(gemma());
    CHECK(part(ruled, Kind::full).layerCount() == 10);
    CHECK(part(ruled, Kind::full).layers.front() == 5);
    CHECK(part(ruled, Kind::window).layerCount() == 52);
    CHECK(ruled.attentionKind == "window_hybrid");
    REQUIRE(ruled.notes.size() == 1);
    CHECK(ruled.notes[0].code == "class_rule");

    const Architecture own = read(gemma().number("gemma3.attention.sliding_window_pattern", 2));
    CHECK(part(own, Kind::full).layerCount() == 31);
    CHECK(own.notes.empty());

    const Architecture listed = read(begin("gemma4", 3)
                                         .number("gemma4.embedding_length", 2560)
                                         .number("gemma4.attention.head_count", 8)
                                         .numbers("gemma4.attention.head_count_kv", {8, 2, 8})
                                         .number("gemma4.attention.key_length", 512)
                                         .number("gemma4.attention.value_length", 512)
                                         .number("gemma4.attention.key_length_swa", 256)
                                         .number("gemma4.attention.value_length_swa", 256)
                                         .number("gemma4.attention.sliding_window", 512)
                                         .number("gemma4.attention.shared_kv_layers", 1)
                                         .flags("gemma4.attention.sliding_window_pattern", {1, 0, 1}));
    CHECK(part(listed, Kind::window).layers == std::vector<std::int64_t>{0});
    CHECK(part(listed, Kind::window).keyWidth == 256);
    CHECK(part(listed, Kind::full).layers == std::vector<std::int64_t>{1});
    CHECK(part(listed, Kind::full).keyWidth == 512);

    const Architecture every = read(llama8b().number("llama.attention.sliding_window", 4096));
    CHECK(part(every, Kind::window).layerCount() == 32);
    CHECK(read(llama8b().number("llama.attention.sliding_window", 0)).attentionKind == "gqa");
}

TEST_CASE("GGUF: the first of every four layers at full length, chunks, shared caches by rule") {
    const auto file = [](const char* name, std::uint32_t layers) {
        const std::string n(name);
        return begin(name, layers)
            .number(n + ".embedding_length", 1024)
            .number(n + ".attention.head_count", 8)
            .number(n + ".attention.sliding_window", 512);
    };
    CHECK(part(read(file("smallthinker", 8)), Kind::full).layers == std::vector<std::int64_t>{0, 4});
    CHECK(
        part(read(file("cohere2moe", 9).number("cohere2moe.attention.sliding_window_pattern", 4)), Kind::full).layers ==
        std::vector<std::int64_t>{0, 4, 8});
    const auto silent = readGguf(file("cohere2moe", 9).bytes());
    REQUIRE(!silent);
    CHECK(silent.errors()[0].field == "cohere2moe.attention.sliding_window_pattern");
    const Architecture scout = read(file("llama4", 48));
    CHECK(part(scout, Kind::chunked).window == 8192);
    CHECK(part(scout, Kind::chunked).layerCount() == 36);
    const Architecture unchunked = read(begin("llama4", 48)
                                            .number("llama4.embedding_length", 1024)
                                            .number("llama4.attention.head_count", 8)
                                            .number("llama4.attention.sliding_window", 0));
    CHECK(part(unchunked, Kind::full).layerCount() == 48);
    const Architecture gemma = read(file("gemma3n", 35));
    CHECK(part(gemma, Kind::full).layerCount() == 4);
    CHECK(part(gemma, Kind::window).layerCount() == 16);
}

TEST_CASE("GGUF: latents with MLA keys, whole heads without") {
    const auto file = [] {
        return begin("deepseek2", 61)
            .number("deepseek2.embedding_length", 7168)
            .number("deepseek2.attention.head_count", 128)
            .number("deepseek2.attention.kv_lora_rank", 512)
            .number("deepseek2.rope.dimension_count", 64);
    };
    const Architecture mla = read(file()
                                      .number("deepseek2.attention.head_count_kv", 1)
                                      .number("deepseek2.attention.key_length", 576)
                                      .number("deepseek2.attention.value_length", 512)
                                      .number("deepseek2.attention.key_length_mla", 192)
                                      .number("deepseek2.attention.value_length_mla", 128));
    CHECK(mla.attentionKind == "mla");
    CHECK(part(mla, Kind::latent).keyWidth == 512);
    CHECK(part(mla, Kind::latent).ropeWidth == 64);
    CHECK(payload(mla, 1) == 70272);

    const Architecture whole = read(file()
                                        .number("deepseek2.attention.head_count_kv", 128)
                                        .number("deepseek2.attention.key_length", 192)
                                        .number("deepseek2.attention.value_length", 128));
    CHECK(whole.attentionKind == "mha");
    CHECK(payload(whole, 1) == std::int64_t{61} * 128 * (192 + 128) * 2);
}

TEST_CASE("GGUF: index keys on the layers that own them") {
    const auto file = [](const char* name) {
        const std::string n(name);
        return begin(name, 4)
            .number(n + ".embedding_length", 4096)
            .number(n + ".attention.head_count", 64)
            .number(n + ".attention.head_count_kv", 1)
            .number(n + ".attention.kv_lora_rank", 512)
            .number(n + ".attention.key_length", 576)
            .number(n + ".attention.value_length", 512)
            .number(n + ".attention.key_length_mla", 256)
            .number(n + ".attention.value_length_mla", 256)
            .number(n + ".attention.indexer.key_length", 128);
    };
    const Architecture all = read(file("deepseek32"));
    CHECK(all.attentionKind == "mla_indexer");
    CHECK(part(all, Kind::indexer).layerCount() == 4);
    CHECK(part(read(file("glm-dsa").numbers("glm-dsa.attention.indexer.types", {1, 0, 0, 1})), Kind::indexer).layers ==
          std::vector<std::int64_t>{0, 3});

    const Architecture msa = read(begin("minimax-m3", 6)
                                      .number("minimax-m3.embedding_length", 6144)
                                      .number("minimax-m3.attention.head_count", 64)
                                      .number("minimax-m3.attention.head_count_kv", 4)
                                      .number("minimax-m3.attention.key_length", 128)
                                      .number("minimax-m3.attention.value_length", 128)
                                      .number("minimax-m3.leading_dense_block_count", 3)
                                      .number("minimax-m3.attention.indexer.key_length", 128));
    CHECK(part(msa, Kind::indexer).layers == std::vector<std::int64_t>{3, 4, 5});
}

TEST_CASE("GGUF: compressed attention") {
    const Architecture a = read(begin("deepseek4", 6)
                                    .number("deepseek4.nextn_predict_layers", 1)
                                    .number("deepseek4.embedding_length", 4096)
                                    .number("deepseek4.attention.head_count", 64)
                                    .number("deepseek4.attention.head_count_kv", 1)
                                    .number("deepseek4.attention.key_length", 512)
                                    .number("deepseek4.attention.value_length", 512)
                                    .number("deepseek4.rope.dimension_count", 64)
                                    .number("deepseek4.attention.sliding_window", 128)
                                    .number("deepseek4.attention.indexer.key_length", 128)
                                    .numbers("deepseek4.attention.compress_ratios", {0, 4, 128, 4, 128, 0}));
    CHECK(a.attentionKind == "compressed");
    CHECK(a.layers == 5);
    CHECK(a.draftLayers == 1);
    CHECK(part(a, Kind::window_latent).layerCount() == 5);
    CHECK(part(a, Kind::window_latent).keyWidth == 448);
    CHECK(part(a, Kind::compressed).layers == std::vector<std::int64_t>{1, 3});
    CHECK(part(a, Kind::indexer).ratio == 4);
    CHECK(payload(a, 1280) == 5 * 128 * 1024 + 2 * 320 * 1024 + 2 * 10 * 1024 + 2 * 320 * 256);
}

TEST_CASE("GGUF: states by interval, by list, beside attention, and alone") {
    const auto ssm = [](GgufWriter file, const std::string& n) {
        return file.number(n + ".ssm.conv_kernel", 4)
            .number(n + ".ssm.inner_size", 4096)
            .number(n + ".ssm.state_size", 128)
            .number(n + ".ssm.time_step_rank", 32)
            .number(n + ".ssm.group_count", 16);
    };
    const auto heads = [](GgufWriter file, const std::string& n) {
        return file.number(n + ".embedding_length", 2048)
            .number(n + ".attention.head_count", 16)
            .number(n + ".attention.head_count_kv", 2)
            .number(n + ".attention.key_length", 256)
            .number(n + ".attention.value_length", 256);
    };
    const Architecture next = read(ssm(heads(begin("qwen3next", 48), "qwen3next"), "qwen3next"));
    CHECK(part(next, Kind::full).layerCount() == 12);
    CHECK(part(next, Kind::recurrent).layerCount() == 36);
    CHECK(part(next, Kind::recurrent).heads == 32);
    CHECK(part(next, Kind::recurrent).keyWidth * part(next, Kind::recurrent).valueWidth == 128 * 128);
    CHECK(part(next, Kind::conv).channels == 8192);

    // Nemotron-H: MLP layers have neither attention nor state.
    const Architecture nemotron = read(ssm(begin("nemotron_h", 4), "nemotron_h")
                                           .number("nemotron_h.embedding_length", 4096)
                                           .number("nemotron_h.attention.head_count", 32)
                                           .number("nemotron_h.attention.key_length", 128)
                                           .number("nemotron_h.attention.value_length", 128)
                                           .numbers("nemotron_h.attention.head_count_kv", {0, 0, 8, 0})
                                           .numbers("nemotron_h.feed_forward_length", {0, 512, 0, 0}));
    CHECK(part(nemotron, Kind::recurrent).layers == std::vector<std::int64_t>{0, 3});
    CHECK(part(nemotron, Kind::full).layers == std::vector<std::int64_t>{2});

    const Architecture parallel = read(ssm(heads(begin("falcon-h1", 24), "falcon-h1"), "falcon-h1"));
    CHECK(part(parallel, Kind::full).layerCount() == 24);
    CHECK(part(parallel, Kind::conv).layerCount() == 24);

    const Architecture mamba = read(begin("mamba", 64)
                                        .number("mamba.embedding_length", 2560)
                                        .number("mamba.attention.head_count", 0)
                                        .number("mamba.ssm.conv_kernel", 4)
                                        .number("mamba.ssm.inner_size", 5120)
                                        .number("mamba.ssm.state_size", 16)
                                        .number("mamba.ssm.time_step_rank", 160));
    REQUIRE(mamba.parts.size() == 2);
    CHECK(payload(mamba, 9) == std::int64_t{64} * (5120 * 16 * 4 + 5120 * 3 * 2));
}

TEST_CASE("GGUF: delta attention, RWKV and short convolutions") {
    const Architecture kimi = read(begin("kimi-linear", 4)
                                       .number("kimi-linear.embedding_length", 2304)
                                       .number("kimi-linear.attention.head_count", 32)
                                       .numbers("kimi-linear.attention.head_count_kv", {0, 0, 0, 1})
                                       .number("kimi-linear.attention.kv_lora_rank", 512)
                                       .number("kimi-linear.attention.key_length", 576)
                                       .number("kimi-linear.attention.value_length", 512)
                                       .number("kimi-linear.attention.key_length_mla", 192)
                                       .number("kimi-linear.attention.value_length_mla", 128)
                                       .number("kimi-linear.ssm.conv_kernel", 4)
                                       .number("kimi-linear.kda.head_dim", 128));
    CHECK(part(kimi, Kind::latent).layers == std::vector<std::int64_t>{3});
    CHECK(part(kimi, Kind::conv).channels == 3 * 32 * 128);
    CHECK(part(kimi, Kind::recurrent).layerCount() == 3);

    const Architecture rwkv =
        read(begin("rwkv6", 32).number("rwkv6.embedding_length", 4096).number("rwkv6.wkv.head_size", 64));
    CHECK(part(rwkv, Kind::recurrent).heads == 64);
    CHECK(part(rwkv, Kind::conv).kernel == 3);

    const Architecture lfm = read(begin("lfm2", 3)
                                      .number("lfm2.embedding_length", 2048)
                                      .number("lfm2.attention.head_count", 32)
                                      .numbers("lfm2.attention.head_count_kv", {0, 8, 0})
                                      .number("lfm2.shortconv.l_cache", 3));
    CHECK(part(lfm, Kind::conv).layers == std::vector<std::int64_t>{0, 2});
    CHECK(part(lfm, Kind::full).keyWidth == 64);
}

TEST_CASE("GGUF: exact weight bytes by type and layer") {
    const Architecture a = read(llama8b()
                                    .tensor("token_embd.weight", {4096, 128256}, 14)
                                    .tensor("blk.0.attn_q.weight", {4096, 4096}, 12)
                                    .tensor("blk.0.attn_norm.weight", {4096}, 0)
                                    .tensor("blk.2.ffn_gate_exps.weight", {4096, 1024, 8}, 39));
    const std::int64_t q6 = std::int64_t{4096} * 128256 / 256 * 210;
    const std::int64_t q4 = 4096 * 4096 / 256 * 144;
    const std::int64_t mx = 4096 * 1024 * 8 / 32 * 17;
    CHECK(a.weights.bytesByDtype ==
          std::map<std::string, std::int64_t>{{"q6_k", q6}, {"q4_k", q4}, {"f32", 16384}, {"mxfp4", mx}});
    CHECK(a.weights.bytes == q6 + q4 + 16384 + mx);
    CHECK(a.weights.layerBytes == std::vector<std::int64_t>{q4 + 16384, 0, mx});
    CHECK(a.weights.otherBytes == q6);
    CHECK(a.weights.dtype == "q6_k");
    CHECK(a.weights.totalParams == std::int64_t{4096} * 128256 + 4096 * 4096 + 4096 + 4096 * 1024 * 8);

    const Architecture split =
        read(llama8b().number("split.count", 3).number("split.no", 0).tensor("output.weight", {32}, 1));
    CHECK(split.weights.bytes == 64);
    CHECK(split.weights.totalParams == 0);
    CHECK(split.notes.back().code == "split_weights");

    const Architecture strange = read(llama8b().tensor("output.weight", {32}, 4000));
    CHECK(strange.weights.bytes == 0);
    CHECK(strange.notes.back().code == "unknown_tensor_type");
}

TEST_CASE("GGUF metadata as JSON gives the same model") {
    const Expected<Architecture> a =
        readGgufMetadata(R"({"general.architecture": "llama", "general.name": "Meta Llama 3.1 8B",
        "llama.block_count": 32, "llama.context_length": 131072, "llama.embedding_length": 4096, "llama.vocab_size": 3,
        "llama.attention.head_count": 32, "llama.attention.head_count_kv": 8, "llama.rope.freq_base": 500000.5})");
    REQUIRE(a);
    const Architecture b = read(llama8b());
    CHECK(a->name == b.name);
    CHECK(a->vocabSize == b.vocabSize);
    CHECK(payload(*a, 77) == payload(b, 77));
}
