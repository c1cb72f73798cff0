#include "reuse/trace_records.hpp"

#include <cstring>

#include "reuse/json_scanner.hpp"

namespace kvfit::reuse {

namespace {

constexpr int linesThatTell = 4;
constexpr std::size_t bytesThatTell = std::size_t{1} << 20;
constexpr std::size_t mostOfStart = 8;
constexpr std::string_view byteOrderMark = "\xef\xbb\xbf";

}  // namespace

/// Where each record has a line, a bad first line is not continued by the next ones. A value over many lines is the
/// start of JSON after each of them.
TraceRecords::Layout TraceRecords::layoutOf(std::string_view head, int lines, bool atEnd) {
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return Layout::lines;
    const bool list = head[first] == '[';
    if (!list && head[first] != '{') return Layout::lines;
    JsonScanner s(head);
    const bool whole = s.skip();
    if (whole && list && head.find_first_of("0123456789", first) == head.find_first_not_of(" \t\r\n", first + 1)) {
        // Lines that are lists of numbers, as rows of a table: a list of one line waits for the next.
        if (s.peek() == '[') return Layout::lines;
        if (!atEnd && lines == 1) return Layout::unknown;
    }
    if (whole) return list || lines > 1 ? Layout::values : Layout::lines;
    if (!s.atEnd()) return Layout::lines;
    if (atEnd) return list || lines > 1 ? Layout::values : Layout::lines;
    return lines >= linesThatTell || (head.size() >= bytesThatTell && (list || lines > 0)) ? Layout::values
                                                                                           : Layout::unknown;
}

std::optional<Error> TraceRecords::notText() const {
    static constexpr std::pair<std::string_view, const char*> forms[] = {{"\xff\xfe", "UTF-16"},
                                                                         {"\xfe\xff", "UTF-16"},
                                                                         {"PAR1", "Parquet"},
                                                                         {"ARROW1", "Arrow"},
                                                                         {"PK\x03\x04", "ZIP"},
                                                                         {"\x28\xb5\x2f\xfd", "zstd"},
                                                                         {"BZh", "bzip2"},
                                                                         {"\xfd"
                                                                          "7zXZ",
                                                                          "xz"}};
    for (const auto& [bytes, form] : forms)
        if (start_.compare(0, bytes.size(), bytes) == 0)
            return Error{"not_text",
                         "",
                         "trace",
                         std::string("the file is ") + form + ", not text in UTF-8",
                         "export it as JSON lines or CSV in UTF-8",
                         0,
                         0,
                         {{"form", form}}};
    return std::nullopt;
}

void TraceRecords::feed(std::string_view chunk, const Take& take) {
    if (start_.size() < mostOfStart) start_.append(chunk.substr(0, mostOfStart - start_.size()));
    while (!chunk.empty() && !stopped_ && layout_ == Layout::unknown) {
        const std::size_t end = chunk.find('\n'), size = end == std::string_view::npos ? chunk.size() : end + 1;
        head_.append(chunk.substr(0, size));
        chunk.remove_prefix(size);
        if (head_.compare(0, byteOrderMark.size(), byteOrderMark) == 0) head_.erase(0, byteOrderMark.size());
        settle(take, end != std::string_view::npos);
    }
    if (layout_ == Layout::lines) feedLines(chunk, take);
    if (layout_ == Layout::values) feedValues(chunk, take);
}

/// Looks at the first lines once more of them are there.
void TraceRecords::settle(const Take& take, bool lineEnded) {
    const std::size_t first = head_.find_first_not_of(" \t\r\n");
    headLines_ += lineEnded && first != std::string::npos ? 1 : 0;
    if (first == std::string::npos ? lineEnded : head_.size() > longest)
        layout_ = Layout::lines;
    else if (lineEnded || (head_.size() >= bytesThatTell && (head_[first] == '[' || headLines_ > 0)))
        layout_ = layoutOf(head_, headLines_, false);
    useHead(take);
    if (first == std::string::npos && lineEnded) layout_ = Layout::unknown;  // blank lines tell nothing
}

void TraceRecords::useHead(const Take& take) {
    if (layout_ == Layout::unknown) return;
    if (layout_ == Layout::lines) feedLines(head_, take);
    if (layout_ == Layout::values) feedValues(head_, take);
    std::string().swap(head_);
}

void TraceRecords::finish(const Take& take) {
    if (layout_ == Layout::unknown) {
        layout_ = layoutOf(head_, headLines_, true);
        useHead(take);
    }
    if (stopped_) return;
    if (layout_ == Layout::values) {
        if (inRecord_) give({}, begunAt_, "record_too_long", take, true);
    } else if (lineOpen_) {
        give({}, lines_ + 1, "line_too_long", take, true);
    }
}

void TraceRecords::keep(std::string_view part) {
    if (tooLong_ || carry_.size() + part.size() > longest) {
        std::string().swap(carry_);
        tooLong_ = true;
    } else {
        carry_.append(part);
    }
}

/// Hands over the record that ends with `last`; `problem` if it was too long.
void TraceRecords::give(std::string_view last, std::int64_t line, const char* problem, const Take& take, bool cut) {
    const bool direct = carry_.empty() && !tooLong_ && last.size() <= longest;
    if (!direct) keep(last);
    const Record record =
        tooLong_ ? Record{{}, line, problem, cut} : Record{direct ? last : carry_, line, nullptr, cut};
    stopped_ = !take(record);
    carry_.clear();
    tooLong_ = false;
}

void TraceRecords::feedLines(std::string_view chunk, const Take& take) {
    while (!chunk.empty() && !stopped_) {
        const void* found = std::memchr(chunk.data(), '\n', chunk.size());
        lineOpen_ = found == nullptr;
        if (lineOpen_) return keep(chunk);
        const auto size = static_cast<std::size_t>(static_cast<const char*>(found) - chunk.data());
        give(chunk.substr(0, size), ++lines_, "line_too_long", take);
        chunk.remove_prefix(size + 1);
    }
}

void TraceRecords::feedValues(std::string_view chunk, const Take& take) {
    std::size_t begin = 0;  // of the present record in this chunk
    const auto open = [&](std::size_t at) {
        if (inRecord_) return;
        inRecord_ = true;
        begin = at;
        begunAt_ = lines_ + 1;
    };
    const auto close = [&](std::size_t end) {
        if (!inRecord_) return;
        inRecord_ = false;
        give(chunk.substr(begin, end - begin), begunAt_, "record_too_long", take);
        begin = end;
    };
    for (std::size_t i = 0; i < chunk.size() && !stopped_; ++i) {
        const char c = chunk[i];
        lines_ += c == '\n' ? 1 : 0;
        if (inText_) {
            inText_ = escaped_ || c != '"';
            escaped_ = !escaped_ && c == '\\';
            continue;
        }
        const bool between = depth_ == base_;
        switch (c) {
            case '[':
                if (between && base_ == 0 && !inRecord_) {
                    depth_ = base_ = 1;
                    break;
                }
                [[fallthrough]];
            case '{':
                open(i);
                ++depth_;
                break;
            case ']':
                if (between && base_ == 1) {
                    close(i);
                    depth_ = base_ = 0;
                    break;
                }
                [[fallthrough]];
            case '}':
                open(i);  // one that closes nothing is a record that is not JSON
                if (!between) --depth_;
                if (depth_ == base_) close(i + 1);
                break;
            case ' ':
            case '\t':
            case '\r':
            case '\n':
                if (between) close(i);
                break;
            case ',':
                if (between && base_ == 1)
                    close(i);
                else
                    open(i);
                break;
            default:
                open(i);
                inText_ = c == '"';
        }
    }
    if (chunk.empty()) return;
    lineOpen_ = chunk.back() != '\n';
    if (inRecord_ && !stopped_) keep(chunk.substr(begin));
}

}  // namespace kvfit::reuse
