#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace kvfit::reuse {

/// Reads one JSON text front to back without building anything. The lines of a trace are nearly all digits, and
/// nlohmann's SAX parser copies each number character by character; tests/bench measures both.
/// Every function returns false when the text is not JSON there; the scanner then stays where it stopped.
class JsonScanner {
public:
    explicit JsonScanner(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

    /// The next character that is not white space, 0 at the end.
    char peek() {
        while (at_ != end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\r' || *at_ == '\n')) ++at_;
        return at_ == end_ ? '\0' : *at_;
    }
    bool take(char c) {
        if (peek() != c) return false;
        ++at_;
        return true;
    }
    bool atEnd() { return peek() == '\0' && at_ == end_; }

    /// A string's text between the quotes, escapes as they stand.
    bool string(std::string_view& out);

    struct Number {
        std::string_view text;
        bool negative = false;
        bool whole = false;  ///< Neither point nor exponent.
        bool fits = false;   ///< Whole and below 2^64: `value` is exact.
        std::uint64_t value = 0;
    };
    bool number(Number& out);

    /// Appends the plain integers at the start of a list's rest, each with the comma behind it, up to the first item
    /// that is anything else or the last one. What a trace consists of.
    void plainIntegers(std::vector<std::uint64_t>& out);

    /// Any value, with brackets nested at most `depth` deep.
    bool skip(int depth = 64);

    /// Calls `each(key)` for every member of an object, or `each()` for every item of an array; it must read the value.
    template <class Each>
    bool members(Each each) {
        if (!take('{')) return false;
        if (take('}')) return true;
        do {
            std::string_view key;
            if (!string(key) || !take(':') || !each(key)) return false;
        } while (take(','));
        return take('}');
    }
    template <class Each>
    bool items(Each each) {
        if (!take('[')) return false;
        if (take(']')) return true;
        do {
            if (!each()) return false;
        } while (take(','));
        return take(']');
    }

private:
    const char* at_;
    const char* end_;

    bool word(std::string_view text);
};

/// Whether a text is one JSON value.
inline bool isJson(std::string_view text) {
    JsonScanner s(text);
    return s.skip() && s.atEnd();
}

}  // namespace kvfit::reuse
