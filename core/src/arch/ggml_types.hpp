#pragma once

#include <cstdint>
#include <string_view>

namespace kvfit::ggml {

/// How ggml stores a tensor's rows: blocks of `elements` in `bytes`.
struct Type {
    std::uint32_t id;
    std::string_view name;
    std::int64_t elements;
    std::int64_t bytes;
};

/// The type with this number or name, or nullptr.
const Type* findType(std::uint32_t id);
const Type* findType(std::string_view name);

}  // namespace kvfit::ggml
