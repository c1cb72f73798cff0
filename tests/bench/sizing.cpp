#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>
#include <vector>

#include "engine/vllm/start.hpp"
#include "kvfit/load.hpp"
#include "kvfit/plan_compare.hpp"
#include "kvfit/read.hpp"
#include "kvfit/size.hpp"

// Prints the nanoseconds of one sizing with its equation, of one point of a curve, and of one start of vLLM without
// equations, of one plan, of one row of a comparison and of one load. The catalogue entry is the only argument. The
// same program runs natively and as WebAssembly.
namespace {

/// Fastest of several rounds, each long enough for the clock.
template <class Work>
double nanoseconds(const Work& work) {
    using Clock = std::chrono::steady_clock;
    double best = 1e18;
    for (int round = 0; round < 5; ++round) {
        long runs = 0;
        const auto start = Clock::now();
        auto elapsed = Clock::duration::zero();
        while (elapsed < std::chrono::milliseconds(40)) {
            for (int i = 0; i < 16; ++i) work();
            runs += 16;
            elapsed = Clock::now() - start;
        }
        const double each = std::chrono::duration<double, std::nano>(elapsed).count() / static_cast<double>(runs);
        best = each < best ? each : best;
    }
    return best;
}

}  // namespace

int main(int argc, char** argv) {
    const kvfit::Expected<kvfit::Architecture> model = kvfit::readCatalogueEntry(argc > 1 ? argv[1] : "");
    if (!model) return std::fprintf(stderr, "%s\n", model.errors()[0].message.c_str()), 1;
    kvfit::Scenario scenario;
    scenario.tokens = 131072;
    std::vector<std::int64_t> lengths;
    for (std::int64_t n = 1; n <= 1000; ++n) lengths.push_back(n * 1000);

    const double one = nanoseconds([&] { return kvfit::size(*model, scenario)->payloadBytes; });
    const double points = nanoseconds([&] { return kvfit::curve(*model, scenario, lengths)->back(); });
    const auto engine = [&](std::int64_t bytes) {
        kvfit::Scenario start = scenario;
        start.availableKvBytes = bytes;
        return nanoseconds([&, start] {
            kvfit::Notes notes;
            kvfit::Notes warnings;
            return kvfit::vllm::startOf(*model, start, notes, warnings)->capacity->blocks;
        });
    };
    // One plan on a GPU of 80 GiB: sizing, estimates, the longest length and the most sequences.
    kvfit::Scenario planned = scenario;
    planned.engine = "vllm";
    planned.memoryBytes = std::int64_t{80} << 30;
    const double plan = nanoseconds([&] { return kvfit::fit(*model, {}, planned).operator bool(); });
    const double row = nanoseconds([&] { return kvfit::compareRow(*model, {}, planned).tokens; });
    // Loads of short and long requests, without and with a rate: the dearest.
    double load = 0;
    struct Mix {
        const char* prompts;
        const char* outputs;
        std::optional<double> rate;
    };
    const Mix mixes[] = {{"100", "20", {}},
                         {"p50 2K, p90 16K, p99 64K", "p50 400, p99 4K", {}},
                         {"p50 10K, p99 100K", "p50 5K, p99 20K", 5}};
    for (const Mix& mix : mixes) {
        kvfit::LoadSettings requests;
        requests.promptLengths = mix.prompts;
        requests.outputLengths = mix.outputs;
        requests.requestsPerSecond = mix.rate;
        requests.decodeTokensPerSecond = 30;
        load = std::max(load, nanoseconds([&] { return kvfit::load(*model, {}, planned, requests).operator bool(); }));
    }
    std::printf(
        "{\"size\": %.1f, \"curvePoint\": %.2f, \"engine\": %.1f, \"fit\": %.1f, "
        "\"compareRow\": %.1f, \"load\": %.1f}\n",
        one, points / static_cast<double>(lengths.size()), engine(std::int64_t{1} << 40), plan, row, load);
}
