#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "kvfit/logs.hpp"
#include "logs/match.hpp"

namespace kvfit::logs {

/// What the lines of one dialect have told of the last start.
class Findings {
public:
    explicit Findings(const Dialect& dialect) : dialect_(&dialect) {}

    /// Whether a line of this form tells something where the log is now. What a draft model prints does not.
    bool counts(const Form& form) const;

    /// Takes what a line has. `line` is the whole of it; `more`: it has been taken before, and has grown.
    void take(const Form& form, const std::vector<Found>& found, std::string_view line, std::int64_t number,
              bool more = false);

    /// Lines that only this engine prints.
    std::int64_t own() const { return own_; }
    const Dialect& dialect() const { return *dialect_; }

    /// The reading of this dialect.
    LogReading reading() const;

private:
    void take(const Place& place, std::string_view text, std::string_view line, std::int64_t number);
    void takePairs(std::string_view text, std::string_view line, std::int64_t number);
    void takeMetadata(std::string_view text, bool typed);
    void figure(const Place& place, const Number& number, std::string_view line, std::int64_t at);
    void setting(const Place& place, Metric value, double rounding, std::string_view line, std::int64_t at);
    void narrow(std::string_view key, const std::vector<Found>& found, std::string_view line, std::int64_t at);
    void addPools(LogReading& reading) const;
    void begin();

    /// What lines of a running engine tell of the size of a pool, of which they print a part and its share.
    struct Pool {
        std::string_view key;
        double least = 0, most = 0;
        std::int64_t prints = 0;
        std::int64_t line = 0;
        std::string text;
    };

    const Dialect* dialect_;
    std::vector<LogFigure> figures_;
    std::vector<LogSetting> settings_;
    std::vector<LogRefusal> refusals_;
    std::vector<Pool> pools_;
    std::map<std::string, std::string, std::less<>> metadata_;  ///< GGUF key to a JSON value
    std::string model_, served_, version_, generation_, section_;
    std::map<std::string, std::int64_t, std::less<>> listOf_;  ///< figure to the list of devices that it stands in
    std::int64_t list_ = 0;
    std::int64_t own_ = 0;
    std::int64_t starts_ = 1;
    bool started_ = false;  ///< a line that begins a start has come
    bool told_ = false;     ///< a figure or a refusal has come since
};

/// A line as it is shown: at most 240 bytes, whole UTF-8 characters.
std::string shownLine(std::string_view line);

}  // namespace kvfit::logs
