#pragma once

#include <cstdint>
#include <string_view>

namespace kvfit::gguf {

/// How ggml stores a tensor's rows: blocks of `elements` in `bytes`.
struct TensorType {
    std::uint32_t id;
    std::string_view name;
    std::int64_t elements;
    std::int64_t bytes;
};

/// The type with this number, or nullptr.
const TensorType* tensorType(std::uint32_t id);

}  // namespace kvfit::gguf
