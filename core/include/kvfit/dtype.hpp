#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kvfit {

/// How a row of numbers is stored. A row of n elements takes ceil(n / elements) * bytes,
/// unless `layout` names a record whose parts are stored in different widths.
struct Dtype {
    enum class Layout : std::uint8_t {
        block,          ///< blocks of `elements` in `bytes`
        packed_latent,  ///< latent, its scales, 16-bit rotary part in one record (fp8_ds_mla, nvfp4_ds_mla)
        per_head,       ///< as block, plus `headBytes` of scale for each head of K and of V
        rotated,  ///< K of `keyBits`, V of `valueBits` and their norms, rounded up to even (turboquant, turbo_quant)
    };

    std::string_view name;
    std::int64_t elements;
    std::int64_t bytes;
    Layout layout = Layout::block;
    std::int64_t headBytes = 0;
    std::int64_t keyBits = 0;
    std::int64_t valueBits = 0;

    /// Bytes per element, for display; fractional for block types.
    double width() const { return static_cast<double>(bytes) / static_cast<double>(elements); }
};

/// The type of this name, or nullptr. `auto` is not a type; see Types.
const Dtype* findDtype(std::string_view name);

/// All types in display order.
const std::vector<Dtype>& dtypes();

}  // namespace kvfit
