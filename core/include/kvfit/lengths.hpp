#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kvfit/error.hpp"
#include "kvfit/load_settings.hpp"

namespace kvfit {

inline constexpr std::int64_t longestRequest = std::int64_t{1} << 40;  ///< tokens that a prompt or an answer may have

/// Tokens of one request.
struct RequestLengths {
    std::int64_t prompt = 0;
    std::int64_t output = 0;

    std::int64_t total() const { return prompt + output; }
};

/// One length as a distribution: equally likely values, or points of the quantile function, between which lengths
/// lie on straight lines. Below the lowest percentile they fall to 1 token, above the highest there is none.
class Lengths {
public:
    static Lengths of(std::vector<std::int64_t> values);
    static Lengths percentiles(std::vector<std::pair<double, std::int64_t>> shareAndLength);

    /// The length below which a share `u` of 0 to 1 of all lengths lies.
    std::int64_t at(double u) const;

private:
    std::vector<std::int64_t> values_;                     ///< rising
    std::vector<std::pair<double, std::int64_t>> points_;  ///< rising; empty: values
};

/// Lengths of the requests of a load.
struct LengthMix {
    std::vector<RequestLengths> pairs;  ///< equally likely; empty: prompt and output are drawn apart
    Lengths prompt, output;
    bool measured = false;  ///< something about the lengths was given

    /// The request of two even draws of 0 to 1; of pairs the first alone counts.
    RequestLengths draw(double u, double v) const;
};

/// Reads `promptLengths` or `outputLengths`: percentiles (`p50 2K, p90 8K, p99 32K, max 64K`), or values
/// (`800 1200 2500`), or either as JSON.
Expected<Lengths> readLengths(std::string_view text, const std::string& field);

/// The mix that the settings describe. Absent prompts fill requests up to `tokens`; absent answers have 256 tokens.
Expected<LengthMix> lengthMixOf(const LoadSettings& settings, std::int64_t tokens, Notes& notes);

/// What a file or a pasted list of requests holds.
struct LengthSample {
    std::int64_t requests = 0;
    std::int64_t kept = 0;  ///< of them in `pairs`
    std::int64_t badLines = 0;
    std::map<std::string, std::int64_t> badByReason;
    std::vector<RequestLengths> pairs;  ///< all of them, or evenly chosen ones in order of their total length
    bool hasOutputs = false;
    double requestsPerSecond = 0;  ///< by the timestamps; 0: there are none
    std::string text;              ///< the pairs as `lengths` takes them
};

/// Reads lengths from chunks of a file: JSON lines (`input_length` and `output_length`, `prompt_tokens` and
/// `completion_tokens`, ...), or a table with or without a head, its columns separated by commas, tabs, semicolons or
/// spaces.
class LengthReader {
public:
    LengthReader();
    ~LengthReader();
    LengthReader(LengthReader&&) noexcept;

    /// Any piece of the file, cut anywhere.
    void feed(std::string_view chunk);

    /// At most `most` requests, those that stand for equal shares of all. Error: no length was found.
    Expected<LengthSample> finish(std::size_t most);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace kvfit
