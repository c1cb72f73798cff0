#include "plan/refusal.hpp"

#include <cmath>

namespace kvfit {

std::string gibText(std::int64_t bytes) {
    const auto hundredths = static_cast<std::int64_t>(std::llround(static_cast<double>(bytes) * 100 / 1073741824.0));
    const std::int64_t rest = std::llabs(hundredths) % 100;
    return (hundredths < 0 ? "-" : "") + countText(std::llabs(hundredths) / 100) + "." + (rest < 10 ? "0" : "") +
           std::to_string(rest) + " GiB";
}

}  // namespace kvfit
