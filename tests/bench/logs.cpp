#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>

#include "kvfit/logs.hpp"

// Prints what the reading of a log of 50 MB costs, in plain scans of the same bytes for their line feeds and in
// seconds. The same program runs natively and as WebAssembly.
namespace {

/// Best of a few rounds, in seconds.
template <class Work>
double seconds(const Work& work) {
    using Clock = std::chrono::steady_clock;
    double best = 1e18;
    for (int round = 0; round < 5; ++round) {
        const auto start = Clock::now();
        work();
        best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
    }
    return best;
}

}  // namespace

int main() {
    // What a server prints while it runs has the beginnings of lines that are read, and figures like theirs.
    const std::string running =
        "(APIServer pid=1) INFO 11-28 09:14:00 [loggers.py:257] Engine 000: Avg prompt throughput: 1234.5 tokens/s, "
        "Running: 12 reqs, Waiting: 0 reqs, GPU KV cache usage: 3.1%, Prefix cache hit rate: 41.0%\n"
        "INFO:     10.0.0.7:51234 - \"POST /v1/chat/completions HTTP/1.1\" 200 OK\n";
    std::string log = "Available KV cache memory: 8.11 GiB\n";
    while (log.size() < std::size_t{50} << 20) log += running;

    volatile std::ptrdiff_t lines = 0;
    const double scan = seconds([&] { lines = std::count(log.begin(), log.end(), '\n'); });
    const double read = seconds([&] {
        kvfit::LogReader reader;
        constexpr std::size_t piece = std::size_t{1} << 20;
        for (std::size_t at = 0; at < log.size(); at += piece) reader.feed(std::string_view(log).substr(at, piece));
        lines = reader.finish()->lines;
    });
    std::printf("{\"seconds\": %.3f, \"scans\": %.1f, \"megabytes\": %.1f}\n", read, read / scan,
                static_cast<double>(log.size()) / 1e6);
}
