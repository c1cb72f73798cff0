#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "kvfit/lengths.hpp"
#include "load/length_columns.hpp"
#include "load/length_object.hpp"
#include "reuse/json_scanner.hpp"
#include "reuse/trace_records.hpp"

namespace kvfit {

namespace {

constexpr std::size_t mostKept = std::size_t{1} << 22;    // requests of a file; of more, every second one, and so on
constexpr std::size_t longestRow = std::size_t{1} << 20;  // with line breaks inside quotes
constexpr std::size_t none = std::string::npos;

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

}  // namespace

struct LengthReader::State {
    reuse::TraceRecords records;
    LengthObjects objects{[this](const LengthRecord& r) { add(r); }};
    bool first = true;
    char separator = 0;  // 0: there is no head, and each line has its own
    std::size_t promptColumn = 0, outputColumn = 1, timeColumn = none, countColumn = none;
    std::string timeName;
    std::vector<std::size_t> cachedColumns;  // of a prompt without what a cache had
    std::string open;                        // lines of a row that goes on inside quotes
    bool isLog = false;                      // lengths stand in lines of words
    std::int64_t rest = 0;                   // lines that are no rows
    bool hasOutputs = false;
    std::size_t every = 1, seen = 0;
    std::int64_t timed = 0;
    double earliest = INFINITY, latest = -INFINITY;
    LengthSample sample;

    void bad(const char* reason) {
        ++sample.badLines;
        ++sample.badByReason[reason];
    }

    void add(const LengthRecord& r) {
        if (r.wrong || !r.hasPrompt) return bad("length_wrong");
        if (r.sums) return bad("sum_of_requests");
        hasOutputs = hasOutputs || r.hasOutput;
        ++sample.requests;
        if (r.time) {
            ++timed;
            earliest = std::min(earliest, r.time->seconds);
            latest = std::max(latest, r.time->seconds);
        }
        if (seen++ % every != 0) return;
        sample.pairs.push_back(r.lengths);
        if (sample.pairs.size() < mostKept) return;
        for (std::size_t i = 0; 2 * i < mostKept; ++i) sample.pairs[i] = sample.pairs[2 * i];
        sample.pairs.resize(mostKept / 2);
        every *= 2;
    }

    /// A head has named the columns.
    bool isTable() const { return separator != 0 && promptColumn != none; }

    /// A head names the columns; without one they are the first two.
    bool isHead(std::string_view line) {
        const std::vector<std::string> cells = cellsOf(line, separatorOf(line));
        bool named = false;
        for (const std::string& cell : cells)
            named = named || (!cell.empty() && (cell[0] < '0' || cell[0] > '9') && cell[0] != '-');
        if (!named) return false;
        separator = separatorOf(line);
        promptColumn = outputColumn = none;
        for (std::size_t i = cells.size(); i-- > 0;) {
            const std::string name = plainName(cells[i]);
            if (isOneOf(promptNames, name)) promptColumn = i;
            if (isOneOf(outputNames, name)) outputColumn = i;
            if (isOneOf(countNames, name)) countColumn = i;
            if (isOneOf(timeNames, name)) {
                timeColumn = i;
                timeName = name;
            }
        }
        if (promptColumn != none && plainName(cells[promptColumn]) == "inputtokens")
            for (std::size_t i = 0; i < cells.size(); ++i)
                if (isOneOf(cachedNames, plainName(cells[i]))) cachedColumns.push_back(i);
        if (promptColumn == none) ++rest;
        return true;
    }

    void row(std::string_view line) {
        const std::vector<std::string> cells = cellsOf(line, separator != 0 ? separator : separatorOf(line));
        if (cells.empty()) return;
        if (promptColumn >= cells.size()) {
            ++rest;
            return;
        }
        LengthRecord r;
        const auto number = [&](std::size_t column, std::int64_t& out) {
            if (const auto written = writtenLength(cells[column])) {
                out = *written;
                return true;
            }
            const Expected<std::int64_t> n = readCount(cells[column], "lengths");
            if (n) out = *n;
            return n && *n >= 0 && *n <= longestRequest;
        };
        r.hasPrompt = number(promptColumn, r.lengths.prompt);
        r.hasOutput = outputColumn < cells.size();
        if (!r.hasPrompt || (r.hasOutput && !number(outputColumn, r.lengths.output))) return bad("not_a_number");
        for (const std::size_t column : cachedColumns)
            if (column < cells.size()) r.lengths.prompt += writtenLength(cells[column]).value_or(0);
        r.wrong = r.lengths.prompt > longestRequest;
        r.sums = countColumn < cells.size() && writtenLength(cells[countColumn]).value_or(0) > 1;
        if (timeColumn < cells.size()) r.time = requestTime(cells[timeColumn], timeName);
        add(r);
    }

