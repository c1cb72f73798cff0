#include <doctest/doctest.h>

#include <numeric>
#include <set>

#include "engine/vllm/capacity.hpp"
#include "engine/vllm/stages.hpp"
#include "kvfit/read.hpp"
#include "kvfit/size.hpp"
#include "llamacpp_models.hpp"

// How layers share blocks.
using namespace kvfit;
using namespace kvfit::models;
using vllm::Plan;

namespace {

vllm::Settings settings(const Architecture& a, Scenario s = {}) {
    s.kvDtype = s.kvDtype.value_or("bf16");
    s.maxModelLen = s.maxModelLen.value_or(131072);
    Notes notes;
    Expected<vllm::Settings> q = vllm::settingsOf(a, s, notes);
    REQUIRE(q);
    return std::move(*q);
}

Plan plan(const vllm::Settings& q) {
    const Expected<Plan> p = vllm::planOf(q);
    REQUIRE(p);
    return *p;
}

std::int64_t layersOf(const Plan& p) {
    std::int64_t n = 0;
    for (const vllm::Spec& s : p.specs) n += s.count();
    return n;
}

}  // namespace

TEST_CASE("Layers of one kind, whatever their width, are one group") {
    const vllm::Settings q =
        settings(model(4, {attention(Kind::full, {0, 1}, 8, 128, 128), attention(Kind::full, {2, 3}, 4, 64, 64)}));
    const Plan p = plan(q);
    CHECK(p.layout == Plan::Layout::uniform);
    CHECK(p.groupCount() == 1);
    CHECK(vllm::blockBytesOn(vllm::stagesOf(4, 1), p) == 16 * 2 * (8 * 512 + 4 * 256));
}

TEST_CASE("Groups take a kind's layers in turn, so that pipeline stages share them evenly") {
    const vllm::Settings q = settings(gemma3of27b());
    const Plan p = plan(q);
    std::set<std::int64_t> seen;
    for (std::int64_t group = 0; group < 6; ++group)
        CHECK(vllm::layersOn({0, INT64_MAX}, p.specs[1], 6, group) == (group < 4 ? 9 : 8));
    // 62 layers on 4 stages: 15, 16, 16, 15; none has more than 3 of a group's layers
    const std::vector<Stage> stages = vllm::stagesOf(62, 4);
    CHECK(stages[0].last == 15);
    CHECK(stages[1].last == 31);
    CHECK(stages[2].last == 47);
    CHECK(vllm::blockBytesOn(stages, p) == 3 * 131072);
}

TEST_CASE("A remainder of layers goes to the stages before the last") {
    const std::vector<Stage> stages = vllm::stagesOf(11, 4);
    CHECK(stages[0].last == 3);
    CHECK(stages[1].last == 6);
    CHECK(stages[2].last == 9);
    CHECK(stages[3].first == 9);
}

TEST_CASE("A latent page that does not divide is padded") {
    // 64 x 1,152 bytes beside a window's 16 x 11 x 512.
    const vllm::Settings q = settings(
        model(4, {latent(Kind::latent, {0, 1, 2}, 512, 64), attention(Kind::window, {3}, 11, 128, 128, 4096)}));
    const Plan p = plan(q);
    CHECK_FALSE(p.promoted);
    CHECK(p.specs[0].page == 90112);
    CHECK(p.specs[0].block == 64);
}

TEST_CASE("Sparse latents beside windows whose pages do not fit are all held at full length") {
    const vllm::Settings q = settings(model(4, {latent(Kind::latent, {0, 1, 2}, 512, 64), indexer({0, 1, 2}, 128),
                                                attention(Kind::window, {3}, 5, 128, 128, 4096)}));
    const Plan p = plan(q);
    CHECK(p.promoted);
    CHECK(p.layout == Plan::Layout::uniform);
    CHECK(layersOf(p) == 7);
}

TEST_CASE("A window page that does not divide is padded") {
    const vllm::Settings q = settings(
        model(4, {attention(Kind::full, {0, 1}, 8, 128, 128), attention(Kind::window, {2, 3}, 3, 128, 128, 4096)}));
    const Plan p = plan(q);
    CHECK(p.specs[1].page == p.specs[0].page);
    CHECK(p.specs[1].block == 16);
}

