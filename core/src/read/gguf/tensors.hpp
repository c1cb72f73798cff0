#pragma once

#include "read/gguf/cursor.hpp"
#include "read/gguf/header.hpp"

namespace kvfit::gguf {

/// Sums the bytes of the tensor table by stored type and by layer into the header's weights.
void readTensors(Cursor& cursor, std::uint64_t count, Header& header);

}  // namespace kvfit::gguf
