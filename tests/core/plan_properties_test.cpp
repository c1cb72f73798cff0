#include <doctest/doctest.h>

#include <random>

#include "kvfit/plan_search.hpp"
#include "plan/search.hpp"
#include "plan/setting.hpp"
#include "plan_models.hpp"

// What planning promises of every scenario, tried on random ones.

using namespace kvfit;

namespace {

struct Random {
    std::mt19937 engine;
    std::int64_t from(std::int64_t least, std::int64_t most) {
        return least + static_cast<std::int64_t>(engine() % static_cast<std::uint64_t>(most - least + 1));
    }
    bool chance(int percent) { return from(1, 100) <= percent; }
    template <class T, std::size_t n>
    T of(const T (&all)[n]) {
        return all[from(0, static_cast<std::int64_t>(n) - 1)];
    }
};

struct Drawn {
    Architecture model;
    Accelerators hardware;
    Scenario scenario;
};

Drawn draw(Random& random) {
    Architecture (*const models[])() = {plans::dense, plans::windowed, plans::latent, plans::hybrid};
    Drawn d{random.of(models)(), plans::one(random.of({16.0, 24.0, 48.0, 80.0, 141.0})), {}};
    const char* engines[] = {"payload", "vllm", "vllm", "llama.cpp", "ollama"};
    const char* engine = random.of(engines);
    const std::int64_t tokens = random.from(1, 200000);  // arguments of one call have no order of their own
    d.scenario = plans::scenario(engine, tokens, random.from(1, 64));
    Scenario& s = d.scenario;
    const bool ranks = *s.engine == "vllm" || *s.engine == "payload";
    if (random.chance(40)) s.hardwareCount = random.of({1, 2, 4, 8});
    if (ranks && random.chance(20)) s.tp = s.hardwareCount.value_or(1);
    if (random.chance(30)) s.kvDtype = ranks ? "fp8" : "q8_0";
    if (random.chance(20)) s.maxModelLen = *s.tokens + random.from(0, 50000);
    if (*s.engine == "vllm") {
        if (random.chance(30)) s.maxNumBatchedTokens = random.of({512, 2048, 16384});
        if (random.chance(20)) s.prefixCaching = false;
        if (random.chance(20)) s.engineVersion = random.of({"V0", "0.11", "0.20", "0.24"});
        if (random.chance(20)) s.gpuMemoryUtilization = 0.8;
        if (random.chance(10)) s.maxNumSeqs = random.from(1, 100);
    }
    if (random.chance(15)) s.availableKvBytes = random.from(1, std::int64_t{1} << 36);
    return d;
}

bool fitsWith(const Drawn& d, Scenario s) {
    const Expected<FitResult> r = fit(d.model, d.hardware, s);
    return r && r->fits;
}

}  // namespace

TEST_CASE("plan: the search finds the last number that fits, whatever the guess") {
    for (std::int64_t last = 0; last <= 40; ++last)
        for (std::int64_t guess = -3; guess <= 45; ++guess) {
            const auto found = largest(1, 40, guess, [&](std::int64_t n) { return n <= last; });
            CHECK(found.value_or(0) == last);
        }
}

TEST_CASE("plan: what fit() says fits does, and one more does not") {
    Random random{std::mt19937(6)};
    int answered = 0;
    for (int i = 0; i < 150; ++i) {
        const Drawn d = draw(random);
        const Expected<FitResult> r = fit(d.model, d.hardware, d.scenario);
        if (!r) continue;
        ++answered;
        CAPTURE(*d.scenario.engine);
        CAPTURE(*d.scenario.tokens);
        CAPTURE(*d.scenario.sequences);
        CAPTURE(i);
        Scenario s = d.scenario;
        CHECK(r->fits == (r->requestsThatFit >= *s.sequences));
        if (r->maxTokens) CHECK(r->fits == (*r->maxTokens >= *s.tokens));
        const auto with = [&](std::int64_t tokens, std::int64_t sequences) {
            s.tokens = tokens;
            s.sequences = sequences;
            return fitsWith(d, s);
        };
        if (r->requestsThatFit > 0) CHECK(with(*d.scenario.tokens, r->requestsThatFit));
        CHECK_FALSE(with(*d.scenario.tokens, r->requestsThatFit + 1));
        if (!r->maxTokens) continue;
        if (*r->maxTokens > 0) CHECK(with(*r->maxTokens, *d.scenario.sequences));
        CHECK_FALSE(with(*r->maxTokens + 1, *d.scenario.sequences));
    }
    CHECK(answered > 100);
}

TEST_CASE("plan: points of the frontier fit and their neighbours do not") {
    Random random{std::mt19937(7)};
    for (int i = 0; i < 25; ++i) {
        const Drawn d = draw(random);
        const Expected<FrontierResult> r = frontier(d.model, d.hardware, d.scenario);
        if (!r) continue;
        CAPTURE(i);
        Scenario s = d.scenario;
        const auto with = [&](std::int64_t tokens, std::int64_t sequences) {
            s.tokens = tokens;
            s.sequences = sequences;
            return fitsWith(d, s);
        };
        std::int64_t before = 0;
        for (std::size_t p = 0; p < r->points.size(); p += 7) {
            const FrontierPoint& point = r->points[p];
            if (!point.tokens) continue;
            CHECK(point.sequences > before);
            before = point.sequences;
            CHECK(with(*point.tokens, point.sequences));
            CHECK_FALSE(with(*point.tokens + 1, point.sequences));
            CHECK_FALSE(with(*point.tokens, point.sequences + 1));
        }
    }
}

