#pragma once

#include <map>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "kvfit/error.hpp"

namespace kvfit {

/// What is wrong with a setting of the scenario, and what would be right.
inline Error refusal(const char* code, const char* field, std::string message, std::string hint,
                     std::map<std::string, std::string> params = {}) {
    return {code, std::string("/") + field, field, std::move(message), std::move(hint), 0, 0, std::move(params)};
}

inline std::string countText(std::int64_t n) { return grouped(static_cast<double>(n)); }

/// Bytes in the unit that suits them, three digits that count, for a sentence.
std::string sizeText(std::int64_t bytes);

}  // namespace kvfit
