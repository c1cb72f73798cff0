#pragma once

#include <optional>
#include <string_view>

#include "read/config/layer.hpp"

namespace kvfit::config {

/// What a layer of this word keeps (`sliding_attention`, `mamba`, `conv`, ...), or nothing known.
std::optional<Layer> layerOfWord(std::string_view word);

/// What a layer of this letter keeps in a pattern of letters (`M-M*E`, `LLLG`).
std::optional<Layer> layerOfLetter(char letter);

/// All words, for a message.
std::string layerWordList();

}  // namespace kvfit::config
