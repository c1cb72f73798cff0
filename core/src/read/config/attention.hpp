#pragma once

#include "read/config/document.hpp"

namespace kvfit::config {

/// What one layer's attention keeps for a token: KV heads, and the width of K and V of each.
struct KvHeads {
    Number query, kv, key, value;
};

/// Layers that see everything; those of Gemma 4 have a geometry of their own.
KvHeads globalHeads(const Fields& fields);

/// Layers that see a window; those of MiMo, Inkling and Baichuan-M1 have a geometry of their own.
KvHeads localHeads(const Fields& fields);

/// The width of a head: stated, or the hidden size shared out over the heads.
Number headDim(const Fields& fields, const Number& query);

}  // namespace kvfit::config
