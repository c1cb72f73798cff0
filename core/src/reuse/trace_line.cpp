#include "reuse/trace_line.hpp"

#include <cstdlib>
#include <string>

#include "base/digit.hpp"
#include "reuse/chat_log.hpp"

namespace kvfit::reuse {

namespace {

bool isDecimal(std::string_view text) {
    for (const char c : text)
        if (c < '0' || c > '9') return false;
    return !text.empty() && (text.size() == 1 || text[0] != '0');
}

}  // namespace

const char* TraceLine::read(std::string_view line) {
    ids.clear();
    texts.clear();
    requests.clear();
    blockSize = withoutBlocks = 0;
    localIds = hasText = mayHaveText_ = false;
    reason_ = nullptr;
    JsonScanner s(line);
    if (s.peek() != '{') return isJson(line) ? "not_an_object" : "not_json";
    if (!object(s, 0, 4)) return reason_ != nullptr ? reason_ : "not_json";
    if (!s.atEnd()) return "not_json";
    hasText = hasText || (mayHaveText_ && requests.empty());
    return requests.empty() && !hasText ? "no_blocks" : nullptr;
}

bool TraceLine::object(JsonScanner& s, double offsetMs, int depth) {
    RawRequest r;
    bool nested = false, inSeconds = false;
    const std::size_t before = requests.size();
    const bool good = s.members([&](std::string_view key) {
        if (key == "hash_ids") return readIds(s, r);
        if (key == "input_length" || key == "in") return r.hasInput = readLength(s, r.input);
        if (key == "output_length" || key == "out") return readLength(s, r.output);
        if (key == "timestamp") return readTime(s, 1, r.timeMs);
        if (key == "t") return readTime(s, 1000, r.timeMs);
        if (key == "block_size") return readBlockSize(s);
        if (key == "type") return readName(s, r.kind);
        if (key == "priority") return readPriority(s, r.priority);
        if (key == "session_id" || key == "conversation_id" || key == "id") return readName(s, r.session);
        if (key == "chat_id") {
            inSeconds = true;
            return readName(s, r.chat);
        }
        if (key == "parent_chat_id") return readName(s, r.parentChat);
        if (key == "hash_id_scope") {
            std::string_view scope;
            if (!readName(s, scope)) return false;
            localIds = scope == "local";
            return true;
        }
        if (key == "requests" && depth > 0 && s.peek() == '[') {
            nested = true;
            return s.items([&] { return s.peek() == '{' ? object(s, offsetMs + r.timeMs, depth - 1) : s.skip(); });
        }
        if (isChatKey(key)) hasText = true;
        if (isRequestKey(key) && (s.peek() == '"' || s.peek() == '[' || s.peek() == '{')) mayHaveText_ = true;
        return s.skip();
    });
    if (!good) return false;
    // Traces with chat_id count in seconds (Bailian).
    if (inSeconds) r.timeMs *= 1000;
    r.timeMs += offsetMs;
    if (nested)
        // A session's name is that of the requests in it.
        for (std::size_t i = before; i < requests.size(); ++i) requests[i].session = r.session;
    if (r.hasIds)
        requests.push_back(r);
    else if (!nested)
        ++withoutBlocks;
    return true;
}

bool TraceLine::readIds(JsonScanner& s, RawRequest& r) {
    if (s.peek() != '[') return wrong("ids_not_a_list");
    r.hasIds = true;
    r.firstId = ids.size();
    JsonScanner::Number n;
    const auto text = [&](std::string_view id) {
        texts.push_back({ids.size(), id});
        ids.push_back(0);
    };
    const bool good = s.items([&] {
        s.plainIntegers(ids);
        if (s.peek() == ']' || s.peek() == '\0') return false;
        if (s.peek() == '"') {
            std::string_view id;
            if (!s.string(id)) return false;
            // A number in quotes is the same id as without.
            JsonScanner quoted(id);
            if (isDecimal(id) && quoted.number(n) && n.fits)
                ids.push_back(n.value);
            else
                text(id);
            return true;
        }
        const bool digits = s.peek() == '-' || isDigit(s.peek());
        if (!digits) return wrong("id_wrong_type");
        if (!s.number(n)) return false;
        if (!n.whole) return wrong("id_not_whole");
        if (n.negative) return wrong("id_negative");
        if (n.fits)
            ids.push_back(n.value);
        else
            text(n.text);
        return true;
    });
    r.lastId = ids.size();
    return good;
}

bool TraceLine::readLength(JsonScanner& s, std::int64_t& out) {
    JsonScanner::Number n;
    if (!s.number(n) || !n.fits || n.negative || n.value > 0xffffffff) return wrong("length_wrong");
    out = static_cast<std::int64_t>(n.value);
    return true;
}

bool TraceLine::readBlockSize(JsonScanner& s) {
    JsonScanner::Number n;
    if (!s.number(n) || !n.fits || n.negative || n.value == 0 || n.value > 0x7fffffff) return wrong("block_size_wrong");
    const auto size = static_cast<std::int64_t>(n.value);
    if (blockSize != 0 && blockSize != size) return wrong("block_size_changed");
    blockSize = size;
    return true;
}

bool TraceLine::readTime(JsonScanner& s, double unitMs, double& out) {
    JsonScanner::Number n;
    // A date is passed over: requests stand in their order.
    std::string_view date;
    if (s.peek() == 'n') return s.skip();
    if (s.peek() == '"') return (s.string(date) && !date.empty() && isDigit(date[0])) || wrong("time_wrong");
    if (!s.number(n)) return wrong("time_wrong");
    out = unitMs * (n.fits ? static_cast<double>(n.value) * (n.negative ? -1 : 1)
                           : std::strtod(std::string(n.text).c_str(), nullptr));
    return true;
}

bool TraceLine::readPriority(JsonScanner& s, std::int32_t& out) {
    JsonScanner::Number n;
    if (s.peek() == 'n') return s.skip();
    if (!s.number(n) || !n.fits || n.value > 0x7fffffff) return wrong("priority_wrong");
    out = static_cast<std::int32_t>(n.value) * (n.negative ? -1 : 1);
    return true;
}

bool TraceLine::readName(JsonScanner& s, std::string_view& out) {
    JsonScanner::Number n;
    if (s.peek() == '"') return s.string(out);
    if (s.peek() != '-' && (s.peek() < '0' || s.peek() > '9')) return s.skip();
    if (!s.number(n)) return false;
    // Bailian writes -1 for a chat without a parent.
    if (!n.negative) out = n.text;
    return true;
}

}  // namespace kvfit::reuse
