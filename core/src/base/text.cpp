#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/digit.hpp"
#include "base/exact.hpp"

namespace kvfit {

std::string grouped(double value) {
    const bool negative = value < 0;
    double whole = std::floor(std::fabs(value));
    auto fraction = static_cast<int>(std::lround((std::fabs(value) - whole) * 10000));
    if (fraction == 10000) {
        whole += 1;
        fraction = 0;
    }
    std::string out = std::to_string(static_cast<long long>(whole));
    for (auto at = static_cast<std::ptrdiff_t>(out.size()) - 3; at > 0; at -= 3)
        out.insert(static_cast<std::size_t>(at), ",");
    if (fraction > 0) {
        std::string digits = std::to_string(10000 + fraction).substr(1);
        while (digits.back() == '0') digits.pop_back();
        out += "." + digits;
    }
    return negative ? "-" + out : out;
}

namespace {

Error notACount(std::string_view text, const std::string& field) {
    return {"invalid_count",
            "",
            field,
            field + " is \"" + shortened(text) + "\", which is not a count",
            "write 131072, 131,072, 128K (= 131,072), 1M (= 1,048,576), 128k (= 128,000) or 1m (= 1,000,000)",
            0,
            0,
            {{"value", shortened(text)}}};
}

/// Digits with optional thousands separators in their right places.
bool readInteger(std::string_view text, std::string& digits) {
    const bool separated = text.find(',') != std::string_view::npos;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t fromEnd = text.size() - i;
        if (separated && fromEnd % 4 == 0) {
            if (text[i] != ',' || i == 0) return false;
        } else {
            if (!isDigit(text[i])) return false;
            digits += text[i];
        }
    }
    return !digits.empty();
}

}  // namespace

Expected<std::int64_t> readCount(std::string_view text, const std::string& field) {
    const std::string_view whole = text;
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    if (text.empty()) return notACount(whole, field);

    std::int64_t scale = 1;
    switch (text.back()) {
        case 'K':
            scale = 1024;
            break;
        case 'M':
            scale = 1024 * 1024;
            break;
        case 'k':
            scale = 1000;
            break;
        case 'm':
            scale = 1000 * 1000;
            break;
        default:
            break;
    }
    if (scale != 1) text.remove_suffix(1);

    // Decimals only with k and m, where every digit still names whole tokens.
    std::string digits;
    std::size_t decimals = 0;
    const std::size_t dot = text.find('.');
    if (dot != std::string_view::npos) {
        const std::string_view tail = text.substr(dot + 1);
        decimals = tail.size();
        const std::size_t most = scale == 1000 ? 3 : scale == 1000000 ? 6 : 0;
        if (decimals == 0 || decimals > most || !std::all_of(tail.begin(), tail.end(), isDigit) ||
            !readInteger(text.substr(0, dot), digits))
            return notACount(whole, field);
        digits += tail;
    } else if (!readInteger(text, digits)) {
        return notACount(whole, field);
    }

    Exact value(0);
    for (const char c : digits) value = value * Exact(10) + Exact(c - '0');
    for (std::size_t i = 0; i < decimals; ++i) scale /= 10;
    value = value * Exact(scale);
    if (value.lost) {
        Error error = notACount(whole, field);
        error.code = "too_large";
        error.message = field + " is larger than 2^53 - 1";
        error.hint = "use at most 9,007,199,254,740,991";
        return error;
    }
    return value.value;
}

std::string nearest(std::string_view word, const std::string_view* candidates, std::size_t count) {
    std::string best;
    std::size_t bestCost = std::max<std::size_t>(2, word.size() / 3) + 1;
    if (word.size() > 64) return best;
    for (std::size_t c = 0; c < count; ++c) {
        const std::string_view other = candidates[c];
        std::vector<std::size_t> row(other.size() + 1);
        for (std::size_t j = 0; j <= other.size(); ++j) row[j] = j;
        for (std::size_t i = 1; i <= word.size(); ++i) {
            std::size_t diagonal = row[0];
            row[0] = i;
            for (std::size_t j = 1; j <= other.size(); ++j) {
                const std::size_t change = diagonal + (word[i - 1] == other[j - 1] ? 0 : 1);
                diagonal = row[j];
                row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
            }
        }
        if (row.back() < bestCost) {
            bestCost = row.back();
            best = std::string(other);
        }
    }
    return best;
}

std::string camelCase(std::string_view snake) {
    std::string out;
    bool raise = false;
    for (const char c : snake) {
        if (c == '_') {
            raise = !out.empty();
        } else {
            out += raise && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
            raise = false;
        }
    }
    return out;
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t";
    const std::size_t from = text.find_first_not_of(blanks);
    if (from == text.npos) return {};
    return text.substr(from, text.find_last_not_of(blanks) - from + 1);
}

std::string shortened(std::string_view text) {
    constexpr std::size_t most = 60;
    // U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069.
    constexpr std::string_view directions[] = {"\u061c", "\u200e", "\u200f", "\u202a", "\u202b", "\u202c",
                                               "\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069"};
    std::string out;
    while (!text.empty()) {
        const auto byte = static_cast<unsigned char>(text[0]);
        const auto* direction = std::find_if(std::begin(directions), std::end(directions), [&](std::string_view mark) {
            return text.substr(0, mark.size()) == mark;
        });
        if (direction != std::end(directions)) {
            text.remove_prefix(direction->size());
            continue;
        }
        text.remove_prefix(1);
        if (byte < 0x20 || byte == 0x7f) continue;
        if (out.size() >= most && (byte & 0xc0) != 0x80) return out + "...";
        out += static_cast<char>(byte);
    }
    return out;
}

}  // namespace kvfit
