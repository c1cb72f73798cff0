#pragma once

#include "engine/sglang/settings.hpp"

namespace kvfit::sglang {

/// State bytes of one slot on a rank, all layers of the fullest stage.
struct SlotBytes {
    std::int64_t conv = 0;
    std::int64_t recurrent = 0;
    std::int64_t both() const { return conv + recurrent; }
};

SlotBytes slotBytes(const Settings& q);

}  // namespace kvfit::sglang
