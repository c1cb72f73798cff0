#include <doctest/doctest.h>

#include <numeric>

#include "plan/devices.hpp"
#include "plan_models.hpp"

using namespace kvfit;

namespace {

constexpr std::int64_t gib = std::int64_t{1} << 30;

Machine machine(std::vector<std::int64_t> gibs) {
    Machine m;
    for (const std::int64_t n : gibs) {
        DeviceKind d;
        d.name = "GPU";
        d.memoryBytes = n * gib;
        m.devices.push_back(d);
    }
    return m;
}

/// Ten layers of 1 GiB, half of it experts; 1 GiB of embedding that is the output too.
WeightSize tenLayers() {
    WeightSize w;
    w.layers.assign(10, {gib, gib / 2});
    w.embeddingBytes = gib;
    w.bytes = 11 * gib;
    return w;
}

const std::vector<std::int64_t> cache(10, gib / 10);

std::int64_t all(const Placement& p, std::int64_t DeviceUse::*figure) {
    return std::accumulate(p.devices.begin(), p.devices.end(), std::int64_t{0},
                           [&](std::int64_t sum, const DeviceUse& d) { return sum + d.*figure; });
}

}  // namespace

TEST_CASE("llama.cpp on one card: all layers, the output copied, the embedding on the host") {
    const Placement p = place(machine({24}), {}, tenLayers(), cache, gib / 4);
    REQUIRE(p.devices.size() == 2);
    CHECK(p.devices[0].layers == 10);
    CHECK(p.devices[0].weights == 11 * gib);
    CHECK(p.devices[0].kv == gib / 10 * 10);
    CHECK(p.devices[0].compute == gib / 4);
    CHECK(p.devices[0].usable == 23 * gib);
    CHECK(p.devices[1].name == "host");
    CHECK(p.devices[1].weights == gib);
    CHECK(p.fits);
}

TEST_CASE("llama.cpp: layers, experts and cache on the host") {
    Scenario s;
    s.nGpuLayers = 4;  // three layers and the output
    Placement p = place(machine({24}), s, tenLayers(), cache, 0);
    CHECK(p.devices[0].layers == 3);
    CHECK(p.devices[0].weights == 4 * gib);
    CHECK(p.devices[0].kv == gib / 10 * 3);
    CHECK(p.devices[1].layers == 7);
    CHECK(p.devices[1].kv == gib / 10 * 7);

    s = {};
    s.nCpuMoe = 4;
    p = place(machine({24}), s, tenLayers(), cache, 0);
    CHECK(p.devices[0].layers == 10);
    CHECK(p.devices[0].weights == 9 * gib);
    CHECK(p.devices[1].weights == 3 * gib);

    s = {};
    s.kvOffload = false;
    p = place(machine({24}), s, tenLayers(), cache, 0);
    CHECK(p.devices[0].kv == 0);
    CHECK(p.devices[1].kv == gib / 10 * 10);

    s = {};
    s.nGpuLayers = 0;
    s.hostMemoryAvailableGb = 8;
    p = place(machine({24}), s, tenLayers(), cache, 0);
    CHECK(p.devices[0].weights == 0);
    CHECK(p.devices[0].compute == 0);
    CHECK_FALSE(p.fits);
}

TEST_CASE("llama.cpp on unlike cards: shares by memory or as asked") {
    const Placement free = place(machine({24, 12}), {}, tenLayers(), cache, 0);
    CHECK(free.devices[0].layers == 8);  // places 0 to 7 of 11 lie below two thirds
    CHECK(free.devices[1].layers == 2);
    CHECK(free.devices[1].weights == 3 * gib);

    Scenario s;
    s.tensorSplit = "1,3";
    const Placement asked = place(machine({24, 12}), s, tenLayers(), cache, 0);
    CHECK(asked.devices[0].layers == 3);
    CHECK(asked.devices[1].layers == 7);
    for (const Placement* p : {&free, &asked}) {
        CHECK(all(*p, &DeviceUse::layers) == 10);
        CHECK(all(*p, &DeviceUse::weights) == 12 * gib);
        CHECK(all(*p, &DeviceUse::kv) == gib / 10 * 10);
    }
    for (const char* wrong : {"", "a", "1,,2", "0,0", "1,2,3", "1;2", "-1,2"}) {
        s.tensorSplit = wrong;
        CHECK_FALSE(checkPlacement(machine({24, 12}), s).empty());
    }
    s.tensorSplit = "0.25,.75";
    CHECK(checkPlacement(machine({24, 12}), s).empty());
}

TEST_CASE("llama.cpp: an over-full card says how much is missing") {
    const Placement p = place(machine({10}), {}, tenLayers(), cache, 0);
    CHECK_FALSE(p.fits);
    CHECK(p.devices[0].free < 0);
    CHECK(p.available() == 0);
    CHECK(&fullest(p.devices) == &p.devices[0]);
}
