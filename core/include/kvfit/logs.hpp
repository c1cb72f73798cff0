#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kvfit/architecture.hpp"
#include "kvfit/error.hpp"
#include "kvfit/scenario.hpp"
#include "kvfit/size.hpp"

namespace kvfit {

/// A setting that a log prints.
struct LogSetting {
    std::string key;        ///< scenario key
    Metric value;           ///< in the key's unit
    double rounding = 0;    ///< half a unit of the last printed decimal, in the key's unit; 0: exact
    std::int64_t line = 0;  ///< 1-based
    std::string text;       ///< the line, cleaned and shortened
};

/// A figure that an engine printed.
struct LogFigure {
    std::string name;  ///< stable word: a metric of the size result, or what estimate() gives
    double value = 0;
    std::string unit;           ///< `B`, `KiB`, `MiB`, `GiB`, `tokens`, `blocks`, `x`, ...
    std::int64_t decimals = 0;  ///< that were printed
    std::string key;            ///< scenario key that the same number fills; empty: none
    std::int64_t line = 0;
    std::string text;
    std::int64_t prints = 1;  ///< how often: ranks and devices print theirs
    double least = 0;         ///< of all prints
    double most = 0;
    bool summed = false;   ///< `value` is the sum of the prints
    bool running = false;  ///< printed while requests run: `value` is the most of the prints, or the last
};

/// Why the engine did not start.
struct LogRefusal {
    std::string code;
    std::string message;
    std::int64_t line = 0;
    std::string text;
};

/// What a log does not tell but the figures need.
struct LogGap {
    std::string key;      ///< scenario key, or `model`
    bool needed = false;  ///< without it nothing can be computed; else its default is used
};

/// What a log says of one start.
struct LogReading {
    std::string engine;
    std::string engineVersion;  ///< as `engineVersion` of a scenario takes it; empty: not printed
    std::string model;          ///< name or path as printed
    std::string servedModel;    ///< what requests call it
    std::string metadata;       ///< GGUF keys that llama.cpp prints, a JSON object; empty: none
    std::vector<LogSetting> settings;
    std::vector<LogFigure> figures;
    std::vector<LogRefusal> refusals;
    std::vector<LogGap> missing;
    Notes notes;
    std::int64_t lines = 0;
};

/// Reads a log piece by piece, in time linear in its length.
class LogReader {
public:
    LogReader();
    ~LogReader();
    LogReader(LogReader&&) noexcept;
    LogReader& operator=(LogReader&&) noexcept;

    void feed(std::string_view bytes);

    /// The reading, or the error `not_recognised`: no known engine printed this.
    Expected<LogReading> finish();

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// A printed figure beside the one that the rules give.
struct LogRow {
    std::string name;
    double printed = 0;
    std::string unit;
    std::int64_t line = 0;
    std::optional<double> ours;  ///< in the same unit; absent: nothing gives it
    std::optional<double> low;   ///< ours at the ends of the rounding of what it was computed from
    std::optional<double> high;
    std::optional<double> difference;  ///< ours - printed
    std::string status;                ///< `explained`, `differs`, `notReproduced`
    std::string reason;    ///< of `notReproduced`: `measured`, `inputs`, `noRule`; of `differs`: `otherRank`
    std::string rule;      ///< stable word; the page has its sentence
    std::string sentence;  ///< the rule in one English sentence
    std::string source;    ///< where the rule was read
};

struct LogExplanation {
    std::string engineVersion;  ///< whose rules were used
    std::vector<LogRow> rows;
    Notes notes;
};

/// Every printed figure beside ours: within its printed rounding, at either end of the rounding of the settings that
/// the log prints, or not. Measured figures are compared with their estimates.
Expected<LogExplanation> explain(const Architecture& architecture, const LogReading& reading, const Scenario& scenario);

}  // namespace kvfit
