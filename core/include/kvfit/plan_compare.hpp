#pragma once

#include "kvfit/plan.hpp"

namespace kvfit {

/// One scenario of a comparison. What needs memory is absent where none is given.
struct CompareRow {
    std::string model;
    std::string engine = "payload";
    std::string engineVersion;
    std::int64_t tokens = 0;
    std::int64_t sequences = 1;
    std::int64_t payloadBytes = 0;
    std::int64_t bytesPerSequence = 0;
    double marginalBytesPerToken = 0;
    std::optional<std::int64_t> reservedBytes;
    std::optional<std::int64_t> kvBytes;
    std::optional<std::int64_t> kvAvailableBytes;
    std::optional<std::int64_t> weightsBytes;
    std::optional<double> memoryShare;
    std::int64_t gpus = 1;
    std::optional<std::int64_t> capacityTokens;
    std::optional<std::int64_t> requestsThatFit;
    std::optional<std::int64_t> maxTokens;
    std::optional<bool> fits;
    Verdict verdict;
    Errors errors;
};

/// What a table of scenarios shows of one; a refusal is in its `errors`.
CompareRow compareRow(const Architecture& architecture, const Accelerators& accelerators, const Scenario& scenario);

}  // namespace kvfit
