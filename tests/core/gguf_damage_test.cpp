#include <doctest/doctest.h>

#include <random>

#include "gguf_writer.hpp"
#include "kvfit/read.hpp"

// Whatever the bytes, the answer is a model or one clear error, in bounded memory and time.
using namespace kvfit;
using test::GgufWriter;

namespace {

GgufWriter small() {
    GgufWriter file;
    file.text("general.architecture", "llama")
        .number("llama.block_count", 2)
        .number("llama.embedding_length", 64)
        .number("llama.attention.head_count", 4)
        .numbers("llama.attention.head_count_kv", {2, 2})
        .texts("tokenizer.ggml.tokens", {"x", "yz"})
        .wide("llama.context_length", 4096)
        .tensor("blk.1.attn_k.weight", {64, 32}, 1);
    return file;
}

Error refused(const std::string& bytes) {
    const Expected<Architecture> model = readGguf(bytes);
    REQUIRE(!model);
    REQUIRE(!model.errors().front().message.empty());
    return model.errors().front();
}

}  // namespace

TEST_CASE("A file cut at any byte asks for more, and for no more than there is") {
    const std::string whole = small().bytes();
    REQUIRE(readGguf(whole));
    REQUIRE(readGguf(whole + std::string(100, 'x')));
    for (std::size_t length = 0; length < whole.size(); ++length) {
        CAPTURE(length);
        const Error error = refused(whole.substr(0, length));
        CHECK(error.code == "need_more_bytes");
        const std::size_t needed = std::stoul(error.params.at("needed"));
        CHECK(needed > length);
        CHECK(needed <= whole.size());
    }
}

TEST_CASE("A flipped bit never breaks the reader") {
    const std::string whole = small().bytes();
    for (std::size_t byte = 0; byte < whole.size(); ++byte) {
        for (int bit = 0; bit < 8; ++bit) {
            std::string damaged = whole;
            damaged[byte] = static_cast<char>(damaged[byte] ^ (1 << bit));
            const Expected<Architecture> model = readGguf(damaged);
            if (!model) CHECK(!model.errors().front().code.empty());
        }
    }
    std::mt19937 random(7);
    for (int i = 0; i < 5000; ++i) {
        std::string damaged = whole;
        for (int change = 0; change < 4; ++change) damaged[random() % damaged.size()] = static_cast<char>(random());
        readGguf(damaged);
    }
}

TEST_CASE("Other files and versions are refused by name") {
    CHECK(refused("PK\x03\x04zip archive that goes on").code == "not_gguf");
    CHECK(refused(GgufWriter(1).bytes()).code == "gguf_version");
    CHECK(refused(GgufWriter(4).bytes()).code == "gguf_version");
    CHECK(refused(GgufWriter(7, true).bytes()).code == "gguf_version");
    CHECK(refused(GgufWriter().bytes()).code == "missing_field");
    CHECK(refused(GgufWriter().number("split.no", 2).bytes()).code == "not_first_part");
}

TEST_CASE("Absurd counts and lengths are refused without being believed") {
    const auto start = [](std::uint64_t tensors, std::uint64_t keys) {
        GgufWriter writer;
        std::string out = "GGUF";
        writer.put(out, std::uint32_t{3});
        writer.put(out, tensors);
        writer.put(out, keys);
        return out;
    };
    CHECK(refused(start(~std::uint64_t{0}, 1)).code == "invalid_gguf");
    CHECK(refused(start(0, ~std::uint64_t{0})).code == "invalid_gguf");

    GgufWriter writer;
    std::string key = start(0, 1);
    writer.put(key, std::uint64_t{1} << 62);
    CHECK(refused(key).code == "invalid_gguf");

    std::string list;
    writer.put(list, std::uint32_t{4});
    writer.put(list, std::uint64_t{1} << 40);
    CHECK(refused(GgufWriter().raw("a.list", 9, list).bytes()).code == "invalid_gguf");

    list.clear();
    writer.put(list, std::uint32_t{5});
    writer.put(list, std::uint64_t{1} << 27);  // believable, but not here
    CHECK(refused(GgufWriter().raw("a.list", 9, list).bytes()).code == "need_more_bytes");

    std::string nested;
    for (int depth = 0; depth < 100; ++depth) {
        writer.put(nested, std::uint32_t{9});
        writer.put(nested, std::uint64_t{1});
    }
    CHECK(refused(GgufWriter().raw("a.list", 9, nested).bytes()).code == "invalid_gguf");
    CHECK(refused(GgufWriter().raw("a.key", 77, "").bytes()).code == "invalid_gguf");
    CHECK(refused(small().number("llama.block_count", 3).bytes()).code == "invalid_gguf");

    const std::uint64_t huge = std::uint64_t{1} << 60;
    CHECK(refused(small().tensor("t", {huge, huge}, 0).bytes()).code == "invalid_gguf");
    CHECK(refused(small().tensor("t", {33}, 8).bytes()).code == "invalid_gguf");
    CHECK(refused(small().tensor("t", {1, 1, 1, 1, 1}, 0).bytes()).code == "invalid_gguf");
}

TEST_CASE("What decides a size and is missing or impossible is named") {
    const auto metadata = [](const std::string& keys) {
        const Expected<Architecture> model = readGgufMetadata("{\"general.architecture\":\"x\"" + keys + "}");
        REQUIRE(!model);
        return model.errors().front();
    };
    CHECK(metadata("").field == "x.block_count");
    CHECK(metadata(R"(,"x.block_count":100000)").code == "out_of_range");
    CHECK(metadata(R"(,"x.block_count":"two")").code == "wrong_type");
    CHECK(metadata(R"(,"x.block_count":2)").code == "unknown_attention");
    CHECK(metadata(R"(,"x.block_count":2,"x.attention.head_count":8)").field == "x.embedding_length");
    CHECK(metadata(R"(,"x.block_count":2,"x.attention.head_count":-8)").code == "out_of_range");
    CHECK(metadata(R"(,"x.block_count":2,"x.attention.head_count":[8])").code == "contradiction");
    CHECK(metadata(R"(,"x.block_count":2,"x.wkv.head_size":64,"x.embedding_length":64)").field ==
          "x.token_shift_count");
    CHECK(metadata(R"(,"x.block_count":2,"x.ssm.conv_kernel":4,"x.ssm.inner_size":64)").field == "x.ssm.state_size");
    CHECK(metadata(R"(,"x.block_count":2,"x.kda.head_dim":4294967295,"x.attention.head_count":4294967295,
        "x.attention.head_count_kv":[0,0],"x.ssm.conv_kernel":4)")
              .code == "out_of_range");
    CHECK(
        metadata(R"(,"x.block_count":1,"x.wkv.head_size":[64],"x.token_shift_count":2,"x.embedding_length":64)").code ==
        "wrong_type");
    CHECK(metadata(R"(,"x.block_count":1,"x.attention.compress_ratios":[4],"x.attention.head_count":4,
        "x.attention.sliding_window":128,"x.attention.key_length":96,"x.rope.dimension_count":32)")
              .field == "x.attention.indexer.key_length");
    CHECK(!readGgufMetadata("[]"));
    CHECK(!readGgufMetadata("{"));
}
