#pragma once

#include <algorithm>
#include <random>
#include <string>

#include "kvfit/trace.hpp"

namespace reuse_test {

/// Conversations that grow turn by turn behind one of a few system prompts, in random interleaving.
inline kvfit::Trace conversations(unsigned seed, std::size_t requests) {
    std::mt19937 random(seed);
    kvfit::Trace trace;
    trace.blockSize = 16;
    std::vector<std::vector<std::uint32_t>> histories;
    double time = 0;
    for (std::size_t r = 0; r < requests; ++r) {
        if (histories.size() < 3 || random() % 4 == 0) {
            const std::uint32_t system = random() % 3;
            histories.push_back({});
            for (std::uint32_t b = 0; b < 2 + 3 * system; ++b) histories.back().push_back(system * 100 + b);
            trace.names = std::max(trace.names, 400u);
        }
        auto& history = histories[random() % histories.size()];
        for (std::uint32_t b = random() % 5; b > 0; --b) history.push_back(trace.names++);
        kvfit::TraceRequest request;
        request.firstBlock = static_cast<std::uint32_t>(trace.blocks.size());
        const auto tail = static_cast<std::uint32_t>(random() % 16);
        request.inputTokens = static_cast<std::uint32_t>(history.size()) * 16 - (history.empty() ? 0 : tail);
        request.outputTokens = random() % 40;
        request.priority = static_cast<std::int32_t>(r % 3);
        request.timeMs = time += random() % 100;
        trace.requests.push_back(request);
        trace.blocks.insert(trace.blocks.end(), history.begin(), history.end());
    }
    return trace;
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
