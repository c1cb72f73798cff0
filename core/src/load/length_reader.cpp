#include <algorithm>
#include <cmath>
#include <optional>

#include "base/text.hpp"
#include "kvfit/lengths.hpp"
#include "load/length_columns.hpp"
#include "reuse/json_scanner.hpp"

namespace kvfit {

namespace {

constexpr std::size_t longestLine = std::size_t{64} << 20;
constexpr std::size_t mostKept = std::size_t{1} << 22;  // requests of a file; of more, every second one, and so on

}  // namespace

struct LengthReader::State {
    std::string carry;
    bool tooLong = false;
    bool first = true;
    std::size_t promptColumn = 0, outputColumn = 1;
    bool hasOutputs = false;
    std::size_t every = 1, seen = 0;
    double firstMs = INFINITY, lastMs = -INFINITY;
    LengthSample sample;

    void bad(const char* reason) {
        ++sample.badLines;
        ++sample.badByReason[reason];
    }

    void add(const RequestLengths& r) {
        ++sample.requests;
        if (seen++ % every != 0) return;
        sample.pairs.push_back(r);
        if (sample.pairs.size() < mostKept) return;
        for (std::size_t i = 0; 2 * i < mostKept; ++i) sample.pairs[i] = sample.pairs[2 * i];
        sample.pairs.resize(mostKept / 2);
        every *= 2;
    }

    static std::optional<std::int64_t> lengthOf(const reuse::JsonScanner::Number& n) {
        if (!n.fits || n.negative || n.value > static_cast<std::uint64_t>(longestRequest)) return std::nullopt;
        return static_cast<std::int64_t>(n.value);
    }

    static bool lengthList(reuse::JsonScanner& s, std::vector<std::int64_t>& out) {
        reuse::JsonScanner::Number n;
        return s.items([&] {
            if (!s.number(n)) return false;
            out.push_back(lengthOf(n).value_or(0));
            return true;
        });
    }

    bool object(reuse::JsonScanner& s, double offsetMs, int depth) {
        RequestLengths r;
        std::vector<std::int64_t> prompts, outputs;
        const std::int64_t before = sample.requests;
        bool hasPrompt = false, hasOutput = false, nested = false;
        double ms = 0;
        reuse::JsonScanner::Number n;
        const auto length = [&](std::int64_t& out, bool& has) {
            const char c = s.peek();
            if (c != '-' && (c < '0' || c > '9')) return s.skip();  // a prompt's text, for one
            if (!s.number(n)) return false;
            const std::optional<std::int64_t> read = lengthOf(n);
            has = read.has_value();
            if (read) out = *read;
            return true;
        };
        const bool good = s.members([&](std::string_view key) {
            const std::string name = plainName(key);
            if (isOneOf(holderNames, name) && depth > 0 && s.peek() == '{') {
                nested = true;
                return object(s, offsetMs + ms, depth - 1);
            }
            // Results of vLLM's and SGLang's benchmarks list the lengths of all requests.
            if (name == "inputlens" && s.peek() == '[') return lengthList(s, prompts);
            if (name == "outputlens" && s.peek() == '[') return lengthList(s, outputs);
            if (isOneOf(promptNames, name)) return length(r.prompt, hasPrompt);
            if (isOneOf(outputNames, name)) return length(r.output, hasOutput);
            if (name == "timestamp" || name == "t") {
                const char c = s.peek();
                if (c != '-' && (c < '0' || c > '9')) return s.skip();
                if (!s.number(n)) return false;
                ms = std::strtod(std::string(n.text).c_str(), nullptr) * (name == "t" ? 1000 : 1);
                if (n.negative && ms > 0) ms = -ms;
                firstMs = std::min(firstMs, offsetMs + ms);
                lastMs = std::max(lastMs, offsetMs + ms);
                return true;
            }
            if (name == "requests" && depth > 0 && s.peek() == '[') {
                nested = true;
                return s.items([&] { return s.peek() == '{' ? object(s, offsetMs + ms, depth - 1) : s.skip(); });
            }
            return s.skip();
        });
        if (!good) return false;
        for (std::size_t i = 0; i < prompts.size(); ++i) {
            hasOutputs = hasOutputs || i < outputs.size();
            add({prompts[i], i < outputs.size() ? outputs[i] : 0});
        }
        if (hasPrompt) {
            hasOutputs = hasOutputs || hasOutput;
            add(r);
        } else if (sample.requests == before && !nested && depth == deepest) {
            bad("no_length");
        }
        return true;
    }
    static constexpr int deepest = 4;

    /// A head names the columns; without one they are the first two.
    bool isHead(const std::vector<std::string>& cells) {
        bool named = false;
        for (const std::string& cell : cells)
            named = named || (!cell.empty() && (cell[0] < '0' || cell[0] > '9') && cell[0] != '-');
        if (!named) return false;
        promptColumn = outputColumn = cells.size();
        for (std::size_t i = cells.size(); i-- > 0;) {
            const std::string name = plainName(cells[i]);
            if (isOneOf(promptNames, name)) promptColumn = i;
            if (isOneOf(outputNames, name)) outputColumn = i;
        }
        if (promptColumn == cells.size()) bad("no_prompt_column");
        return true;
    }

    void row(std::string_view line) {
        const std::vector<std::string> cells = cellsOf(line);
        if (cells.empty()) return;
        if (first && isHead(cells)) return;
        if (promptColumn >= cells.size()) return bad("too_few_columns");
        RequestLengths r;
        const auto number = [&](std::size_t column, std::int64_t& out) {
            const Expected<std::int64_t> n = readCount(cells[column], "lengths");
            if (n) out = *n;
            return n && *n >= 0 && *n <= longestRequest;
        };
        if (!number(promptColumn, r.prompt)) return bad("not_a_number");
        if (outputColumn < cells.size()) {
            if (!number(outputColumn, r.output)) return bad("not_a_number");
            hasOutputs = true;
        }
        add(r);
    }

    void line(std::string_view text) {
        if (first && text.substr(0, 3) == "\xef\xbb\xbf") text.remove_prefix(3);
        const std::size_t start = text.find_first_not_of(" \t\r");
        if (start == std::string_view::npos) return;
        if (text[start] == '{') {
            reuse::JsonScanner s(text);
            if (!object(s, 0, deepest) || !s.atEnd()) bad("not_json");
        } else {
            row(text);
        }
        first = false;
    }
};

LengthReader::LengthReader() : state_(std::make_unique<State>()) {}
LengthReader::~LengthReader() = default;
LengthReader::LengthReader(LengthReader&&) noexcept = default;

void LengthReader::feed(std::string_view chunk) {
    State& s = *state_;
    for (std::size_t at = 0; at < chunk.size();) {
        const std::size_t end = chunk.find('\n', at);
        const std::string_view piece = chunk.substr(at, end == std::string_view::npos ? end : end - at);
        s.tooLong = s.tooLong || s.carry.size() + piece.size() > longestLine;
        if (!s.tooLong) s.carry += piece;
        if (end == std::string_view::npos) return;
        if (s.tooLong)
            s.bad("line_too_long");
        else
            s.line(s.carry);
        s.carry.clear();
        s.tooLong = false;
        at = end + 1;
    }
}

Expected<LengthSample> LengthReader::finish(std::size_t most) {
    State& s = *state_;
    if (!s.carry.empty()) s.line(s.carry);
    s.carry.clear();
    LengthSample sample = std::move(s.sample);
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
    if (s.lastMs > s.firstMs && sample.requests > 1)
        sample.requestsPerSecond = static_cast<double>(sample.requests - 1) * 1000 / (s.lastMs - s.firstMs);
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
