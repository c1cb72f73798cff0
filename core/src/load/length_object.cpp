#include "load/length_object.hpp"

#include <cmath>
#include <cstdlib>
#include <string>

#include "base/digit.hpp"
#include "load/length_columns.hpp"

namespace kvfit {

namespace {

using reuse::JsonScanner;

constexpr int deepest = 6;

/// The number or the text that comes next, else nothing of a value that is passed over.
bool scalar(JsonScanner& s, std::optional<std::string_view>& out, bool& quoted) {
    const char c = s.peek();
    quoted = c == '"';
    std::string_view text;
    if (quoted) {
        if (!s.string(text)) return false;
        out = text;
        return true;
    }
    if (c != '-' && (c < '0' || c > '9')) return s.skip();
    JsonScanner::Number n;
    if (!s.number(n)) return false;
    out = n.text;
    return true;
}

bool lengthList(JsonScanner& s, std::vector<std::int64_t>& out) {
    return s.items([&] {
        std::optional<std::string_view> text;
        bool quoted = false;
        if (!scalar(s, text, quoted)) return false;
        out.push_back(text ? writtenLength(*text).value_or(-1) : -1);
        return true;
    });
}

}  // namespace

std::optional<std::int64_t> writtenLength(std::string_view text) {
    const std::size_t point = text.find('.');
    if (point != text.npos && text.find_first_not_of('0', point + 1) == text.npos) text = text.substr(0, point);
    if (text.empty() || text.size() > 13 || text.find_first_not_of("0123456789") != text.npos) return std::nullopt;
    const std::int64_t value = std::strtoll(std::string(text).c_str(), nullptr, 10);
    return value <= longestRequest ? std::optional(value) : std::nullopt;
}

bool LengthObjects::read(std::string_view text) {
    found_ = false;
    JsonScanner s(text);
    return object(s, deepest, 0) && s.atEnd();
}

void LengthObjects::take(const LengthRecord& record) {
    found_ = true;
    take_(record);
}

bool LengthObjects::object(JsonScanner& s, int depth, double offset) {
    Fields f;
    if (!members(s, depth, offset, f)) return false;
    LengthRecord& r = f.record;
    // Traces with chat_id count in seconds (Bailian); others of this name in milliseconds (Mooncake, aiperf).
    if (r.time && f.inMilliseconds && !f.inSeconds && !r.time->absolute) r.time->seconds /= 1000;
    if (r.time && !r.time->absolute) r.time->seconds += offset;
    if (f.withoutCached) r.lengths.prompt += f.cached;
    r.wrong = r.wrong || r.lengths.prompt > longestRequest;
    takeLists(f);
    if (r.hasPrompt || r.wrong) take(r);
    return true;
}

bool LengthObjects::members(JsonScanner& s, int depth, double offset, Fields& f) {
    return s.members([&](std::string_view key) {
        const std::string name = plainName(key);
        const char next = s.peek();
        if (next == '{' && depth > 0 && isOneOf(holderNames, name)) return members(s, depth - 1, offset, f);
        if (next == '[' && name == "attributes")
            return s.items([&] { return s.peek() == '{' ? attribute(s, f) : s.skip(); });
        if (next == '[' && depth > 0 && isOneOf(listNames, name)) {
            const double start = offset + (f.record.time ? f.record.time->seconds : 0);
            return s.items([&] { return s.peek() == '{' ? object(s, depth - 1, start) : s.skip(); });
        }
        return field(s, name, f);
    });
}

/// `{"key": "gen_ai.usage.input_tokens", "value": {"intValue": "100"}}` of OpenTelemetry's JSON.
bool LengthObjects::attribute(JsonScanner& s, Fields& f) {
    std::string name;
    return s.members([&](std::string_view key) {
        std::string_view text;
        if (key == "key" && s.peek() == '"') {
            if (!s.string(text)) return false;
            name = plainName(text);
            return true;
        }
        if (key != "value" || s.peek() != '{') return s.skip();
        return s.members([&](std::string_view) { return field(s, name, f); });
    });
}

bool LengthObjects::field(JsonScanner& s, std::string_view name, Fields& f) {
    LengthRecord& r = f.record;
    // Results of vLLM's and SGLang's benchmarks list the lengths of all requests.
    if (s.peek() == '[' && name == "inputlens") return lengthList(s, f.prompts);
    if (s.peek() == '[' && name == "outputlens") return lengthList(s, f.outputs);
    if (s.peek() == '[' && name == "starttimes")
        return s.items([&] {
            JsonScanner::Number n;
            if (!s.number(n)) return false;
            f.starts.push_back(std::strtod(std::string(n.text).c_str(), nullptr));
            return true;
        });
    // Anthropic's input_tokens are those that the cache did not have; prompt_tokens are all.
    if (name == "inputtokens") f.withoutCached = f.withoutCached || !r.hasPrompt;
    if (isOneOf(cachedNames, name)) {
        std::int64_t tokens = 0;
        bool has = false, wrong = false;
        if (!length(s, name, tokens, has, wrong)) return false;
        f.cached += tokens;
        return true;
    }
    if (isOneOf(promptNames, name)) return length(s, name, r.lengths.prompt, r.hasPrompt, r.wrong);
    if (isOneOf(outputNames, name)) return length(s, name, r.lengths.output, r.hasOutput, r.wrong);
    if (isOneOf(timeNames, name)) return time(s, name, f);
    if (isOneOf(countNames, name) && isDigit(s.peek())) {
        JsonScanner::Number n;
        if (!s.number(n)) return false;
        r.sums = n.value > 1;
        return true;
    }
    if (name == "chatid") f.inSeconds = true;
    if (name == "requestrate" && isDigit(s.peek())) {
        JsonScanner::Number n;
        if (!s.number(n)) return false;
        statedRate_ = std::strtod(std::string(n.text).c_str(), nullptr);
        return true;
    }
    return s.skip();
}

bool LengthObjects::length(JsonScanner& s, std::string_view name, std::int64_t& out, bool& has, bool& wrong) {
    const bool text = isOneOf(textNames, name);
    if (s.peek() == '[') {
        std::int64_t count = 0;
        const bool good = s.items([&] {
            ++count;
            return s.skip();
        });
        // Ids of tokens; other lists are messages.
        if (!has && name.size() > 3 && name.substr(name.size() - 3) == "ids") {
            out = count;
            has = true;
        }
        return good;
    }
    if (s.peek() == '{' && !text)  // `{"value": 100, "unit": "tokens"}` of aiperf
        return s.members(
            [&](std::string_view key) { return key == "value" ? length(s, name, out, has, wrong) : s.skip(); });
    std::optional<std::string_view> written;
    bool quoted = false;
    if (!scalar(s, written, quoted)) return false;
    if (!written || has || (quoted && text)) return true;
    const std::optional<std::int64_t> read = writtenLength(*written);
    has = read.has_value();
    wrong = wrong || !has;
    if (read) out = *read;
    return true;
}

bool LengthObjects::time(JsonScanner& s, std::string_view name, Fields& f) {
    std::optional<std::string_view> written;
    bool quoted = false;
    if (!scalar(s, written, quoted)) return false;
    if (!written || f.record.time) return true;
    f.record.time = requestTime(*written, name);
    f.inMilliseconds = name == "timestamp";
    return true;
}

void LengthObjects::takeLists(const Fields& f) {
    for (std::size_t i = 0; i < f.prompts.size(); ++i) {
        LengthRecord r;
        r.lengths = {f.prompts[i], i < f.outputs.size() ? f.outputs[i] : 0};
        r.hasPrompt = true;
        r.hasOutput = !f.outputs.empty();
        r.wrong = r.lengths.prompt < 0 || r.lengths.output < 0 || (r.hasOutput && i >= f.outputs.size());
        if (i < f.starts.size()) r.time = RequestTime{f.starts[i], false};
        take(r);
    }
}

}  // namespace kvfit
