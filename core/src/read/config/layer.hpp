#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "read/config/document.hpp"

namespace kvfit::config {

/// What one layer keeps: an attention cache, a state, both or neither.
struct Layer {
    enum class Attention : std::uint8_t { none, full, window, chunked, cross, compressed };
    /// `any` is a state of the one kind that the file describes.
    enum class State : std::uint8_t { none, any, mamba, recurrent, conv, rwkv };
    Attention attention = Attention::none;
    State state = State::none;
    bool indexed = false;  ///< the layer's word says that it has an indexer of its own

    bool operator==(const Layer&) const = default;
};

inline constexpr Layer nothing = {};
inline constexpr Layer full = {Layer::Attention::full};
inline constexpr Layer window = {Layer::Attention::window};
inline constexpr Layer chunked = {Layer::Attention::chunked};
inline constexpr Layer crossed = {Layer::Attention::cross};
inline constexpr Layer sparse = {Layer::Attention::full, Layer::State::none, true};
inline constexpr Layer compressedSparse = {Layer::Attention::compressed, Layer::State::none, true};
inline constexpr Layer compressedHeavy = {Layer::Attention::compressed};
inline constexpr Layer linear = {Layer::Attention::none, Layer::State::any};
inline constexpr Layer mamba = {Layer::Attention::none, Layer::State::mamba};
inline constexpr Layer recurrent = {Layer::Attention::none, Layer::State::recurrent};
inline constexpr Layer conv = {Layer::Attention::none, Layer::State::conv};
inline constexpr Layer rwkv = {Layer::Attention::none, Layer::State::rwkv};
inline constexpr Layer hybrid = {Layer::Attention::full, Layer::State::any};
inline constexpr Layer hybridWindow = {Layer::Attention::window, Layer::State::any};

/// The layers in order, and the key that decided the order.
struct Arrangement {
    std::vector<Layer> layers = {};
    std::string source = {};
    explicit operator bool() const { return !source.empty(); }
};

/// Reads which layer keeps what: an explicit list, a pattern, an interval, a class rule, or the
/// presence of a window or a state alone. An unknown word is an error, never full attention.
/// `speculative` layers may be described behind the last one.
Arrangement arrangementOf(const Fields& fields, bool encoderDecoder, std::int64_t speculative);

}  // namespace kvfit::config
