#pragma once

#include "read/config/document.hpp"

namespace kvfit::config {

/// What a pattern says of a layer's feed-forward part where a layer is one block of several kinds.
enum class BlockKind : std::uint8_t { unsaid, none, dense, experts };
BlockKind blockKind(const Fields& fields, std::int64_t layer);

/// Whether a layer of a model with experts has them, by the keys that published files use.
bool hasExperts(const Fields& fields, std::int64_t layer);

}  // namespace kvfit::config
