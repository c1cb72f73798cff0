#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "kvfit/lengths.hpp"
#include "load/request_time.hpp"
#include "reuse/json_scanner.hpp"

namespace kvfit {

/// One request as a file has it.
struct LengthRecord {
    RequestLengths lengths;
    bool hasPrompt = false, hasOutput = false;
    bool wrong = false;  ///< a length is there that cannot be one
    bool sums = false;   ///< of several requests together
    std::optional<RequestTime> time;
};

/// A written length: a whole number that a request may have, also as `100.0`.
std::optional<std::int64_t> writtenLength(std::string_view text);

/// Reads the requests in JSON objects: fields of many names, perhaps inside others, lists of requests, and lists of
/// lengths.
class LengthObjects {
public:
    using Take = std::function<void(const LengthRecord&)>;

    explicit LengthObjects(Take take) : take_(std::move(take)) {}

    /// False: the text is not JSON.
    bool read(std::string_view text);

    bool foundAny() const { return found_; }                  ///< in the last text
    double requestsPerSecond() const { return statedRate_; }  ///< that a benchmark says it sent; 0: it says none

private:
    /// What one object has, and those that it holds.
    struct Fields {
        LengthRecord record;
        bool inSeconds = false;  ///< its `timestamp`
        bool inMilliseconds = false;
        bool withoutCached = false;                  ///< the prompt is what a cache did not have
        std::int64_t cached = 0;                     ///< of the prompt, read from a cache or written to it
        std::vector<std::int64_t> prompts, outputs;  ///< -1: cannot be one
        std::vector<double> starts;
    };

    bool object(reuse::JsonScanner& s, int depth, double offset);
    bool members(reuse::JsonScanner& s, int depth, double offset, Fields& f);
    bool attribute(reuse::JsonScanner& s, Fields& f);
    bool field(reuse::JsonScanner& s, std::string_view name, Fields& f);
    bool length(reuse::JsonScanner& s, std::string_view name, std::int64_t& out, bool& has, bool& wrong);
    bool time(reuse::JsonScanner& s, std::string_view name, Fields& f);
    void take(const LengthRecord& record);
    void takeLists(const Fields& f);

    Take take_;
    bool found_ = false;
    double statedRate_ = 0;
};

}  // namespace kvfit
