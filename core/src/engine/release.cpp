#include "engine/release.hpp"

#include <algorithm>

#include "base/digit.hpp"

namespace kvfit {

namespace {

/// `0.15.2...`; a missing part is 0, and a part past 999 is no release number.
std::optional<Release> readNumber(std::string_view text) {
    if (!text.empty() && (text.front() == 'v' || text.front() == 'V')) text.remove_prefix(1);
    std::int64_t parts[3] = {0, 0, 0};
    for (int i = 0; i < 3; ++i) {
        std::int64_t value = 0;
        std::size_t digits = 0;
        while (digits < text.size() && isDigit(text[digits]))
            value = std::min<std::int64_t>(value * 10 + text[digits++] - '0', 1000);
        if (value > 999) return std::nullopt;
        if (digits == 0) {
            if (i == 0) return std::nullopt;
            break;
        }
        parts[i] = value;
        text.remove_prefix(digits);
        if (text.empty() || text.front() != '.') break;
        text.remove_prefix(1);
    }
    return release(parts[0], parts[1], parts[2]);
}

}  // namespace

std::optional<Release> readRelease(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    if (text.empty()) return std::nullopt;
    const char bound = text.front();
    if (bound != '<' && bound != '>') return readNumber(text);
    text.remove_prefix(1);
    const bool inclusive = !text.empty() && text.front() == '=';
    if (inclusive) text.remove_prefix(1);
    const std::optional<Release> limit = readNumber(text);
    if (!limit) return std::nullopt;
    if (bound == '>') return newestRelease;
    return inclusive ? *limit : *limit - 1;
}

}  // namespace kvfit
