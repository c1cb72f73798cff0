#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kvfit {

/// What a block of weights takes, scales and zero points included.
struct Width {
    std::int64_t elements = 1;
    std::int64_t bytes = 2;
};

/// The stored type of a module by its name: the types of dtype.hpp and of GGUF files; `int4_g128`,
/// integers with a 16-bit scale for each group; `int4_g128_z`, with a zero point beside it; `fp8_b128`,
/// with a 32-bit scale for each 128 x 128; `nf4`. nullopt: unknown.
std::optional<Width> widthOf(std::string_view name);

/// The spelling of a type under which a person or a checkpoint asks for it, in this project's words:
/// `awq` is `int4_g128_z`, `Q4_K_M` is `q4_k_m`.
std::string weightTypeName(std::string_view word);

/// Whether a type is no quantization: 16 or 32 bits for each weight.
bool isFullWidth(std::string_view name);

}  // namespace kvfit
