#include <doctest/doctest.h>

#include <cmath>
#include <deque>
#include <random>

#include "kvfit/simulation.hpp"
#include "plan_models.hpp"

// The simulation against closed forms, and against an obvious one that steps token by token.

using namespace kvfit;

namespace {

std::int64_t blocks(std::int64_t n) { return (n + 15) / 16; }

/// One pool of blocks of 16 tokens.
Admission paged(std::int64_t granules, Admission::Answer answer = Admission::Answer::grows) {
    Admission a;
    AdmissionPool pool;
    pool.granules = granules;
    pool.held = pool.demanded = blocks;
    pool.shared = [](std::int64_t n) { return n / 16; };
    a.pools = {pool};
    a.longest = 1 << 30;
    a.answer = answer;
    return a;
}

LengthMix constant(std::int64_t prompt, std::int64_t output) {
    LengthMix mix;
    mix.prompt = Lengths::of({prompt});
    mix.output = Lengths::of({output});
    return mix;
}

LengthMix spread() {
    LengthMix mix;
    mix.prompt = Lengths::percentiles({{0.5, 400}, {0.9, 2000}, {1, 6000}});
    mix.output = Lengths::percentiles({{0.5, 100}, {1, 500}});
    return mix;
}

/// First come, first served, token by token; the newest is stopped when memory runs out. Mean number that runs.
double slowly(const Admission& a, const LengthMix& mix, unsigned seed, int requests) {
    std::mt19937 engine(seed);
    std::uniform_real_distribution<double> unit(0, 1);
    struct One {
        RequestLengths lengths;
        std::int64_t done;
    };
    const AdmissionPool& pool = a.pools.front();
    const auto held = [&](const One& r) {
        return pool.held(a.answer == Admission::Answer::reserved ? r.lengths.total() : r.lengths.prompt + r.done);
    };
    std::vector<One> running;
    std::deque<One> waiting;
    double steps = 0, counted = 0, sum = 0;
    int finished = 0;
    while (finished < requests) {
        std::vector<One> still;
        for (One r : running) {
            ++r.done;
            if (r.done >= r.lengths.output)
                ++finished;
            else
                still.push_back(r);
        }
        running = still;
        const auto used = [&] {
            std::int64_t all = 0;
            for (const One& r : running) all += held(r);
            return all;
        };
        bool stopped = false;
        while (used() > pool.granules) {
            waiting.push_front(running.back());
            running.pop_back();
            stopped = true;
        }
        while (!stopped) {
            if (waiting.empty()) {
                One r{mix.draw(unit(engine), unit(engine)), 0};
                if (steps == 0)
                    r.done = static_cast<std::int64_t>(unit(engine) * static_cast<double>(r.lengths.output));
                waiting.push_back(r);
            }
            const One& next = waiting.front();
            const std::int64_t need = std::max(held(next), pool.demanded(next.lengths.prompt + next.done));
            const bool full = a.mostRunning > 0 && static_cast<std::int64_t>(running.size()) >= a.mostRunning;
            if (full || used() + need > pool.granules) break;
            running.push_back(next);
            waiting.pop_front();
        }
        steps += 1;
        if (finished > requests / 4) {
            sum += static_cast<double>(running.size());
            counted += 1;
        }
    }
    return sum / counted;
}

}  // namespace

TEST_CASE("simulation: constant lengths are the closed form") {
    for (const std::int64_t granules : {100, 1000, 12345})
        for (const std::int64_t prompt : {16, 100, 1000}) {
            CAPTURE(granules);
            CAPTURE(prompt);
            // Answers of one token do not grow.
            const std::int64_t fits = granules / blocks(prompt + 1);
            const Admission a = paged(granules, Admission::Answer::reserved);
            const Simulated played = simulate(a, constant(prompt, 1), {});
            const RequestLengths one = {prompt, 1};
            CHECK(requestsOfLength(a, one, {}) == fits);
            if (fits == 0) continue;
            CHECK(std::fabs(played.mean() - static_cast<double>(fits)) <= static_cast<double>(played.scaledDown));
            if (played.scaledDown == 1) CHECK(played.at(0.01) == fits);
        }
    // Reserved to the end: nothing changes while answers grow.
    const Admission a = paged(5000, Admission::Answer::reserved);
    const Simulated played = simulate(a, constant(1000, 600), {});
    CHECK(played.mean() == 50);
    CHECK(played.stopped == 0);
}

TEST_CASE("simulation: growing answers lie between the closed forms of their first and last length") {
    const Admission a = paged(4000);
    const Simulated played = simulate(a, constant(1000, 1000), {});
    const double last = 4000.0 / static_cast<double>(blocks(2000)), first = 4000.0 / static_cast<double>(blocks(1000));
    CHECK(played.mean() > last);
    CHECK(played.mean() < first);
    // Memory is nearly full all the time, so that the mean number is memory over mean length.
    CHECK(played.mean() == doctest::Approx(4000.0 / static_cast<double>(blocks(1500)) * played.fill).epsilon(0.06));
}

