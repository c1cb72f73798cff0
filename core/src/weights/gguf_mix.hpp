#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kvfit/architecture.hpp"

namespace kvfit {

/// Whether this names a file type of llama.cpp, which mixes stored types: `q4_k_m`, `q8_0`, ...
bool isGgufMix(std::string_view name);

/// The modules with the types that llama.cpp's quantizer would choose for such a file, without an
/// importance matrix; a module whose layers get different types is split.
std::vector<Module> ggufModules(const Architecture& architecture, std::string_view fileType);

}  // namespace kvfit
