#include <doctest/doctest.h>

#include <string>

#include "cache/stage.hpp"
#include "kvfit/size.hpp"

using namespace kvfit;

namespace {

/// Two layers of one part; fields that a kind does not use stay 0.
Architecture model(CachePart part) {
    Architecture a;
    a.layers = 2;
    part.layers = {0, 1};
    a.parts = {part};
    return a;
}

CachePart heads(Kind kind, std::int64_t window = 0) {
    CachePart p;
    p.kind = kind;
    p.role = kind == Kind::cross ? Role::cross : Role::kv;
    p.heads = 4;
    p.keyWidth = 192;
    p.valueWidth = 128;
    p.window = window;
    return p;
}

CachePart vector(Kind kind, std::int64_t width, std::int64_t rope, std::int64_t window, std::int64_t ratio = 1) {
    CachePart p;
    p.kind = kind;
    p.role = kind == Kind::indexer ? Role::indexer : Role::latent;
    p.keyWidth = width;
    p.ropeWidth = rope;
    p.window = window;
    p.ratio = ratio;
    return p;
}

CachePart state() {
    CachePart p;
    p.kind = Kind::recurrent;
    p.role = Role::recurrent;
    p.heads = 8;
    p.keyWidth = 64;
    p.valueWidth = 128;
    return p;
}

CachePart convolution(std::int64_t channels, std::int64_t groups, std::int64_t stateWidth) {
    CachePart p;
    p.kind = Kind::conv;
    p.role = Role::conv;
    p.channels = channels;
    p.kernel = 4;
    p.groups = groups;
    p.stateWidth = stateWidth;
    return p;
}

Scenario at(std::int64_t tokens) {
    Scenario s;
    s.tokens = tokens;
    return s;
}

SizeResult sized(const Architecture& a, const Scenario& s) {
    const auto r = size(a, s);
    for (const Error& e : r ? Errors{} : r.errors()) FAIL(e.code << ": " << e.message);
    CHECK(evaluate(*r->formula) == static_cast<double>(r->payloadBytes));
    CHECK(evaluate(*r->rankFormula) == static_cast<double>(r->bytesPerRank));
    CHECK(evaluate(*r->fixedFormula) == static_cast<double>(r->fixedBytesPerSequence));
    return *r;
}

struct At {
    std::int64_t tokens, bytes;
};

void grows(const CachePart& part, double marginal, std::int64_t fixed, const std::vector<At>& rows) {
    const Architecture a = model(part);
    for (const At& row : rows) {
        CAPTURE(row.tokens);
        const SizeResult r = sized(a, at(row.tokens));
        CHECK(r.payloadBytes == row.bytes);
        CHECK(r.marginalBytesPerToken == marginal);
        CHECK(r.fixedBytesPerSequence == fixed);
        CHECK(curve(a, at(1), {row.tokens})->front() == static_cast<double>(row.bytes));
    }
}

}  // namespace

// 4 heads x (192 + 128) x 2 bytes = 2,560 bytes for a slot of a layer; two layers.
TEST_CASE("full: a slot for each token") { grows(heads(Kind::full), 5120, 0, {{1, 5120}, {1000, 5120000}}); }

TEST_CASE("window: at most that many slots") {
    grows(heads(Kind::window, 100), 0, 512000, {{1, 5120}, {100, 512000}, {101, 512000}, {1000000, 512000}});
}

TEST_CASE("chunked: at most one chunk") { grows(heads(Kind::chunked, 8), 0, 40960, {{7, 35840}, {9, 40960}}); }

TEST_CASE("cross: the encoder's positions, whatever the length") {
    grows(heads(Kind::cross, 1500), 0, 7680000, {{1, 7680000}, {1000, 7680000}});
}

// (512 + 64) x 2 bytes
TEST_CASE("latent: one vector for each token") { grows(vector(Kind::latent, 512, 64, 0), 2304, 0, {{1000, 2304000}}); }

TEST_CASE("window_latent: one vector for each of the last tokens") {
    grows(vector(Kind::window_latent, 448, 64, 128), 0, 262144, {{1, 2048}, {128, 262144}, {129, 262144}});
}

// Entries are of whole groups: 127 tokens have none of ratio 128.
TEST_CASE("compressed: one vector for every ratio tokens, rounded down") {
    grows(vector(Kind::compressed, 448, 64, 0, 128), 16, 0, {{127, 0}, {128, 2048}, {255, 2048}, {256, 4096}});
}

TEST_CASE("indexer: a key for every token, or every ratio tokens") {
    grows(vector(Kind::indexer, 128, 0, 0), 512, 0, {{1000, 512000}});
    grows(vector(Kind::indexer, 128, 0, 0, 4), 128, 0, {{3, 0}, {4, 512}, {1000, 128000}});
}

// 8 x 64 x 128 x 4 bytes
TEST_CASE("recurrent: one state, or one for each interval begun") {
    grows(state(), 0, 524288, {{1, 524288}, {1000000, 524288}});
    Scenario s = at(1025);
    s.stateCheckpointInterval = 1024;
    CHECK(sized(model(state()), s).payloadBytes == 2 * 524288);
}

