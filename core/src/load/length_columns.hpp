#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace kvfit {

/// Names of prompt and output lengths in logs and traces, without case and punctuation.
inline constexpr std::string_view promptNames[] = {
    "inputlength",      "prompttokens", "promptlen",     "promptlength",
    "inputtokens",      "inputlen",     "requesttokens", "contexttokens",
    "numprefilltokens", "promptsize",   "inputtoks",     "prompttokencount",
    "promptevalcount",  "prompt",       "input",         "in"};
inline constexpr std::string_view outputNames[] = {"outputlength",
                                                   "completiontokens",
                                                   "outputlen",
                                                   "completionlength",
                                                   "outputtokens",
                                                   "responsetokens",
                                                   "generatedtokens",
                                                   "numdecodetokens",
                                                   "tokensize",
                                                   "outputtoks",
                                                   "candidatestokencount",
                                                   "evalcount",
                                                   "completion",
                                                   "output",
                                                   "response",
                                                   "out"};
/// Objects that hold the lengths: OpenAI's and Anthropic's usage, Gemini's, a batch's answer.
inline constexpr std::string_view holderNames[] = {"usage", "usagemetadata", "response", "body"};

template <std::size_t n>
bool isOneOf(const std::string_view (&names)[n], std::string_view name) {
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

inline std::string plainName(std::string_view name) {
    std::string out;
    for (const char c : name) {
        if (c >= 'A' && c <= 'Z') out += static_cast<char>(c - 'A' + 'a');
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) out += c;
    }
    return out;
}

/// Cells of a line; commas inside quotes belong to a cell.
inline std::vector<std::string> cellsOf(std::string_view line) {
    const char separator = line.find('\t') != std::string_view::npos  ? '\t'
                           : line.find(';') != std::string_view::npos ? ';'
                           : line.find(',') != std::string_view::npos ? ','
                                                                      : ' ';
    std::vector<std::string> cells(1);
    bool quoted = false;
    for (const char c : line) {
        if (c == '"')
            quoted = !quoted;
        else if (c == separator && !quoted) {
            if (separator != ' ' || !cells.back().empty()) cells.emplace_back();
        } else if (c != '\r' && (c != ' ' || quoted)) {
            cells.back() += c;
        }
    }
    if (cells.back().empty()) cells.pop_back();
    return cells;
}

}  // namespace kvfit
