#include <doctest/doctest.h>

#include <algorithm>

#include "kvfit/reuse_study.hpp"
#include "kvfit/traffic.hpp"
#include "reuse_traces.hpp"

namespace {

using namespace kvfit;

std::string written(const Traffic& traffic) {
    Expected<TrafficWriter> writer = TrafficWriter::of(traffic);
    REQUIRE(static_cast<bool>(writer));
    std::string out;
    for (std::string piece = writer->next(); !piece.empty(); piece = writer->next()) out += piece;
    return out;
}

Traffic small() {
    Traffic t;
    t.conversations = 60;
    t.systemPrompts = 2;
    t.systemPromptTokens = 100;
    t.documents = 5;
    t.documentTokens = 300;
    t.documentShare = 0.5;
    t.newTokens = 40;
    t.outputTokens = 30;
    return t;
}

Trace traceOf(const std::string& text, TraceReport& report) {
    TraceReader reader;
    reader.feed(text);
    Expected<Trace> trace = reader.finish();
    REQUIRE(static_cast<bool>(trace));
    report = reader.report();
    return *trace;
}

ReuseResult studied(const std::string& text, const Scenario& scenario, const ReuseSettings& settings) {
    TraceReport report;
    Trace trace = traceOf(text, report);
    Expected<ReusePlan> plan = planReuse({}, scenario, settings);
    REQUIRE(static_cast<bool>(plan));
    ReuseStudy study(std::move(*plan), std::move(trace), report, {});
    while (study.done() < study.steps()) study.step();
    return study.result();
}

}  // namespace

TEST_CASE("described traffic is a trace in the order of time; equal seeds give equal bytes on every platform") {
    const std::string text = written(small());
    TraceReport report;
    const Trace trace = traceOf(text, report);
    CHECK(report.badLines == 0);
    CHECK(report.timeBackwards == 0);
    CHECK(report.lengthsUnlikeBlocks == 0);
    CHECK(report.requests > 120);
    std::uint32_t conversations = 0;
    for (const TraceRequest& r : trace.requests) conversations = std::max(conversations, r.conversation + 1);
    CHECK(conversations == 60);
    CHECK(text == written(small()));
    Traffic other = small();
    other.seed = 2;
    CHECK(text != written(other));
}

TEST_CASE("described traffic out of range is refused key by key") {
    Traffic t = small();
    t.turns = 0;
    t.documentShare = 2;
    t.systemPromptShares = "1, x";
    const Expected<TrafficWriter> writer = TrafficWriter::of(t);
    REQUIRE(!writer);
    CHECK(writer.errors().size() == 3);
    CHECK(writer.errors().front().field == "turns");
}

TEST_CASE("a study's lines keep their order, and its parts add up to its answer") {
    const std::string text = written(small());
    for (const char* engine : {"payload", "vllm", "sglang", "tensorrt-llm"}) {
        CAPTURE(engine);
        Scenario scenario;
        scenario.engine = engine;
        ReuseSettings settings;
        settings.cacheBlocks = 200;
        settings.warmupShare = 0.25;
        const ReuseResult r = studied(text, scenario, settings);
        REQUIRE(static_cast<bool>(r.capacity));
        CHECK(r.capacity->blocks == 200);
        CHECK(r.capacity->hits.tokens + r.capacity->computedTokens == r.measuredTokens);
        for (const auto* list : {&r.byKind, &r.byTurn}) {
            std::int64_t tokens = 0, hits = 0;
            for (const ReuseGroup& g : *list) {
                tokens += g.tokens;
                hits += g.hitTokens;
            }
            CHECK(tokens == r.measuredTokens);
            CHECK(hits == r.capacity->hits.tokens);
        }
        const ReuseCurve& optimal = r.curves.back();
        REQUIRE(optimal.line == "optimal");
        for (const ReuseCurve& curve : r.curves)
            for (std::size_t i = 0; i < r.capacityBlocks.size(); ++i) {
                CHECK(curve.hitBlocks[i] <= optimal.hitBlocks[i]);
                CHECK(curve.hitTokens[i] <= r.ceiling.tokens);
                if (curve.inclusion && i > 0) CHECK(curve.hitTokens[i] >= curve.hitTokens[i - 1]);
            }
        REQUIRE(static_cast<bool>(r.knee));
        CHECK(std::count(r.capacityBlocks.begin(), r.capacityBlocks.end(), r.knee->blocks) == 1);
    }
}

