#pragma once

#include <algorithm>
#include <random>
#include <string>

#include "kvfit/trace.hpp"
#include "reuse/chain_blocks.hpp"
#include "reuse/trace_ids.hpp"

namespace reuse_test {

/// A trace from requests whose blocks have any numbers.
class TraceMaker {
public:
    explicit TraceMaker(std::int64_t blockSize) { trace_.blockSize = blockSize; }

    void add(kvfit::TraceRequest request, const std::vector<std::uint32_t>& blocks) {
        std::vector<std::uint32_t> numbers;
        for (const std::uint32_t block : blocks) numbers.push_back(ids_.of(std::uint64_t{block}));
        request.blocks = chains_.add(numbers);
        trace_.requests.push_back(request);
    }
    kvfit::Trace made() {
        trace_.chains = std::move(chains_.chains());
        return std::move(trace_);
    }

private:
    kvfit::Trace trace_;
    kvfit::reuse::TraceIds ids_;
    kvfit::reuse::ChainBuilder chains_;
};

inline std::vector<std::uint32_t> blocksOf(const kvfit::Trace& trace, std::size_t request) {
    kvfit::BlockReader reader(trace);
    const auto blocks = reader.of(request);
    return {blocks.begin(), blocks.end()};
}

/// Of all requests, in order.
inline std::vector<std::uint32_t> blocksOf(const kvfit::Trace& trace) {
    std::vector<std::uint32_t> all;
    for (std::size_t r = 0; r < trace.requests.size(); ++r)
        for (const std::uint32_t block : blocksOf(trace, r)) all.push_back(block);
    return all;
}

/// Conversations that grow turn by turn behind one of a few system prompts, in random interleaving.
inline kvfit::Trace conversations(unsigned seed, std::size_t requests) {
    std::mt19937 random(seed);
    TraceMaker made(16);
    std::uint32_t next = 400;
    std::vector<std::vector<std::uint32_t>> histories;
    double time = 0;
    for (std::size_t r = 0; r < requests; ++r) {
        if (histories.size() < 3 || random() % 4 == 0) {
            const std::uint32_t system = random() % 3;
            histories.push_back({});
            for (std::uint32_t b = 0; b < 2 + 3 * system; ++b) histories.back().push_back(system * 100 + b);
        }
        auto& history = histories[random() % histories.size()];
        for (std::uint32_t b = random() % 5; b > 0; --b) history.push_back(next++);
        kvfit::TraceRequest request;
        const auto tail = static_cast<std::uint32_t>(random() % 16);
        request.inputTokens = static_cast<std::uint32_t>(history.size()) * 16 - (history.empty() ? 0 : tail);
        request.outputTokens = random() % 40;
        request.priority = static_cast<std::int32_t>(r % 3);
        request.timeMs = time += random() % 100;
        made.add(request, history);
    }
    return made.made();
}

/// A trace as text, and the ids of its good lines as they are spelt.
struct Written {
    std::string text;
    std::vector<std::vector<std::string>> ids;
};

/// What traces seldom have: requests without a block or with one, an id twice in a request, ids behind other ids, ids
/// that are huge or text, lengths that end inside a block or are left out, times that stand still or go back.
inline Written unusual(unsigned seed) {
    std::mt19937 random(seed);
    const std::int64_t size = seed % 3 == 0 ? 1 : seed % 3 == 1 ? 16 : 512;
    const auto spelt = [](unsigned n) {
        const std::string digits = std::to_string(n);
        switch (n % 5) {
            case 0:
                return digits;
            case 1:
                return "\"b" + digits + "\"";
            case 2:
                return "90071992547409" + std::to_string(10 + n);
            case 3:
                return "184467440737095516" + std::to_string(1000 + n);
            default:
                return "\"-" + digits + "\"";
        }
    };
    Written out;
    for (int line = 0; line < 70; ++line) {
        std::vector<std::string> ids;
        if (!out.ids.empty() && random() % 3 != 0) ids = out.ids[random() % out.ids.size()];
        ids.resize(std::min<std::size_t>(ids.size(), random() % 12));
        for (unsigned more = random() % 4; more > 0; --more) ids.push_back(spelt(random() % 25));
        const std::int64_t whole = static_cast<std::int64_t>(ids.size()) * size,
                           length =
                               std::max<std::int64_t>(0, whole - static_cast<std::int64_t>(random() % 3) * size / 3);
        std::string list;
        for (const std::string& id : ids) list += (list.empty() ? "" : ",") + id;
        out.text += "{\"block_size\":" + std::to_string(size) + ",\"timestamp\":" + std::to_string(random() % 4 * 500);
        if (random() % 4 != 0) out.text += ",\"input_length\":" + std::to_string(length);
        out.text +=
            ",\"output_length\":" + std::to_string(random() % 2 == 0 ? 0 : size) + ",\"hash_ids\":[" + list + "]}\n";
        if (random() % 10 == 0) out.text += "{\"hash_ids\":[-1]}\n";
        out.ids.push_back(std::move(ids));
    }
    return out;
}

inline kvfit::Trace read(const std::string& text) {
    kvfit::TraceReader reader;
    reader.feed(text);
    kvfit::Expected<kvfit::Trace> trace = reader.finish();
    return trace ? std::move(*trace) : kvfit::Trace();
}

}  // namespace reuse_test
