#pragma once

#include "kvfit/architecture.hpp"
#include "read/gguf/metadata.hpp"

namespace kvfit::gguf {

/// What the head of a file holds: its keys, and what its tensor table says of the weights.
struct Header {
    Metadata metadata;
    Weights weights;
    Notes notes;
};

/// Reads versions 2 and 3 in either byte order (ggml/src/gguf.cpp of llama.cpp @82bb48500). Too few
/// bytes are the error `need_more_bytes` whose params name how many the next step needs.
Expected<Header> readHeader(std::string_view bytes);

}  // namespace kvfit::gguf
