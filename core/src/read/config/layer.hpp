#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "read/config/document.hpp"

namespace kvfit::config {

/// What one layer keeps: an attention cache, a state, both or neither.
struct Layer {
    enum class Attention : std::uint8_t { none, full, window, chunked, cross };
    enum class State : std::uint8_t { none, linear, mamba, recurrent, conv };
    Attention attention = Attention::none;
    State state = State::none;

    bool operator==(const Layer&) const = default;
};

inline constexpr Layer nothing = {};
inline constexpr Layer full = {Layer::Attention::full, Layer::State::none};
inline constexpr Layer window = {Layer::Attention::window, Layer::State::none};
inline constexpr Layer chunked = {Layer::Attention::chunked, Layer::State::none};
inline constexpr Layer crossed = {Layer::Attention::cross, Layer::State::none};
inline constexpr Layer linear = {Layer::Attention::none, Layer::State::linear};
inline constexpr Layer mamba = {Layer::Attention::none, Layer::State::mamba};
inline constexpr Layer recurrent = {Layer::Attention::none, Layer::State::recurrent};
inline constexpr Layer conv = {Layer::Attention::none, Layer::State::conv};
inline constexpr Layer parallel = {Layer::Attention::full, Layer::State::mamba};

/// The layers in order, and the key that decided the order.
struct Arrangement {
    std::vector<Layer> layers = {};
    std::string source = {};
    explicit operator bool() const { return !source.empty(); }
};

/// Reads which layer keeps what: an explicit list, a pattern, an interval, a class rule, or the
/// presence of a window or a state alone. An unknown word is an error, never full attention.
Arrangement arrangementOf(const Fields& fields);

}  // namespace kvfit::config
