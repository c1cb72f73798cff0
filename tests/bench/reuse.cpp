#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "kvfit/reuse_curve.hpp"
#include "kvfit/trace.hpp"

// Reuse at scale, as ratios within one run: reading against its size, the whole LRU curve against a plain replay at one
// capacity, the offline bound at 15 capacities against one, each engine's own cache against the replay. Arguments:
// millions of blocks in the trace, millions of distinct blocks. The file is generated piece by piece and never held.
// The same program runs natively and as WebAssembly.
namespace {

/// Processor time, so that other programs on the machine do not count (as WebAssembly: elapsed time).
template <class Work>
double seconds(const Work& work) {
    const std::clock_t start = std::clock();
    work();
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

/// Conversations behind 64 system prompts of 24 blocks. Every request adds 8 new blocks to one of those open and
/// repeats its whole history; a conversation ends at the length that gives `blocks` in all `distinct` different ones.
class Traffic {
public:
    Traffic(double blocks, double distinct)
        : random_(1),
          length_(static_cast<std::size_t>(std::max(32.0, 16 * blocks / distinct - 24))),
          open_(static_cast<std::size_t>(
              std::clamp(blocks * 2 * 8 / static_cast<double>(length_ * length_) / 8, 8.0, 4096.0))) {}

    /// Appends one line; returns the number of blocks in it.
    std::size_t line(std::string& out) {
        std::vector<std::uint32_t>& history = open_[random_() % open_.size()];
        if (history.empty() || history.size() > length_) {
            history.clear();
            const auto system = static_cast<std::uint32_t>(random_() % 64 * 24);
            for (std::uint32_t b = 0; b < 24; ++b) history.push_back(system + b);
        }
        for (int b = 0; b < 8; ++b) history.push_back(next_++);
        char text[96];
        std::snprintf(text, sizeof text,
                      "{\"timestamp\": %llu, \"input_length\": %zu, \"output_length\": 300, \"hash_ids\": [",
                      static_cast<unsigned long long>(time_ += 7), history.size() * 512 - 100);
        out += text;
        for (std::size_t i = 0; i < history.size(); ++i) {
            if (i > 0) out += ", ";
            char digits[12];
            char* at = digits + sizeof digits;
            std::uint32_t v = history[i];
            do *--at = static_cast<char>('0' + v % 10);
            while ((v /= 10) != 0);
            out.append(at, static_cast<std::size_t>(digits + sizeof digits - at));
        }
        out += "]}\n";
        return history.size();
    }

private:
    std::mt19937 random_;
    std::size_t length_;
    std::vector<std::vector<std::uint32_t>> open_;
    std::uint32_t next_ = 64 * 24;
    unsigned long long time_ = 0;
};

/// What nlohmann's SAX parser alone takes for the same lines: every id is only added up.
struct Adder : nlohmann::json_sax<nlohmann::json> {
    std::uint64_t sum = 0;

    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t) override { return true; }
    bool number_unsigned(number_unsigned_t v) override { return sum += v, true; }
    bool number_float(number_float_t, const string_t&) override { return true; }
    bool string(string_t&) override { return true; }
    bool binary(binary_t&) override { return true; }
    bool start_object(std::size_t) override { return true; }
    bool key(string_t&) override { return true; }
    bool end_object() override { return true; }
    bool start_array(std::size_t) override { return true; }
    bool end_array() override { return true; }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }
};

void saxLines(const std::string& piece, Adder& adder) {
    for (std::size_t at = 0, end; at < piece.size(); at = end + 1) {
        end = piece.find('\n', at);
        nlohmann::json::sax_parse(piece.begin() + static_cast<std::ptrdiff_t>(at),
                                  piece.begin() + static_cast<std::ptrdiff_t>(end), &adder);
    }
}

/// The yardstick: an LRU list over interned ids, replayed once for one capacity, counting unbroken prefixes.
std::uint64_t plainLru(const kvfit::Trace& trace, const std::vector<std::uint32_t>& blocks, std::uint32_t capacity) {
    constexpr std::uint32_t none = 0xffffffff;
    const std::uint32_t end = trace.names();
    std::vector<std::uint32_t> next(trace.names() + 1, none), previous(trace.names() + 1);
    next[end] = previous[end] = end;
    std::uint64_t hits = 0;
    std::uint32_t size = 0;
    const std::uint32_t* at = blocks.data();
    for (const kvfit::TraceRequest& request : trace.requests) {
        bool unbroken = true;
        for (std::uint32_t i = 0; i < request.blocks.length; ++i) {
            const std::uint32_t b = *at++;
            if (next[b] != none) {
                hits += unbroken ? 1 : 0;
                next[previous[b]] = next[b];
                previous[next[b]] = previous[b];
            } else {
                unbroken = false;
                if (size == capacity) {
                    const std::uint32_t oldest = next[end];
                    next[end] = next[oldest];
                    previous[next[oldest]] = end;
                    next[oldest] = none;
                } else {
                    ++size;
                }
            }
            next[b] = end;
            previous[b] = previous[end];
            next[previous[end]] = b;
            previous[end] = b;
        }
    }
    return hits;
}

}  // namespace

