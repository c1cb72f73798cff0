#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "kvfit/reuse.hpp"

namespace reuse_test {

using Tokens = std::vector<std::int64_t>;

/// Prompts that share the starts of a few documents, with tails of their own; some are sent twice.
inline std::vector<Tokens> prompts(std::mt19937& random, std::size_t count, int longest) {
    const auto draw = [&](int least, int most) { return std::uniform_int_distribution<int>(least, most)(random); };
    std::vector<Tokens> out;
    for (std::size_t i = 0; i < count; ++i) {
        if (!out.empty() && draw(0, 5) == 0) {
            out.push_back(out[static_cast<std::size_t>(draw(0, static_cast<int>(out.size()) - 1))]);
            continue;
        }
        Tokens tokens;
        const int document = draw(1, 4), shared = draw(0, longest), own = draw(1, longest / 2);
        for (int t = 0; t < shared; ++t) tokens.push_back(document * 1000 + t);
        // Tails repeat too, so that contents meet again behind other prefixes.
        for (int t = 0; t < own; ++t) tokens.push_back(draw(0, 3) == 0 ? 7 : static_cast<int>(i) * 100 + 10000 + t);
        out.push_back(std::move(tokens));
    }
    return out;
}

inline kvfit::Workload workload(kvfit::CacheEngine engine, const std::vector<Tokens>& prompts, std::int64_t blockSize,
                                std::int64_t capacity, std::int64_t live) {
    kvfit::Workload w;
    w.engine = engine;
    w.policy = engine == kvfit::CacheEngine::trtllm ? kvfit::EvictionPolicy::priority : kvfit::EvictionPolicy::lru;
    w.blockSize = blockSize;
    w.capacityBlocks = capacity;
    w.liveRequests = live;
    for (const Tokens& p : prompts) {
        kvfit::ReuseRequest r;
        r.tokens = p;
        w.requests.push_back(r);
    }
    return w;
}

}  // namespace reuse_test
