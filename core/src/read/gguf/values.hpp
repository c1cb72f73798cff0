#pragma once

#include "read/gguf/cursor.hpp"
#include "read/gguf/metadata.hpp"

namespace kvfit::gguf {

/// Reads one typed value. Vocabularies and other long lists are passed over and only counted.
Value readValue(Cursor& cursor, std::string_view key);

}  // namespace kvfit::gguf
