#pragma once

namespace kvfit {

constexpr bool isDigit(char c) { return c >= '0' && c <= '9'; }

}  // namespace kvfit