    /// Lengths that a line of words names: `'prompt_tokens': 100`, `output_len=20`, `prompt_token_ids: [1, 2]`.
    bool words(std::string_view line) {
        LengthRecord r;
        for (std::size_t at = 0; at < line.size();) {
            std::size_t end = at;
            while (end < line.size() && isLetter(line[end])) ++end;
            const std::string_view word = line.substr(at, end - at);
            at = std::max(end, at + 1);
            if (word.size() < 8 || end >= line.size()) continue;
            std::size_t value = end + (line[end] == '\'' || line[end] == '"' ? 1 : 0);
            if (value >= line.size() || (line[value] != ':' && line[value] != '=')) continue;
            value = std::min(line.find_first_not_of(' ', value + 1), line.size());
            const std::string name = plainName(word);
            const bool prompt = isOneOf(promptNames, name);
            if ((!prompt && !isOneOf(outputNames, name)) || (prompt ? r.hasPrompt : r.hasOutput)) continue;
            const std::string_view rest = line.substr(value);
            const bool list = rest.substr(0, 1) == "[";
            const std::size_t stop = std::min(rest.find_first_of(list ? "]" : " ,;})]"), rest.size());
            const std::string_view text = rest.substr(0, stop);
            const auto length =
                list ? std::optional<std::int64_t>(1 + std::count(text.begin(), text.end(), ',')) : writtenLength(text);
            if (!length) continue;
            (prompt ? r.lengths.prompt : r.lengths.output) = *length;
            (prompt ? r.hasPrompt : r.hasOutput) = true;
        }
        if (r.hasPrompt) add(r);
        return r.hasPrompt;
    }

    void line(std::string_view text) {
        if (!open.empty()) {
            open.append("\n").append(text);
            text = open;
        }
        const std::size_t start = text.find_first_not_of(" \t\r");
        if (start == std::string_view::npos) return;
        if (text[start] == '{') {
            if (!objects.read(text)) {
                bad("not_json");
            } else if (!objects.foundAny()) {
                bad("no_length");
            }
        } else if (text[start] == '[' && reuse::isJson(text)) {
            row(text.substr(start + 1, text.rfind(']') - start - 1));
        } else if (isTable() && std::count(text.begin(), text.end(), '"') % 2 != 0 && text.size() < longestRow) {
            open = text;
            return;
        } else if (!isTable() && words(text)) {
            isLog = true;
        } else if (isLog) {
            ++rest;
        } else if (!first || !isHead(text)) {
            row(text);
        }
        first = false;
        open.clear();
    }

    void take(const reuse::TraceRecords::Record& record) {
        if (record.problem != nullptr)
            bad(record.problem);
        else
            line(record.text);
    }
};

LengthReader::LengthReader() : state_(std::make_unique<State>()) {}
LengthReader::~LengthReader() = default;
LengthReader::LengthReader(LengthReader&&) noexcept = default;

void LengthReader::feed(std::string_view chunk) {
    State& s = *state_;
    s.records.feed(chunk, [&](const auto& record) {
        s.take(record);
        return true;
    });
}

Expected<LengthSample> LengthReader::finish(std::size_t most) {
    State& s = *state_;
    s.records.finish([&](const auto& record) {
        s.take(record);
        return true;
    });
    if (!s.open.empty()) s.bad("too_few_columns");
    if (!s.isLog && s.rest > 0) {
        s.sample.badLines += s.rest;
        s.sample.badByReason[s.promptColumn == none ? "no_prompt_column" : "too_few_columns"] += s.rest;
    }
    LengthSample sample = std::move(s.sample);
    const std::optional<Error> notText = s.records.notText();
    if (sample.requests == 0 && notText) return *notText;
    if (sample.requests == 0)
        return Error{"no_lengths",
                     "/lengths",
                     "lengths",
                     "there is no request length in it",
                     "give JSON lines with input_length and output_length, or a table with a column of prompt "
                     "lengths and one of output lengths",
                     0,
                     0,
                     {{"lines", std::to_string(sample.badLines)}}};
    sample.hasOutputs = s.hasOutputs;
    if (s.timed == sample.requests && s.latest > s.earliest)
        sample.requestsPerSecond = static_cast<double>(s.timed - 1) / (s.latest - s.earliest);
    else if (s.timed == 0)
        sample.requestsPerSecond = s.objects.requestsPerSecond();
    if (sample.pairs.size() > most) {
        std::sort(sample.pairs.begin(), sample.pairs.end(), [](const RequestLengths& a, const RequestLengths& b) {
            return a.total() != b.total() ? a.total() < b.total() : a.prompt < b.prompt;
        });
        // The middle of each of `most` equal shares, and the longest of all as the last.
        std::vector<RequestLengths> chosen;
        const double share = static_cast<double>(sample.pairs.size()) / static_cast<double>(most);
        for (std::size_t i = 0; i + 1 < most; ++i)
            chosen.push_back(sample.pairs[static_cast<std::size_t>((static_cast<double>(i) + 0.5) * share)]);
        chosen.push_back(sample.pairs.back());
        sample.pairs = std::move(chosen);
    }
    sample.kept = static_cast<std::int64_t>(sample.pairs.size());
    for (const RequestLengths& r : sample.pairs)
        sample.text += std::to_string(r.prompt) + (s.hasOutputs ? " " + std::to_string(r.output) : "") + "\n";
    return sample;
}

}  // namespace kvfit