int main(int argc, char** argv) {
    const double blocks = (argc > 1 ? std::atof(argv[1]) : 40) * 1e6,
                 distinct = (argc > 2 ? std::atof(argv[2]) : 5) * 1e6;
    kvfit::TraceOptions options;
    {
        // The size of a file is known before it is read.
        Traffic counted(blocks, distinct);
        std::string piece;
        for (double made = 0; made < blocks; piece.clear()) {
            made += static_cast<double>(counted.line(piece));
            options.expectedBytes += static_cast<std::int64_t>(piece.size());
        }
    }
    Traffic traffic(blocks, distinct);
    kvfit::TraceReader reader(options);
    double bytes = 0, reading = 0, sax = 0, saxBytes = 0;
    Adder adder;
    std::string piece;
    for (double made = 0; made < blocks;) {
        piece.clear();
        while (piece.size() < (4 << 20) && made < blocks) made += static_cast<double>(traffic.line(piece));
        bytes += static_cast<double>(piece.size());
        reading += seconds([&] { reader.feed(piece); });
        if (saxBytes > 5e7) continue;
        saxBytes += static_cast<double>(piece.size());
        sax += seconds([&] { saxLines(piece, adder); });
    }
    kvfit::Expected<kvfit::Trace> read = kvfit::Error{};
    const double finishing = seconds([&] { read = reader.finish(); });
    if (!read) return std::fprintf(stderr, "%s\n", read.errors()[0].message.c_str()), 1;
    const kvfit::Trace& trace = *read;
    const double events = static_cast<double>(reader.report().blocks);

    const std::uint32_t half = trace.names() / 2;
    std::uint64_t sum = 0;
    // All blocks in a row: the yardstick does not read chains.
    std::vector<std::uint32_t> row;
    kvfit::BlockReader blocksOf(trace);
    for (std::size_t r = 0; r < trace.requests.size(); ++r) {
        const auto part = blocksOf.of(r);
        row.insert(row.end(), part.begin(), part.end());
    }
    const double replay = seconds([&] { sum += plainLru(trace, row, half); });
    std::vector<std::uint32_t>().swap(row);
    kvfit::LruCurve curve;
    const double whole = seconds([&] { curve = kvfit::lruCurve(trace, {}, false); });
    if (curve.at(half).blocks != sum) return std::fprintf(stderr, "the curve differs from the replay\n"), 1;
    curve = {};
    std::vector<std::uint32_t> capacities;
    for (int i = 1; i <= 15; ++i) capacities.push_back(std::max(1u, trace.names() >> (15 - i)));
    const double one = seconds([&] { sum += kvfit::optimalHits(trace, {}, {half})[0].blocks; });
    const double fifteen = seconds([&] { sum += kvfit::optimalHits(trace, {}, capacities)[0].blocks; });
    double engines[3];
    for (int e = 0; e < 3; ++e) {
        kvfit::EngineCache cache;
        cache.engine = std::array{kvfit::CacheEngine::vllm, kvfit::CacheEngine::sglang, kvfit::CacheEngine::trtllm}[e];
        cache.capacity = half;
        engines[e] = seconds([&] { sum += kvfit::simulateEngine(trace, {}, cache).blocks; });
    }

    std::printf(
        "{\"megabytes\": %.0f, \"blocks\": %.0f, \"distinct\": %u, \"readMBps\": %.0f, \"readAndFinishMBps\": %.0f, "
        "\"saxMBps\": %.0f, "
        "\"bytesPerBlock\": %.1f, \"replayNsPerBlock\": %.1f, \"curveNsPerBlock\": %.1f, \"curveInReplays\": %.2f, "
        "\"optimalNsPerBlock\": %.1f, \"fifteenInOptimals\": %.2f, "
        "\"vllmInReplays\": %.1f, \"sglangInReplays\": %.1f, \"trtllmInReplays\": %.1f}\n",
        bytes / 1e6, events, trace.names(), bytes / reading / 1e6, bytes / (reading + finishing) / 1e6,
        saxBytes / sax / 1e6,
        static_cast<double>(trace.chains.bytes() + trace.requests.size() * sizeof(kvfit::TraceRequest)) / events,
        replay / events * 1e9, whole / events * 1e9, whole / replay, one / events * 1e9, fifteen / one,
        engines[0] / replay, engines[1] / replay, engines[2] / replay);
    return 0;
}
