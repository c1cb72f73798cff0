#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "kvfit/error.hpp"
#include "kvfit/parameters.hpp"

namespace kvfit {

/// Which stored width applies to a part, and under which figure its bytes are summed.
enum class Role : std::uint8_t { kv, latent, indexer, recurrent, conv, cross };

/// What a part stores and how it grows with the sequence. One file in core/src/cache/ each.
enum class Kind : std::uint8_t {
    full,           ///< K and V of each KV head for every token
    window,         ///< K and V for the last `window` tokens
    chunked,        ///< K and V of the current chunk, at most `window` tokens
    cross,          ///< K and V of `window` encoder or vision tokens, whatever the length
    latent,         ///< one compressed vector (MLA) and its rotary part for every token
    window_latent,  ///< one vector for the last `window` tokens
    compressed,     ///< one vector for every `ratio` tokens
    indexer,        ///< index key for every `ratio` tokens
    recurrent,      ///< state of heads x rows x columns, one per sequence or checkpoint
    conv,           ///< the last kernel - 1 inputs of a short convolution
};

/// One kind of stored thing in one group of layers of equal geometry.
/// Widths are elements; a field that a kind does not use is 0.
struct CachePart {
    Kind kind = Kind::full;
    Role role = Role::kv;
    std::vector<std::int64_t> layers;  ///< 0-based indices of the layers that own a copy
    bool draft = false;                ///< belongs to a speculative head, counted on request

    std::int64_t heads = 0;               ///< KV heads or state heads: what tensor parallelism divides
    std::int64_t keyWidth = 0;            ///< per head: key, latent, index key, or rows of a state
    std::int64_t valueWidth = 0;          ///< per head: value, or columns of a state
    std::int64_t ropeWidth = 0;           ///< the rotary elements that a latent keeps beside keyWidth
    std::int64_t expandedHeads = 0;       ///< latent: heads whose K and V it stands for
    std::int64_t expandedKeyWidth = 0;    ///< latent: per head, the key that it stands for
    std::int64_t expandedValueWidth = 0;  ///< latent: per head, the value that it stands for
    std::int64_t window = 0;              ///< tokens kept by window, chunked and cross parts
    std::int64_t ratio = 1;               ///< tokens per stored entry of compressed and indexer parts
    std::int64_t channels = 0;            ///< convolution: inputs of all heads
    std::int64_t kernel = 0;              ///< convolution: kernel width; kernel - 1 columns are kept
    std::int64_t groups = 0;              ///< convolution: B/C groups within `channels` (Mamba-2)
    std::int64_t stateWidth = 0;          ///< convolution: state size of each of those groups

    std::int64_t chunk = 0;  ///< recurrent: tokens that its kernels take at once, 0: the file does not say

    std::string variant = {};  ///< the published mechanism: `gdn`, `kda`, `mamba1`, `mamba2`, `lightning`,
                               ///< `short_conv`, `rwkv`, `msa`, ...
    std::string dtype = {};    ///< stored type where the model fixes one for this part alone
    std::map<std::string, std::string> sources = {};  ///< field name -> JSON Pointer it was read from

    std::int64_t layerCount() const { return static_cast<std::int64_t>(layers.size()); }
};

/// What is known of the weights. 0 or empty: unknown.
struct Weights {
    std::int64_t totalParams = 0;  ///< published or counted parameters
    std::int64_t activeParams = 0;
    std::string dtype = {};  ///< stored type of most weights: `bf16`, `fp8`, `mxfp4`, ...
    std::int64_t bytes = 0;  ///< exact bytes where a header gave them
    std::map<std::string, std::int64_t> bytesByDtype = {};
    std::vector<std::int64_t> layerBytes = {};  ///< exact bytes of each layer, where names tell them
    std::int64_t otherBytes = 0;                ///< exact bytes of embeddings, output and norms outside layers
};

/// A model as sizing sees it: a list of cache parts, and what engines need to know besides.
struct Architecture {
    std::string id = {};         ///< catalogue id, or empty
    std::string name = {};       ///< display name
    std::string modelType = {};  ///< the configuration's own word; shown, never compared by a formula
    std::string attentionKind =
        {};  ///< `mha`, `gqa`, `mqa`, `mla`, `mla_indexer`, `window_hybrid`, `compressed`, `state_hybrid`, ...
    std::int64_t layers = 0;          ///< decoder layers, draft layers not counted
    std::int64_t declaredLayers = 0;  ///< `num_hidden_layers` where it is not the number of decoder layers, else 0
    std::int64_t attentionHeads = 0;  ///< query heads
    std::int64_t hiddenSize = 0;
    std::int64_t vocabSize = 0;
    std::int64_t trainedContext = 0;  ///< 0: the configuration does not say
    bool windowsInFullPool = false;   ///< SGLang's list of classes with a pool for windows does not have this one
    std::string modelDtype = {};      ///< the 16-bit type of the weights' master copy, or what the file says
    std::string kvDtype = {};         ///< published cache type, empty: none published
    std::string indexerDtype = {};
    std::string stateDtype = {};
    std::map<std::string, std::string> typeSources = {};  ///< `kvDtype` ... -> where it was read
    std::int64_t draftLayers = 0;                         ///< speculative layers that the configuration declares
    std::vector<CachePart> parts = {};
    std::vector<CachePart> draftModel = {};  ///< parts of a separate draft model, counted with its own
    Weights weights = {};
    Parameters parameters = {};
    Notes notes = {};  ///< assumptions, class rules used, harmless unknown fields
};

}  // namespace kvfit