TEST_CASE("plan: every remedy works") {
    Random random{std::mt19937(8)};
    int offered = 0;
    for (int i = 0; i < 60; ++i) {
        const Drawn d = draw(random);
        const Expected<std::vector<Remedy>> all = remedies(d.model, d.hardware, d.scenario);
        if (!all) continue;
        CAPTURE(i);
        if (fitsWith(d, d.scenario)) CHECK(all->empty());
        for (const Remedy& remedy : *all) {
            ++offered;
            CAPTURE(remedy.code);
            Scenario s = d.scenario;
            for (const auto& [key, value] : remedy.changes) setSetting(s, key, value);
            CHECK(fitsWith(d, s));
        }
    }
    CHECK(offered > 50);
}

TEST_CASE("plan: copies of the model share the requests, on the GPUs that are there or on as many nodes as they take") {
    const Architecture a = plans::dense();
    const Accelerators card = plans::one(80);
    const auto copies = [&](const Scenario& s) -> std::optional<Remedy> {
        const Expected<std::vector<Remedy>> all = remedies(a, card, s);
        REQUIRE(all);
        for (const Remedy& remedy : *all)
            if (remedy.code == "replicas") return remedy;
        return std::nullopt;
    };
    Scenario s = plans::scenario("vllm", 32768, 200);
    s.tp = 2;
    s.hardwareCount = 2;
    std::optional<Remedy> found = copies(s);
    REQUIRE(found);
    const std::int64_t n = std::get<std::int64_t>(found->changes.at("dp"));
    CHECK(found->params.at("gpus") == std::to_string(2 * n));
    CHECK(std::get<std::int64_t>(found->changes.at("hardwareCount")) *
              std::get<std::int64_t>(found->changes.at("nodes")) >=
          2 * n);
    Scenario fewer = s;
    for (const auto& [key, value] : found->changes) setSetting(fewer, key, value);
    fewer.dp = n - 1;
    CHECK_FALSE(fit(a, card, fewer)->fits);

    s.hardwareCount = 4096;
    found = copies(s);
    REQUIRE(found);
    CHECK(std::get<std::int64_t>(found->changes.at("dp")) == n);
    CHECK(found->changes.count("nodes") == 0);

    s = plans::scenario("llama.cpp", 32768, 200);
    CHECK_FALSE(copies(s));
    s = plans::scenario("vllm", 32768, 2000000);
    CHECK_FALSE(copies(s));
}

TEST_CASE("plan: where no single change works, two together are offered, and both are needed") {
    // Weights of 8 G parameters in 16 bits on a card of 12 GiB leave nothing; in 8 bits they leave too little for four
    // times 32K tokens in 16 bits.
    const Architecture a = plans::dense();
    const Accelerators card = plans::one(16);
    Scenario s = plans::scenario("vllm", 32768, 4);
    s.maxNumSeqs = 4;
    const Expected<std::vector<Remedy>> all = remedies(a, card, s);
    REQUIRE(all);
    int pairs = 0;
    for (const Remedy& remedy : *all) {
        if (remedy.code != "two_changes") continue;
        ++pairs;
        CHECK(remedy.together.size() == 2);
        CHECK(remedy.changes.size() >= 2);
        Scenario both = s;
        for (const auto& [key, value] : remedy.changes) setSetting(both, key, value);
        const Expected<FitResult> fitted = fit(a, card, both);
        REQUIRE(fitted);
        CHECK(fitted->fits);
        for (const auto& [left, value] : remedy.changes) {
            Scenario one = s;
            for (const auto& [key, other] : remedy.changes)
                if (key != left) setSetting(one, key, other);
            const Expected<FitResult> alone = fit(a, card, one);
            CHECK_FALSE((alone && alone->fits));
        }
    }
    CHECK(pairs > 0);
    CHECK(pairs <= 3);
}

TEST_CASE("plan: what is solved for fits, and the next value does not") {
    Random random{std::mt19937(9)};
    for (int i = 0; i < 40; ++i) {
        const Drawn d = draw(random);
        for (const char* key : {"tokens", "sequences", "memoryBytes", "hardwareCount", "tp", "kvDtype"}) {
            const Expected<SolveResult> r = solve(d.model, d.hardware, d.scenario, key);
            if (!r || !r->value) continue;
            CAPTURE(i);
            CAPTURE(key);
            Scenario s = d.scenario;
            for (const auto& [changed, value] : r->changes) setSetting(s, changed, value);
            CHECK(fitsWith(d, s));
            if (r->unlimited) continue;
            const auto* n = std::get_if<std::int64_t>(&*r->value);
            if (n == nullptr || r->changes.size() > 1 || std::string(key) == "tp") continue;
            setSetting(s, key, *n + (r->goal == "largest" ? 1 : -1));
            CHECK_FALSE(fitsWith(d, s));
        }
    }
    CHECK(solve(plans::dense(), plans::one(80), plans::scenario("vllm", 1024), "colour").errors()[0].field == "key");
}
