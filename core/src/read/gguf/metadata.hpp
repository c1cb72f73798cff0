#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace kvfit::gguf {

/// What one key of a GGUF file holds, as far as sizing can use it.
struct Value {
    enum class Kind : std::uint8_t {
        number,  ///< a whole number or truth value
        text,
        list,   ///< whole numbers, one a layer
        other,  ///< fractions, words in lists, vocabularies: only counted
    };
    Kind kind = Kind::other;
    std::int64_t number = 0;
    std::string text = {};
    std::vector<std::int64_t> list = {};
    std::int64_t count = 0;  ///< entries of a list of any kind
};

/// The key-value pairs of a file. std::less<> finds a string_view without a copy.
using Metadata = std::map<std::string, Value, std::less<>>;

/// The value of `key`, or nullptr.
inline const Value* find(const Metadata& metadata, std::string_view key) {
    const auto found = metadata.find(key);
    return found == metadata.end() ? nullptr : &found->second;
}

}  // namespace kvfit::gguf