// 1,000 channels x 3 columns x 2 bytes
TEST_CASE("conv: kernel - 1 columns") { grows(convolution(1000, 0, 0), 0, 12000, {{1, 12000}, {5000, 12000}}); }

TEST_CASE("stored widths of K and V: 2 layers x 4 heads") {
    const struct {
        const char* dtype;
        std::int64_t bytes;  // of one token, heads of 128 + 128
    } rows[] = {
        {"fp32", 8192},
        {"bf16", 4096},
        {"fp16", 4096},
        {"fp8", 2048},
        {"fp8_e4m3", 2048},
        {"fp8_e5m2", 2048},
        {"int8", 2048},
        {"int4", 1024},
        {"fp4", 1024},
        {"q8_0", 2176},
        {"q5_1", 1536},
        {"q5_0", 1408},
        {"q4_1", 1280},
        {"q4_0", 1152},
        {"iq4_nl", 1152},
        {"mxfp8", 2112},
        {"mxfp4", 1088},
        {"nvfp4", 1152},
        {"int8_per_token_head", 2112},
        {"fp8_per_token_head", 2112},
        {"int4_per_token_head", 1088},
        {"turboquant_k8v4", 1568},
        {"turboquant_4bit_nc", 1072},
        {"turboquant_k3v4_nc", 944},
        {"turboquant_3bit_nc", 816},
    };
    CachePart part = heads(Kind::full);
    part.keyWidth = part.valueWidth = 128;
    for (const auto& row : rows) {
        CAPTURE(row.dtype);
        Scenario s = at(1);
        s.kvDtype = row.dtype;
        CHECK(sized(model(part), s).payloadBytes == row.bytes);
    }
    Scenario s = at(1);
    s.kDtype = "q8_0";
    s.vDtype = "q4_0";
    CHECK(sized(model(part), s).payloadBytes == 2 * 4 * (136 + 72));
}

TEST_CASE("stored widths of latents, entries and index keys, one layer") {
    const struct {
        CachePart part;
        const char* key;
        const char* dtype;
        std::int64_t bytes;
    } rows[] = {
        {vector(Kind::latent, 512, 64, 0), "kv", "bf16", 1152},
        {vector(Kind::latent, 512, 64, 0), "kv", "fp8", 576},
        {vector(Kind::latent, 512, 64, 0), "kv", "int4", 288},
        {vector(Kind::latent, 512, 64, 0), "kv", "fp8_ds_mla", 656},
        {vector(Kind::window_latent, 448, 64, 1), "kv", "fp8_ds_mla", 584},
        {vector(Kind::compressed, 448, 64, 0, 4), "kv", "fp8_ds_mla", 584},
        {vector(Kind::indexer, 128, 0, 0), "index", "bf16", 256},
        {vector(Kind::indexer, 128, 0, 0), "index", "fp8", 128},
        {vector(Kind::indexer, 128, 0, 0), "index", "fp8_index", 132},
        {vector(Kind::indexer, 128, 0, 0), "index", "mxfp4", 68},
        {vector(Kind::indexer, 128, 0, 0), "index", "fp4", 64},
    };
    for (const auto& row : rows) {
        CAPTURE(row.dtype);
        Scenario s = at(row.part.ratio);
        (row.key == std::string("kv") ? s.kvDtype : s.indexerDtype) = row.dtype;
        CHECK(sized(model(row.part), s).payloadBytes == 2 * row.bytes);
    }
}

TEST_CASE("tensor parallel: heads are divided, and replicated below one for each rank") {
    const auto rank = [](const CachePart& part, std::int64_t tp) {
        Scenario s = at(1);
        s.tp = tp;
        return sized(model(part), s).bytesPerRank;
    };
    CHECK(rank(heads(Kind::full), 2) == 2560);
    CHECK(rank(heads(Kind::full), 4) == 1280);
    CHECK(rank(heads(Kind::full), 8) == 1280);
    CHECK(rank(vector(Kind::latent, 512, 64, 0), 8) == 2304);
    CHECK(rank(vector(Kind::indexer, 128, 0, 0), 8) == 512);
    CHECK(rank(state(), 8) == 2 * 64 * 128 * 4);
    CHECK(rank(convolution(1024, 0, 0), 4) == 2 * 256 * 3 * 2);
    // 1,024 inner channels and 2 groups of B and C with 64 each: on four ranks each keeps one whole group.
    CHECK(rank(convolution(1024 + 2 * 2 * 64, 2, 64), 2) == 2 * (512 + 128) * 3 * 2);
    CHECK(rank(convolution(1024 + 2 * 2 * 64, 2, 64), 4) == 2 * (256 + 128) * 3 * 2);
    CHECK(rank(convolution(1024 + 2 * 64, 1, 64), 8) == 2 * (128 + 128) * 3 * 2);
}

