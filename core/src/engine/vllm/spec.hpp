#pragma once

#include <vector>

#include "engine/vllm/settings.hpp"

namespace kvfit::vllm {

/// What the layers of one kind ask of the block manager: KVCacheSpec of vllm/v1/kv_cache_interface.py
/// @7cfb97e337. Equal layers are one spec with their indices, not one each.
struct Spec {
    enum class Keep : std::uint8_t { full, window, chunked, cross, state };
    enum class Holds : std::uint8_t { tokens, index, compressor, convolution };

    Keep keep = Keep::full;
    Holds holds = Holds::tokens;
    bool latent = false;               ///< one vector for an entry, not K and V heads
    const CachePart* part = nullptr;   ///< the part that these pages hold; of a state its matrix
    std::vector<std::int64_t> layers;  ///< rising
    std::int64_t block = 0;            ///< tokens of a block
    std::int64_t window = 0;           ///< window, chunk or encoder tokens
    std::int64_t ratio = 1;            ///< tokens of one entry
    std::int64_t entry = 0;            ///< bytes of one entry, all heads of a rank; of a state all it holds
    std::int64_t alignment = 1;        ///< a page is rounded up to this
    std::int64_t page = 0;             ///< bytes of one block of one layer

    std::int64_t count() const { return static_cast<std::int64_t>(layers.size()); }

    /// Layers whose specs are equal share a block table.
    bool mergesWith(const Spec& o) const {
        return keep == o.keep && holds == o.holds && latent == o.latent && block == o.block && window == o.window &&
               ratio == o.ratio && entry == o.entry && page == o.page && part->heads == o.part->heads &&
               part->keyWidth == o.part->keyWidth && part->valueWidth == o.part->valueWidth;
    }
};

/// Bytes of a block without padding to other layers' pages.
inline std::int64_t ownPage(const Spec& s) {
    const std::int64_t bytes = s.block / s.ratio * s.entry;
    return (bytes + s.alignment - 1) / s.alignment * s.alignment;
}

/// Bytes of one part of one state layer on one rank.
std::int64_t stateBytes(const Settings& q, const CachePart& part);

/// Convolutions that are kept as a window beside attention, not as a state.
bool isConvolutionWindow(const Settings& q, const CachePart& part);

/// The specs of attention, index and convolution-window layers, in the order of the parts.
std::vector<Spec> attentionSpecs(const Settings& q);

/// One spec for each kind of state layer: convolution and matrix together.
std::vector<Spec> stateSpecs(const Settings& q);

/// Compressed attention: entries, window, and the fp32 states that build the entries.
Expected<std::vector<Spec>> compressedSpecs(const Settings& q);

/// Leaves the first and last layers of a dense model unquantized where the type asks for it.
void splitBoundaryLayers(const Settings& q, std::vector<Spec>& specs);

/// Enlarges attention blocks until one covers a state, and pads the states to it.
void alignStates(const Settings& q, std::vector<Spec>& specs);

}  // namespace kvfit::vllm
