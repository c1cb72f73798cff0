#pragma once

#include <vector>

#include "kvfit/traffic.hpp"

namespace kvfit::reuse {

/// A described traffic with its defaults filled in. Shares are cumulative and end at 1.
struct TrafficShape {
    std::int64_t conversations = 1000, systemTokens = 1024, documentTokens = 8192, maxPromptTokens = 131072;
    std::int64_t blockSize = 16;
    std::uint64_t seed = 1;
    double turns = 4, newTokens = 256, outputTokens = 256, documentShare = 1, requestsPerSecond = 1, thinkSeconds = 30;
    std::vector<double> systemShares, documentShares;
};

/// Errors: a number out of its range, shares that are not numbers or not one for each system prompt.
Expected<TrafficShape> shapeOf(const Traffic& traffic);

/// The index whose share `at`, in (0, 1], falls into.
std::size_t pick(const std::vector<double>& shares, double at);

}  // namespace kvfit::reuse
