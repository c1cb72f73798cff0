#include "reuse/json_scanner.hpp"

#include <cstring>

#include "base/digit.hpp"

namespace kvfit::reuse {

bool JsonScanner::string(std::string_view& out) {
    if (!take('"')) return false;
    const char* begin = at_;
    while (at_ != end_ && *at_ != '"') {
        if (static_cast<unsigned char>(*at_) < 0x20) return false;
        if (*at_ == '\\' && ++at_ == end_) return false;
        ++at_;
    }
    if (at_ == end_) return false;
    out = std::string_view(begin, static_cast<std::size_t>(at_ - begin));
    ++at_;
    return true;
}

bool JsonScanner::number(Number& out) {
    peek();
    const char* begin = at_;
    out = {};
    out.negative = at_ != end_ && *at_ == '-';
    if (out.negative) ++at_;
    const char* digits = at_;
    while (at_ != end_ && isDigit(*at_)) {
        out.value = out.value * 10 + static_cast<std::uint64_t>(*at_ - '0');
        ++at_;
    }
    const std::ptrdiff_t count = at_ - digits;
    if (count == 0 || (count > 1 && *digits == '0')) return false;
    out.whole = true;
    // 2^64 has 20 digits and starts with 18446744073709551616.
    out.fits = count < 20 || (count == 20 && std::memcmp(digits, "18446744073709551616", 20) < 0);
    if (at_ != end_ && *at_ == '.') {
        out.whole = out.fits = false;
        const char* fraction = ++at_;
        while (at_ != end_ && isDigit(*at_)) ++at_;
        if (at_ == fraction) return false;
    }
    if (at_ != end_ && (*at_ == 'e' || *at_ == 'E')) {
        out.whole = out.fits = false;
        if (++at_ != end_ && (*at_ == '+' || *at_ == '-')) ++at_;
        const char* exponent = at_;
        while (at_ != end_ && isDigit(*at_)) ++at_;
        if (at_ == exponent) return false;
    }
    out.text = std::string_view(begin, static_cast<std::size_t>(at_ - begin));
    return true;
}

void JsonScanner::plainIntegers(std::vector<std::uint64_t>& out) {
    while (true) {
        const char* at = at_;
        while (at != end_ && *at == ' ') ++at;
        const char* digits = at;
        std::uint64_t value = 0;
        while (at != end_ && isDigit(*at)) value = value * 10 + static_cast<std::uint64_t>(*at++ - '0');
        const std::ptrdiff_t count = at - digits;
        if (at == end_ || *at != ',' || count == 0 || count > 19 || (count > 1 && *digits == '0')) return;
        out.push_back(value);
        at_ = at + 1;
    }
}

bool JsonScanner::word(std::string_view text) {
    if (std::string_view(at_, static_cast<std::size_t>(end_ - at_)).substr(0, text.size()) != text) return false;
    at_ += text.size();
    return true;
}

bool JsonScanner::skip(int depth) {
    std::string_view text;
    Number n;
    switch (peek()) {
        case '{':
            return depth > 0 && members([&](std::string_view) { return skip(depth - 1); });
        case '[':
            return depth > 0 && items([&] { return skip(depth - 1); });
        case '"':
            return string(text);
        case 't':
            return word("true");
        case 'f':
            return word("false");
        case 'n':
            return word("null");
        // As Python writes them.
        case 'N':
            return word("NaN");
        case 'I':
            return word("Infinity");
        default:
            return number(n) || word("Infinity");
    }
}

}  // namespace kvfit::reuse