TEST_CASE("the knee of a line that has every capacity is the farthest above its chord of them all") {
    const std::string text = written(small());
    ReuseSettings settings;
    settings.capacityPoints = 4;
    settings.cacheBlocks = 1000000;  // far behind the last capacity of use
    const ReuseResult r = studied(text, {}, settings);
    REQUIRE(static_cast<bool>(r.knee));
    TraceReport report;
    CurveOptions options;
    options.warmupRequests = static_cast<std::size_t>(r.warmupRequests);
    const LruCurve curve = lruCurve(traceOf(text, report), options);
    std::size_t top = 0, best = 0;
    while (curve.tokens[top] < curve.tokens.back()) ++top;
    const auto above = [&](std::size_t c) {
        return static_cast<double>(curve.tokens[c]) / static_cast<double>(curve.tokens[top]) -
               static_cast<double>(c) / static_cast<double>(top);
    };
    for (std::size_t c = 1; c <= top; ++c)
        if (above(c) > above(best)) best = c;
    CHECK(r.knee->blocks == static_cast<std::int64_t>(best));
    CHECK(r.knee->tokenRate ==
          doctest::Approx(static_cast<double>(curve.tokens[best]) / static_cast<double>(r.measuredTokens)));
}

TEST_CASE("windows and states at the end of a prompt: a hit needs them, and a junction keeps them") {
    reuse_test::TraceMaker made(1);
    // Two requests part behind two blocks; the third and fourth begin like the first.
    const std::vector<std::vector<std::uint32_t>> requests = {{0, 1, 2}, {0, 1, 3}, {0, 1, 4}, {0, 1, 2, 5}};
    for (const auto& blocks : requests) {
        TraceRequest r;
        r.inputTokens = static_cast<std::uint32_t>(blocks.size()) + 1;
        made.add(r, blocks);
    }
    const Trace trace = made.made();
    EngineCache cache;
    cache.capacity = 100;
    FoundBlocks found;
    simulateEngine(trace, {}, cache, &found);
    CHECK(found == FoundBlocks{0, 2, 2, 3});
    cache.cachedEnd = 3;
    found.clear();
    simulateEngine(trace, {}, cache, &found);
    CHECK(found == FoundBlocks{0, 0, 2, 3});
}

// python/sglang/srt/mem_cache/mamba_radix_cache.py of 2026-08-22 run on these prompts, in chunks of 8,192 and of 256
// tokens, with pages of 64.
TEST_CASE("SGLang's states: kept at the ends of prompts and chunks, or where prompts part instead") {
    reuse_test::TraceMaker made(64);
    const auto add = [&](std::vector<std::uint32_t> blocks) {
        TraceRequest r;
        r.inputTokens = static_cast<std::uint32_t>(blocks.size()) * 64;
        made.add(r, blocks);
    };
    add({0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
    add({0, 1, 2, 3, 4, 10, 11, 12, 13, 14});
    add({0, 1, 2, 3, 4, 15, 16, 17, 18, 19});
    add({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 20, 21});
    add({0, 1, 2, 3, 4, 10, 11, 12, 13, 14, 22});
    const Trace trace = made.made();
    EngineCache cache;
    cache.engine = CacheEngine::sglang;
    cache.capacity = 100;
    const auto found = [&](std::int64_t chunk) {
        FoundBlocks each;
        cache.stateChunk = chunk;
        simulateEngine(trace, {}, cache, &each);
        return each;
    };
    CHECK(found(0) == FoundBlocks{0, 5, 5, 10, 10});
    CHECK(found(8192) == FoundBlocks{0, 0, 5, 10, 5});
    CHECK(found(256) == FoundBlocks{0, 4, 5, 10, 10});
}

// vLLM hashes every full block, SGLang's cache_finished_req inserts prompt and answer; both but for the last token.
TEST_CASE("an answer's blocks stay like a prompt's and push older ones out") {
    reuse_test::TraceMaker made(4);
    const auto add = [&](std::uint32_t input, std::uint32_t output, const std::vector<std::uint32_t>& blocks) {
        TraceRequest r;
        r.inputTokens = input;
        r.outputTokens = output;
        made.add(r, blocks);
    };
    add(8, 1, {0, 1});
    add(8, 9, {2, 3});  // 16 tokens are kept: two blocks of the answer
    add(12, 1, {4, 5, 6});
    add(9, 1, {0, 1});
    const Trace trace = made.made();
    for (const CacheEngine engine : {CacheEngine::vllm, CacheEngine::sglang}) {
        EngineCache cache;
        cache.engine = engine;
        FoundBlocks found;
        cache.capacity = 8;
        simulateEngine(trace, {}, cache, &found);
        CHECK(found == FoundBlocks{0, 0, 0, 0});
        found.clear();
        cache.capacity = 10;
        simulateEngine(trace, {}, cache, &found);
        CHECK(found == FoundBlocks{0, 0, 0, 2});
    }
}

TEST_CASE("a policy that the engine does not have, and numbers out of range, are refused") {
    Scenario scenario;
    scenario.engine = "vllm";
    ReuseSettings settings;
    settings.evictionPolicy = "lfu";
    settings.warmupShare = 1;
    const Expected<ReusePlan> plan = planReuse({}, scenario, settings);
    REQUIRE(!plan);
    CHECK(plan.errors().size() == 2);
    CHECK(plan.errors()[0].code == "unknown_policy");
    CHECK(plan.errors()[1].field == "warmupShare");
}
