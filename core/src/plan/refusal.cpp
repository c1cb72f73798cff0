#include "plan/refusal.hpp"

#include <cmath>

#include "base/units.hpp"

namespace kvfit {

std::string gibText(std::int64_t bytes) {
    const auto hundredths = static_cast<std::int64_t>(std::llround(static_cast<double>(bytes) * 100 / bytesPerGib));
    const std::int64_t rest = std::llabs(hundredths) % 100;
    return (hundredths < 0 ? "-" : "") + countText(std::llabs(hundredths) / 100) + "." + (rest < 10 ? "0" : "") +
           std::to_string(rest) + " GiB";
}

}  // namespace kvfit
