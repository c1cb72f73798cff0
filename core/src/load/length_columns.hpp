#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>
#include "base/digit.hpp"

namespace kvfit {

/// Names of prompt and output lengths in logs and traces, without case and punctuation. OpenTelemetry's attributes are
/// those of its semantic conventions for generative AI, and OpenInference's.
inline constexpr std::string_view promptNames[] = {"inputlength",
                                                   "prompttokens",
                                                   "promptlen",
                                                   "promptlength",
                                                   "inputtokens",
                                                   "inputlen",
                                                   "requesttokens",
                                                   "contexttokens",
                                                   "numprefilltokens",
                                                   "promptsize",
                                                   "inputtoks",
                                                   "prompttokencount",
                                                   "promptevalcount",
                                                   "inputsequencelength",
                                                   "genaiusageinputtokens",
                                                   "genaiusageprompttokens",
                                                   "llmtokencountprompt",
                                                   "numberinputtokens",
                                                   "numprompttokens",
                                                   "numinputtokens",
                                                   "tokensprompt",
                                                   "prompttokenids",
                                                   "inputids",
                                                   "prompt",
                                                   "input",
                                                   "in"};
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
                                                   "outputsequencelength",
                                                   "genaiusageoutputtokens",
                                                   "genaiusagecompletiontokens",
                                                   "llmtokencountcompletion",
                                                   "numberoutputtokens",
                                                   "numoutputtokens",
                                                   "numgeneratedtokens",
                                                   "tokenscompletion",
                                                   "responsetokencount",
                                                   "responselen",
                                                   "responselength",
                                                   "outputtokenids",
                                                   "completion",
                                                   "output",
                                                   "response",
                                                   "out"};
/// Of these, what may as well hold the text itself.
inline constexpr std::string_view textNames[] = {"prompt",     "input",  "in",       "instruction",
                                                 "completion", "output", "response", "out"};
/// Parts of a prompt that Anthropic's and Bedrock's usage counts apart from `input_tokens`.
inline constexpr std::string_view cachedNames[] = {"cachereadinputtokens", "cachecreationinputtokens",
                                                   "cachewriteinputtokens"};
/// Objects that hold the lengths: OpenAI's and Anthropic's usage, Gemini's, answers of OpenAI's and Anthropic's
/// batches, Langfuse's details, SGLang's meta_info, aiperf's records, attributes of a span, a message of a coding
/// agent's session, guidellm's requests, a row of a data set's viewer.
inline constexpr std::string_view holderNames[] = {
    "usage",    "usagemetadata", "response", "body",   "usagedetails", "metainfo", "metrics",
    "metadata", "attributes",    "message",  "result", "requests",     "row",      "data"};
/// How many requests a row sums up.
inline constexpr std::string_view countNames[] = {"requests", "requestcount", "numrequests"};
/// Lists of requests: sessions, spans of OpenTelemetry, pages of an interface, what guidellm's benchmarks sent.
inline constexpr std::string_view listNames[] = {"requests", "resourcespans", "scopespans", "spans",
                                                 "data",     "observations",  "records",    "results",
                                                 "rows",     "benchmarks",    "successful"};
/// Times of arrival.
inline constexpr std::string_view timeNames[] = {"timestamp",        "arrivaltimestamp",  "arrivaltime", "arrivedat",
                                                 "starttime",        "starttimeunixnano", "startedat",   "createdat",
                                                 "requeststartns",   "created",           "requesttime", "t",
                                                 "requestcreatedat", "requeststarttime"};

template <std::size_t n>
bool isOneOf(const std::string_view (&names)[n], std::string_view name) {
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

inline std::string plainName(std::string_view name) {
    std::string out;
    for (const char c : name) {
        if (c >= 'A' && c <= 'Z') out += static_cast<char>(c - 'A' + 'a');
        if ((c >= 'a' && c <= 'z') || isDigit(c)) out += c;
    }
    return out;
}

/// What parts the cells of a line.
inline char separatorOf(std::string_view line) {
    for (const char c : {'\t', ';', ','})
        if (line.find(c) != std::string_view::npos) return c;
    return ' ';
}

/// Cells of a line; what parts them belongs to a cell inside quotes.
inline std::vector<std::string> cellsOf(std::string_view line, char separator) {
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
