#include "plan/refusal.hpp"

#include <cmath>
#include <iterator>

namespace kvfit {

std::string sizeText(std::int64_t bytes) {
    constexpr const char* units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    double n = std::fabs(static_cast<double>(bytes));
    std::size_t unit = 0;
    for (; n >= 1024 && unit + 1 < std::size(units); ++unit) n /= 1024;
    const std::string sign = bytes < 0 ? "-" : "";
    if (n == std::floor(n) && n < 1000) return sign + grouped(n) + " " + units[unit];
    const int decimals = n < 9.995 ? 2 : n < 99.95 ? 1 : n < 999.5 ? 0 : -1;
    const double step = std::pow(10.0, decimals);
    std::string digits = grouped(std::round(n * step) / step);
    // Zeros that are significant stay.
    if (decimals > 0) {
        if (digits.find('.') == std::string::npos) digits += '.';
        digits.resize(digits.find('.') + 1 + static_cast<std::size_t>(decimals), '0');
    }
    return sign + digits + " " + units[unit];
}

}  // namespace kvfit