TEST_CASE("simulation: an obvious one agrees") {
    for (const auto answer : {Admission::Answer::grows, Admission::Answer::reserved})
        for (const std::int64_t granules : {1000, 4000}) {
            const Admission a = paged(granules, answer);
            double slow = 0;
            for (const unsigned seed : {1u, 2u, 3u}) slow += slowly(a, spread(), seed, 4000) / 3;
            SimulationPlan plan;
            double fast = 0;
            for (plan.seed = 1; plan.seed <= 6; ++plan.seed) fast += simulate(a, spread(), plan).mean() / 6;
            CAPTURE(granules);
            CHECK(fast == doctest::Approx(slow).epsilon(0.05));
        }
    Admission limited = paged(4000);
    limited.mostRunning = 10;
    CHECK(simulate(limited, spread(), {}).mean() == doctest::Approx(10).epsilon(0.01));
}

TEST_CASE("simulation: equal seeds, equal results; more memory, more requests") {
    double before = 0;
    for (const std::int64_t granules : {500, 1000, 2000, 4000, 8000, 80000, 800000}) {
        const Simulated one = simulate(paged(granules), spread(), {});
        const Simulated two = simulate(paged(granules), spread(), {});
        CHECK(one.mean() == two.mean());
        CHECK(one.running == two.running);
        CHECK(one.mean() > before);
        before = one.mean();
    }
}

TEST_CASE("simulation: a shared prefix and several answers are held once") {
    SimulationPlan plan;
    const Admission a = paged(2000, Admission::Answer::reserved);
    const LengthMix mix = constant(1600, 160);  // 100 blocks and 10 more
    CHECK(simulate(a, mix, plan).mean() == 18);
    plan.sharedPrefix = 800;
    CHECK(requestsOfLength(a, {1600, 160}, plan) == (2000 - 50) / 60);
    CHECK(simulate(a, mix, plan).mean() == (2000 - 50) / 60);
    plan.sharedPrefix = 0;
    plan.samples = 4;
    // A prompt of 100 blocks and four answers of 10: 14 whole groups of 140, and of the next one nothing.
    const double many = simulate(a, mix, plan).mean();
    CHECK(many > 18);
    CHECK(requestsOfLength(a, {1600, 160}, plan) == 56);
    CHECK(many == doctest::Approx(56).epsilon(0.1));
}

TEST_CASE("simulation: arrivals below the limit wait for nothing, above it they queue") {
    const Admission a = paged(4000, Admission::Answer::reserved);
    SimulationPlan plan;
    plan.promptsPerStep = 0.05;  // 0.05 x 100 steps: five at once, Little's law
    const Simulated calm = simulate(a, constant(500, 100), plan);
    CHECK(calm.mean() == doctest::Approx(5).epsilon(0.15));
    CHECK(calm.waitedForMemory == 0);
    plan.promptsPerStep = 5;  // 500 are asked for, 105 fit
    const Simulated busy = simulate(a, constant(500, 100), plan);
    CHECK(busy.at(0.5) == 4000 / blocks(600));
    CHECK(busy.waitedForMemory > 0.9 * busy.steps);
}

TEST_CASE("simulation: near full load the interval tells how well the share of waiting is known") {
    const Admission a = paged(2000);
    const LengthMix mix = spread();
    SimulationPlan plan;
    const Simulated full = simulate(a, mix, plan);
    plan.promptsPerStep = 0.9 * static_cast<double>(full.finished) / full.steps;
    std::vector<Simulated> all;
    double mean = 0;
    for (plan.seed = 1; plan.seed <= 20; ++plan.seed) {
        all.push_back(simulate(a, mix, plan));
        CHECK(all.back().batches.size() >= 15);
        CHECK(all.back().batches.size() <= 20);
        mean += all.back().waitedShare() / 20;
    }
    int inside = 0;
    for (const Simulated& one : all) inside += std::fabs(one.waitedShare() - mean) <= one.waitedError() ? 1 : 0;
    CAPTURE(mean);
    CHECK(inside >= 14);
    CHECK(all.front().waitedError() < 0.5);
}

TEST_CASE("simulation: what is too long is refused, and nothing hangs") {
    Admission a = paged(100);
    CHECK(simulate(a, constant(5000, 10), {}).mean() == 0);
    a.longest = 300;
    const Simulated some = simulate(a, spread(), {});
    CHECK(some.refused > 0);
    CHECK(some.mean() > 0);
    a.pools[0].granules = 0;
    CHECK(simulate(a, spread(), {}).mean() == 0);
    CHECK(simulate(a, constant(0, 0), {}).mean() == 0);
    a.pools[0].granules = std::int64_t{1} << 50;
    CHECK(simulate(a, constant(1, 1), {}).mean() > 1e6);
}
