#pragma once

#include <algorithm>
#include <random>

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

}  // namespace reuse_test