TEST_CASE("attention that runs data-parallel: whole heads, a share of the sequences") {
    Scenario s = at(1);
    s.tp = 8;
    s.attentionDp = true;
    s.sequences = 20;
    CHECK(sized(model(heads(Kind::full)), s).bytesPerRank == 3 * 5120);
    s.dp = 4;
    CHECK(sized(model(heads(Kind::full)), s).bytesPerRank == 5 * 5120);
}

TEST_CASE("data parallel: the fullest replica") {
    Scenario s = at(1);
    s.dp = 4;
    s.sequences = 9;
    const SizeResult r = sized(model(heads(Kind::full)), s);
    CHECK(r.payloadBytes == 9 * 5120);
    CHECK(r.bytesPerRank == 3 * 5120);
}

TEST_CASE("decode context parallel: tokens are divided instead of heads, rounded up") {
    Scenario s = at(1001);
    s.tp = 8;
    s.dcp = 2;
    // 8 / 2 ranks for 4 heads, 501 tokens on each.
    CHECK(sized(model(heads(Kind::full)), s).bytesPerRank == 2 * 501 * 640);
    CHECK(sized(model(vector(Kind::latent, 512, 64, 0)), s).bytesPerRank == 501 * 2304);
    // A window is not divided by tokens.
    CHECK(sized(model(heads(Kind::window, 100)), s).bytesPerRank == 2 * 100 * 640);
    s.dcp = 3;
    CHECK(size(model(heads(Kind::full)), s).errors().front().code == "invalid_parallel_degree");
}

TEST_CASE("pipeline: the fullest stage; what is left over goes before the last stage") {
    const auto sizes = [](std::int64_t layers, std::int64_t count) {
        std::vector<std::int64_t> out;
        for (const Stage& stage : stagesOf(layers, count)) out.push_back(stage.last - stage.first);
        return out;
    };
    CHECK(sizes(8, 4) == std::vector<std::int64_t>{2, 2, 2, 2});
    CHECK(sizes(61, 4) == std::vector<std::int64_t>{15, 15, 16, 15});
    CHECK(sizes(30, 8) == std::vector<std::int64_t>{3, 4, 4, 4, 4, 4, 4, 3});

    Architecture a = model(heads(Kind::full));
    a.layers = 4;
    CachePart windows = heads(Kind::window, 10);
    windows.layers = {2, 3};
    a.parts.push_back(windows);
    Scenario s = at(1000);
    s.pp = 2;
    CHECK(sized(a, s).bytesPerRank == 5120000);
    s.pp = 5;
    CHECK(size(a, s).errors().front().field == "pp");
}

TEST_CASE("speculative layers are counted on request, in the model's shape") {
    Architecture a = model(vector(Kind::latent, 512, 64, 0));
    a.draftLayers = 3;
    Scenario s = at(1);
    CHECK(sized(a, s).payloadBytes == 2304);
    s.draftLayers = DraftLayers{1, false};
    CHECK(sized(a, s).payloadBytes == 2304 + 1152);
    s.draftLayers = DraftLayers{0, true};
    CHECK(sized(a, s).payloadBytes == 2304 + 3 * 1152);
}

TEST_CASE("a separate draft model is counted with the model") {
    Architecture a = model(vector(Kind::latent, 512, 64, 0));
    CachePart draft = heads(Kind::full);
    draft.draft = true;
    draft.layers = {2};
    a.draftModel = {draft};
    const SizeResult r = sized(a, at(1));
    CHECK(r.payloadBytes == 2304 + 2560);
    CHECK(r.parts.back().draft);
}

TEST_CASE("a latent that expands keeps K and V of every head") {
    CachePart part = vector(Kind::latent, 512, 64, 0);
    Scenario s = at(1);
    s.mlaExpanded = true;
    CHECK(size(model(part), s).errors().front().code == "missing_field");
    part.expandedHeads = 20;
    part.expandedKeyWidth = 256;
    part.expandedValueWidth = 128;
    const SizeResult r = sized(model(part), s);
    CHECK(r.payloadBytes == 2 * 20 * 384 * 2);
    CHECK(r.parts.front().role == "kv");
    s.tp = 4;
    CHECK(sized(model(part), s).bytesPerRank == 2 * 5 * 384 * 2);
}

TEST_CASE("types that the parts do not have are refused, and a result past 2^53 - 1") {
    Scenario s = at(1);
    s.kvDtype = "fp8_ds_mla";
    CHECK(size(model(heads(Kind::full)), s).errors().front().code == "dtype_not_for_part");
    s.kvDtype = "bf17";
    CHECK(size(model(heads(Kind::full)), s).errors().front().code == "unknown_dtype");
    CHECK(size(model(heads(Kind::full)), at(std::int64_t{1} << 52)).errors().front().code == "too_large");
    CHECK(curve(model(heads(Kind::full)), at(1), {std::int64_t{1} << 52}).errors().front().code == "too_large");
}
