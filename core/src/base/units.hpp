#pragma once

namespace kvfit {

inline constexpr double bytesPerGib = 1024.0 * 1024 * 1024;
/// As bandwidths and `..._gb` settings count.
inline constexpr double bytesPerGb = 1e9;

}  // namespace kvfit
