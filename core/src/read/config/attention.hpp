#pragma once

#include "read/config/model.hpp"

namespace kvfit::config {

/// What one layer's attention keeps for a token: KV heads, and the width of K and V of each.
struct KvHeads {
    Number query, kv, key, value;
};

/// Layers that see everything; those of Gemma 4 have a geometry of their own.
KvHeads globalHeads(const Fields& fields);

/// Layers that see a window; those of MiMo, Inkling and Baichuan-M1 have a geometry of their own.
KvHeads localHeads(const Fields& fields);

/// The decoder of an encoder-decoder.
KvHeads decoderHeads(const Fields& fields);

/// The width of a head: stated, or the hidden size shared out over the heads.
Number headDim(const Fields& fields, const Number& query);

CachePart keyValuePart(Kind kind, const KvHeads& heads);

/// Convolutions, and what goes with them, that a layer with such heads keeps beside its attention.
std::vector<CachePart> sideParts(const Fields& fields, const KvHeads& heads);

/// The layers of this attention that keep a cache of their own: not the last num_kv_shared_layers
/// (Gemma 3n and 4), and with cross-layer attention (use_cla, Hunyuan-Large) the first of each group.
LayerIndices owningLayers(const Model& model, Layer::Attention attention);

}  // namespace kvfit::config