TEST_CASE("Compressed attention: the group size with the least padding, the larger of equals") {
    const vllm::Settings q = settings(deepSeekV4Flash());
    const Plan p = plan(q);
    CHECK(p.layout == Plan::Layout::packed);
    CHECK(p.groupSize == 22);
    CHECK(p.groupCount() == 5);
    CHECK(vllm::tuplesOn(vllm::stagesOf(43, 1), p) == 22);
    CHECK(vllm::tupleBytes(p) == 65536 + 8704 + 2048);
}

TEST_CASE("Pooled index keys stand in the blocks of the attention beside them, and a warning says what is not known") {
    const Expected<Architecture> a = readConfig(R"({"num_hidden_layers":2,"hidden_size":1024,"num_attention_heads":8,
        "num_key_value_heads":2,"head_dim":128,"indexer_n_heads":4,"indexer_head_dim":128,"indexer_compress_ratio":4,
        "max_position_embeddings":131072})");
    REQUIRE(a);
    const vllm::Settings q = settings(*a);
    const Plan p = plan(q);
    REQUIRE(p.specs.size() == 1);
    CHECK(p.specs.front().entry == 2 * 2 * 128 * 2 + 128 * 2 / 4);
    for (const char* engine : {"vllm", "sglang"}) {
        Scenario s;
        s.engine = engine;
        s.kvDtype = s.indexerDtype = "bf16";
        s.tokens = 4096;
        const Expected<SizeResult> r = size(*a, s);
        REQUIRE(r);
        CHECK(r->figures.at("liveBytes").bytes == r->payloadBytes);
        CHECK(r->warnings.front().code == "pooled_index_estimated");
    }
}

TEST_CASE("Grouping never loses a layer and never gives one two places") {
    std::uint64_t seed = 7;
    const auto below = [&](std::uint64_t n) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        return static_cast<std::int64_t>((seed >> 33) % n);
    };
    for (int run = 0; run < 400; ++run) {
        CAPTURE(run);
        const std::int64_t layers = 1 + below(70);
        std::vector<Layers> kinds(4);
        for (std::int64_t i = 0; i < layers; ++i) kinds[static_cast<std::size_t>(below(4))].push_back(i);
        std::vector<CachePart> parts;
        if (!kinds[0].empty()) parts.push_back(attention(Kind::full, kinds[0], 1 << below(5), 128, 128));
        if (!kinds[1].empty())
            parts.push_back(attention(Kind::window, kinds[1], 1 << below(5), 128, 128, 1 + below(5000)));
        if (!kinds[2].empty())
            parts.push_back(attention(Kind::window, kinds[2], 1 << below(5), 64, 64, 1 + below(5000)));
        if (!kinds[3].empty()) {
            parts.push_back(recurrent(kinds[3], 1 + below(64), 64, 128));
            parts.push_back(conv(kinds[3], 1 + below(9000), 4));
        }
        const vllm::Settings q = settings(model(layers, parts));
        const Plan p = plan(q);
        CHECK(layersOf(p) == layers);
        // Every layer is in exactly one group, and no group is larger than a block holds.
        std::int64_t placed = 0;
        for (const vllm::Table& t : p.tables)
            for (std::int64_t group = 0; group < t.groups; ++group) {
                std::int64_t bytes = 0;
                for (const std::size_t i : t.members) {
                    const std::int64_t n = vllm::layersOn({0, INT64_MAX}, p.specs[i], t.groups, group);
                    placed += n;
                    bytes += n * p.specs[i].page;
                }
                CHECK(bytes <= vllm::blockBytesOn(vllm::stagesOf(layers, 1), p));
            }
        CHECK(placed == layers);
        for (std::int64_t stages = 2; stages <= std::min<std::int64_t>(layers, 5); ++stages) {
            std::int64_t onStages = 0;
            for (const Stage& stage : vllm::stagesOf(layers, stages))
                for (const vllm::Spec& s : p.specs) onStages += vllm::layersOn(stage, s, 1, 0);
            CHECK(onStages == layers);
        }
    }
}
