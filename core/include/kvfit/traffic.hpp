#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "kvfit/error.hpp"
#include "kvfit/scenario.hpp"

namespace kvfit {

/// Traffic described by a few numbers (core/src/api/reuse_keys.hpp), where there is no trace.
struct Traffic {
    Scenario::Count conversations, systemPrompts, systemPromptTokens, documents, documentTokens, maxPromptTokens;
    Scenario::Count blockSize, seed;
    Scenario::Real turns, newTokens, outputTokens, documentShare, zipfExponent, requestsPerSecond, thinkSeconds;
    Scenario::Text systemPromptShares;
};

/// Writes the traffic as a trace: JSON lines with `timestamp` (ms), `input_length`, `output_length`, `hash_ids`,
/// `session_id` and `block_size`, ordered by time. Equal descriptions give equal bytes everywhere.
class TrafficWriter {
public:
    static Expected<TrafficWriter> of(const Traffic& traffic);
    ~TrafficWriter();
    TrafficWriter(TrafficWriter&&) noexcept;

    /// The next lines, about 256 KiB; empty at the end.
    std::string next();

private:
    struct State;
    explicit TrafficWriter(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace kvfit
