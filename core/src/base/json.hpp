#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "kvfit/error.hpp"

namespace kvfit {

/// Keys stay in the order of the text, so that errors come in document order.
using Json = nlohmann::ordered_json;

/// What one kind of text may be. Anything past it is refused before it can exhaust memory.
struct JsonLimits {
    std::size_t bytes = 1 << 20;
    int depth = 64;
};

/// Parses UTF-8 JSON without exceptions. Broken syntax, duplicate keys, too much depth or size are
/// errors with line and column.
Expected<Json> parseJson(std::string_view text, const JsonLimits& limits = {});

/// Fills line and column of every error that has a pointer into `text`.
void locate(std::string_view text, Errors& errors);

/// `pointer` extended by one key or index, escaped as RFC 6901 asks.
std::string child(const std::string& pointer, std::string_view key);
std::string child(const std::string& pointer, std::size_t index);

}  // namespace kvfit
