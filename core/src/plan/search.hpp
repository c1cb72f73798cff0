#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

namespace kvfit {

/// The largest n of `least` to `most` that `fits`, which is asked of no number twice; nothing where `least` does not.
/// Gallops from `guess`, so that a good one costs few questions. `fits(n)` holds and `fits(n + 1)` does not (or n is
/// `most`), whatever the function is.
template <class Fits>
std::optional<std::int64_t> largest(std::int64_t least, std::int64_t most, std::int64_t guess, Fits fits) {
    std::int64_t low = least - 1;  // known, or assumed, to fit
    std::int64_t high = most + 1;  // known, or assumed, not to
    std::int64_t at = std::clamp(guess, least, most);
    std::int64_t step = 1;
    const bool up = fits(at);
    (up ? low : high) = at;
    while (high - low > 1) {
        if (up ? high == most + 1 : low == least - 1) {
            at = up ? (most - low > step ? low + step : most) : (high - least > step ? high - step : least);
            step *= 2;
        } else {
            at = low + (high - low) / 2;
        }
        (fits(at) ? low : high) = at;
    }
    if (low < least) return std::nullopt;
    return low;
}

}  // namespace kvfit
