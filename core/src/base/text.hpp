#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "kvfit/error.hpp"

namespace kvfit {

/// `1234567` as `1,234,567`; a fraction keeps up to four decimals.
std::string grouped(double value);

/// Reads a count as people type it: `131072`, `131,072`, `128K` (1,024), `1M` (1,024^2), `128k`,
/// `25.6k`, `1m` (1,000 and 1,000,000). Anything else is an error that names the readings.
Expected<std::int64_t> readCount(std::string_view text, const std::string& field);

/// The candidate closest to `word` by edit distance, or empty when none is near.
std::string nearest(std::string_view word, const std::string_view* candidates, std::size_t count);

/// `kv_dtype` as `kvDtype`.
std::string camelCase(std::string_view snake);

/// Without the blanks and tabs around it.
std::string_view trimmed(std::string_view text);

/// Text safe to repeat in a message: control characters and marks of writing direction dropped, at most 60 bytes, whole
/// UTF-8 characters.
std::string shortened(std::string_view text);

}  // namespace kvfit
