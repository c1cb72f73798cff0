#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace kvfit {

/// A release number that can be compared: 0.15.2 is 15,002.
using Release = std::int64_t;

constexpr Release release(std::int64_t major, std::int64_t minor, std::int64_t patch = 0) {
    return (major * 1000 + minor) * 1000 + patch;
}

/// Later than any release.
inline constexpr Release newestRelease = release(1000, 0);

/// The release that a text names: `0.15.2rc1.dev93` is 0.15.2; a bound such as `<0.20` or `>=0.20` is
/// the newest release inside it. nullopt where the text names none.
std::optional<Release> readRelease(std::string_view text);

}  // namespace kvfit
