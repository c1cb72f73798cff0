#pragma once

#include "kvfit/trace.hpp"

namespace kvfit::reuse {

/// Sees to it that a block number stands for one prefix. Ids that name only their own block's content appear behind
/// different blocks; then every block gets a new number for itself and all before it in the request, as an engine's
/// chain of hashes has it, and true is returned.
bool chainBlocks(Trace& trace);

}  // namespace kvfit::reuse
