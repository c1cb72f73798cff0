#include "logs/lines.hpp"

#include <algorithm>

namespace kvfit::logs {

namespace {

constexpr char escape = '\x1b';
constexpr std::string_view goesOn = " \\";  ///< behind it a command line goes on

bool isControl(char c) { return static_cast<unsigned char>(c) < 32 && c != '\t'; }

/// Without an early end, so that it runs over many bytes at once.
bool hasControl(std::string_view text) {
    bool any = false;
    for (const char c : text) any |= isControl(c);
    return any;
}

bool endsWith(std::string_view text, std::string_view end) {
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

bool isWrapped(std::string_view line) { return line.substr(0, 2) == "{\""; }

/// Nothing of the line is to be taken away, and it does not go on.
bool isPlain(std::string_view line) {
    return line.size() <= longestLine && !isWrapped(line) && !endsWith(line, goesOn) && !hasControl(line);
}

/// Past a terminal sequence that begins at `at`: ESC [ parameters letter, ESC ] text BEL, or ESC and one byte.
std::size_t pastSequence(std::string_view text, std::size_t at) {
    if (at + 1 >= text.size()) return text.size();
    if (text[at + 1] == '[') {
        std::size_t end = at + 2;
        while (end < text.size() && (text[end] < '@' || text[end] > '~')) ++end;
        return std::min(end + 1, text.size());
    }
    if (text[at + 1] == ']') {
        const std::size_t end = text.find('\a', at);
        return end == text.npos ? text.size() : end + 1;
    }
    return at + 2;
}

/// A string inside JSON, as Docker's json-file writes a line: its escapes undone.
std::size_t unescape(const std::string& line, std::size_t at, std::string& out) {
    const char c = line[at + 1];
    if (c == 'n' || c == 'r' || c == 't') {
        out += ' ';
    } else if (c == 'u') {
        if (line.compare(at + 2, 4, "001b") == 0) out += escape;
        return std::min(at + 6, line.size());
    } else {
        out += c;
    }
    return at + 2;
}

}  // namespace

void clean(std::string& line) {
    if (isWrapped(line)) {
        std::string plain;
        for (std::size_t at = 0; at < line.size();)
            if (line[at] == '\\' && at + 1 < line.size())
                at = unescape(line, at, plain);
            else
                plain += line[at++];
        line = std::move(plain);
    }
    if (!hasControl(line)) return;
    std::size_t to = 0;
    for (std::size_t at = 0; at < line.size();) {
        if (line[at] == escape) {
            at = pastSequence(line, at);
            continue;
        }
        if (!isControl(line[at])) line[to++] = line[at];
        ++at;
    }
    line.resize(to);
}

void Lines::emit() {
    if (held_ > 0 && line_.size() == held_) {  // the line feed behind a return
        held_ = 0;
        return;
    }
    if (endsWith(line_, goesOn) && line_.size() < longestLine) {
        line_.pop_back();
        held_ = line_.size();
        return;
    }
    clean(line_);
    if (!line_.empty()) use_(line_, number_);
    line_.clear();
}

void Lines::feed(std::string_view bytes) {
    for (std::size_t at = 0; at < bytes.size();) {
        std::size_t end = std::min(bytes.find('\n', at), bytes.size());
        // Most lines are handed on as they stand.
        if (!begun_ && line_.empty() && end < bytes.size()) {
            std::string_view line = bytes.substr(at, end - at);
            if (endsWith(line, "\r")) line.remove_suffix(1);
            if (isPlain(line)) {
                ++number_;
                if (!line.empty()) use_(line, number_);
                at = end + 1;
                continue;
            }
        }
        end = std::min(bytes.substr(0, end).find('\r', at), end);
        if (!begun_) {
            ++number_;
            begun_ = true;
        }
        const std::size_t room = longestLine - std::min(line_.size(), longestLine);
        line_.append(bytes.substr(at, std::min(end - at, room)));
        if (end == bytes.size()) return;
        emit();
        if (bytes[end] == '\n') begun_ = false;
        at = end + 1;
    }
}

void Lines::finish() {
    emit();
    begun_ = false;
}

}  // namespace kvfit::logs
