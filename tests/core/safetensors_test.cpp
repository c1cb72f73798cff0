#include <doctest/doctest.h>

#include <random>
#include <string>

#include "kvfit/read.hpp"

using namespace kvfit;

namespace {

std::string file(const std::string& json) {
    std::string out;
    for (int i = 0; i < 8; ++i) out += static_cast<char>(std::uint64_t{json.size()} >> (8 * i) & 0xff);
    return out + json;
}

const std::string header = R"({"__metadata__":{"format":"pt"},
    "model.embed_tokens.weight":{"dtype":"BF16","shape":[100,64],"data_offsets":[0,12800]},
    "model.layers.0.mlp.up_proj.weight":{"dtype":"F8_E4M3","shape":[64,64],"data_offsets":[12800,16896]},
    "model.layers.1.mlp.experts.7.down.weight_packed":{"dtype":"U8","shape":[64,32],"data_offsets":[16896,18944]},
    "lm_head.weight":{"dtype":"BF16","shape":[100,64],"data_offsets":[18944,31744]}})";

}  // namespace

TEST_CASE("safetensors: exact bytes by type and layer") {
    for (const std::string& text : {file(header) + "data", header}) {
        const Expected<Architecture> a = readSafetensors(text);
        REQUIRE(a);
        CHECK(a->parts.empty());
        CHECK(a->weights.bytes == 31744);
        CHECK(a->weights.bytesByDtype ==
              std::map<std::string, std::int64_t>{{"bf16", 25600}, {"fp8_e4m3", 4096}, {"u8", 2048}});
        CHECK(a->weights.layerBytes == std::vector<std::int64_t>{4096, 2048});
        CHECK(a->weights.otherBytes == 25600);
        CHECK(a->weights.dtype == "bf16");
        CHECK(a->weights.totalParams == 6400 + 4096 + 2048 + 6400);
    }
}

TEST_CASE("safetensors: an index states the total of all files") {
    const Expected<Architecture> a = readSafetensors(
        R"({"metadata":{"total_size":1500000000000},"weight_map":{"a":"m-1.safetensors","b":"m-2.safetensors","c":"m-2.safetensors"}})");
    REQUIRE(a);
    CHECK(a->weights.bytes == 1500000000000);
    CHECK(a->notes.front().params.at("files") == "2");
    CHECK(!readSafetensors(R"({"metadata":{},"weight_map":{}})"));
}

TEST_CASE("safetensors: cut, flipped and absurd headers") {
    const std::string whole = file(header);
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const Expected<Architecture> a = readSafetensors(whole.substr(0, length));
        REQUIRE(!a);
        CHECK(a.errors().front().code == "need_more_bytes");
    }
    std::mt19937 random(3);
    for (int i = 0; i < 5000; ++i) {
        std::string damaged = whole;
        damaged[random() % damaged.size()] ^= static_cast<char>(1U << random() % 8);
        const Expected<Architecture> a = readSafetensors(damaged);
        if (!a) CHECK(!a.errors().front().message.empty());
    }
    std::string absurd = whole;
    absurd[7] = '\x7f';
    CHECK(readSafetensors(absurd).errors().front().code == "invalid_safetensors");
    CHECK(readSafetensors(file(R"({"a":{"dtype":"BF16","shape":[1],"data_offsets":[5,1]}})")).errors().front().code ==
          "invalid_safetensors");
    CHECK(readSafetensors(file("{}")).errors().front().code == "invalid_safetensors");
    CHECK(readSafetensors(file("[1,2]")).errors().front().code == "invalid_safetensors");
}
