#include "load/request_time.hpp"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "base/digit.hpp"

namespace kvfit {

namespace {

/// `digits` digits at `at`, which moves past them and past one of `marks`; -1: they are not there.
int part(std::string_view text, std::size_t& at, int digits, std::string_view marks) {
    int value = 0;
    for (int i = 0; i < digits; ++i, ++at) {
        if (at >= text.size() || !isDigit(text[at])) return -1;
        value = value * 10 + (text[at] - '0');
    }
    if (at < text.size() && marks.find(text[at]) != std::string_view::npos) ++at;
    return value;
}

/// Days since 1970-01-01 of the proleptic Gregorian calendar; years begin in March, so that the leap day is their last.
std::int64_t daysOf(int year, int month, int day) {
    const std::int64_t y = year - (month < 3 ? 1 : 0);
    const std::int64_t m = month < 3 ? month + 9 : month - 3;
    return 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 719469;
}

std::optional<RequestTime> dateOf(std::string_view text) {
    std::size_t at = 0;
    const int year = part(text, at, 4, "-/"), month = part(text, at, 2, "-/"), day = part(text, at, 2, "T ");
    const int hour = part(text, at, 2, ":"), minute = part(text, at, 2, ":"), second = part(text, at, 2, "");
    if (year < 1970 || month < 1 || month > 12 || day < 1 || day > 31 || hour < 0 || minute < 0 || second < 0)
        return std::nullopt;
    double seconds = second + 60 * minute + 3600 * hour + 86400 * static_cast<double>(daysOf(year, month, day));
    if (at < text.size() && text[at] == '.') {
        double unit = 0.1;
        for (++at; at < text.size() && isDigit(text[at]); ++at, unit /= 10) seconds += unit * (text[at] - '0');
    }
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) {
        const int sign = text[at++] == '+' ? -1 : 1;
        const int hours = part(text, at, 2, ":"), minutes = part(text, at, 2, "");
        if (hours > 0) seconds += sign * 3600 * hours;
        if (minutes > 0) seconds += sign * 60 * minutes;
    }
    return RequestTime{seconds, true};
}

}  // namespace

std::optional<RequestTime> requestTime(std::string_view text, std::string_view plainName) {
    if (text.size() > 9 && (text[4] == '-' || text[4] == '/')) return dateOf(text);
    const std::string number(text);
    char* end = nullptr;
    const double value = std::strtod(number.c_str(), &end);
    if (number.empty() || end != number.c_str() + number.size() || !std::isfinite(value)) return std::nullopt;
    const auto endsWith = [&](std::string_view unit) {
        return plainName.size() > unit.size() && plainName.substr(plainName.size() - unit.size()) == unit;
    };
    const double size = std::fabs(value);
    const double unit = endsWith("nano") || endsWith("ns") ? 1e-9
                        : endsWith("us")                   ? 1e-6
                        : endsWith("ms")                   ? 1e-3
                        : size >= 1e17                     ? 1e-9
                        : size >= 1e14                     ? 1e-6
                        : size >= 1e11                     ? 1e-3
                                                           : 1;
    return RequestTime{value * unit, std::fabs(value * unit) >= 1e9};
}

}  // namespace kvfit
