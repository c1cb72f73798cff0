#pragma once

#include "api/describe.hpp"
#include "kvfit/logs.hpp"

namespace kvfit {

template <>
struct Describe<LogSetting> {
    static constexpr std::string_view name = "LogSetting";
    static constexpr std::string_view doc = "A setting that a log prints.";
    static constexpr auto fields = std::tuple{
        field("key", &LogSetting::key, "", "Scenario key."),
        field("value", &LogSetting::value, "", "In the key's unit."),
        field("rounding", &LogSetting::rounding, "", "Half a unit of the last printed decimal; 0: exact."),
        field("line", &LogSetting::line, "", "1-based line of the log."),
        field("text", &LogSetting::text, "", "The line, cleaned and shortened."),
    };
};

template <>
struct Describe<LogFigure> {
    static constexpr std::string_view name = "LogFigure";
    static constexpr std::string_view doc = "A figure that an engine printed.";
    static constexpr auto fields = std::tuple{
        field("name", &LogFigure::name, "", "Stable word."),
        field("value", &LogFigure::value, "", "As printed."),
        field("unit", &LogFigure::unit, "", "B, KiB, MiB, GiB, tokens, blocks, x, pct ..."),
        field("decimals", &LogFigure::decimals, "", "That were printed."),
        field("key", &LogFigure::key, "", "Scenario key that the same number fills; empty: none."),
        field("line", &LogFigure::line, "", "1-based line of the log."),
        field("text", &LogFigure::text, "", "The line, cleaned and shortened."),
        field("prints", &LogFigure::prints, "", "How often: ranks and devices print theirs."),
        field("least", &LogFigure::least, "", "Smallest of the prints."),
        field("most", &LogFigure::most, "", "Largest of the prints."),
        field("summed", &LogFigure::summed, "", "The value is the sum of the prints."),
        field("running", &LogFigure::running, "", "Printed while requests run: the value is the most, or the last."),
    };
};

template <>
struct Describe<LogRefusal> {
    static constexpr std::string_view name = "LogRefusal";
    static constexpr std::string_view doc = "Why an engine did not start.";
    static constexpr auto fields = std::tuple{
        field("code", &LogRefusal::code, "", "Stable word."),
        field("message", &LogRefusal::message, "", "What it means, in one English sentence."),
        field("line", &LogRefusal::line, "", "1-based line of the log."),
        field("text", &LogRefusal::text, "", "The line, cleaned and shortened."),
    };
};

template <>
struct Describe<LogGap> {
    static constexpr std::string_view name = "LogGap";
    static constexpr std::string_view doc = "What a log does not tell but the figures need.";
    static constexpr auto fields = std::tuple{
        field("key", &LogGap::key, "", "Scenario key, or model."),
        field("needed", &LogGap::needed, "", "Nothing can be computed without it; else its default is used."),
    };
};

template <>
struct Describe<LogReading> {
    static constexpr std::string_view name = "LogReading";
    static constexpr std::string_view doc = "What a log says of the last start in it.";
    static constexpr auto fields = std::tuple{
        field("engine", &LogReading::engine, "", "Engine that printed it."),
        field("engineVersion", &LogReading::engineVersion, "", "Release as a scenario takes it; empty: not printed."),
        field("model", &LogReading::model, "", "Name or path as printed."),
        field("servedModel", &LogReading::servedModel, "", "What requests call it; empty: not printed."),
        field("metadata", &LogReading::metadata, "", "GGUF keys that llama.cpp prints, a JSON object; empty: none."),
        field("settings", &LogReading::settings, "", "Scenario keys that the log fills."),
        field("figures", &LogReading::figures, "", "What the engine printed of its memory."),
        field("refusals", &LogReading::refusals, "", "Why it did not start."),
        field("missing", &LogReading::missing, "", "What is not printed but needed."),
        field("notes", &LogReading::notes, "", "Which of several starts and ranks was taken."),
        field("lines", &LogReading::lines, "", "Lines of the log."),
    };
};

template <>
struct Describe<LogRow> {
    static constexpr std::string_view name = "LogRow";
    static constexpr std::string_view doc = "A printed figure beside the one that the rules give.";
    static constexpr auto fields = std::tuple{
        field("name", &LogRow::name, "", "The figure's word."),
        field("printed", &LogRow::printed, "", "As printed, in unit."),
        field("unit", &LogRow::unit, "", "Of printed, ours, low, high and difference."),
        field("line", &LogRow::line, "", "1-based line of the log."),
        field("ours", &LogRow::ours, "", "What the rules give; null where nothing does."),
        field("low", &LogRow::low, "",
              "Ours at one end of the rounding of what it was computed from; of an estimate at least."),
        field("high", &LogRow::high, "", "At the other end; of an estimate at most."),
        field("difference", &LogRow::difference, "", "Ours less printed."),
        field("status", &LogRow::status, "", "explained, differs or notReproduced."),
        field("reason", &LogRow::reason, "",
              "Of notReproduced: measured, inputs or noRule; of differs: otherRank, one may have less memory."),
        field("rule", &LogRow::rule, "", "Stable word of the rule; empty: none."),
        field("sentence", &LogRow::sentence, "", "The rule in one English sentence."),
        field("source", &LogRow::source, "", "Where the rule was read."),
    };
};

template <>
struct Describe<LogExplanation> {
    static constexpr std::string_view name = "LogExplanation";
    static constexpr std::string_view doc = "Every printed figure beside ours.";
    static constexpr auto fields = std::tuple{
        field("engineVersion", &LogExplanation::engineVersion, "", "Version whose rules were used."),
        field("rows", &LogExplanation::rows, "", "In the order of the log."),
        field("notes", &LogExplanation::notes, "", "What was inferred."),
    };
};

}  // namespace kvfit
