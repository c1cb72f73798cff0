#pragma once

#include <vector>

#include "engine/release.hpp"
#include "kvfit/engine.hpp"

namespace kvfit::tensorrtllm {

/// What differs between releases.
struct Rules {
    Release since;  ///< first release that these hold for
    EngineVersion version;
    bool roundsUp = true;      ///< tokens are rounded up to whole blocks, else down
    bool equalShares = false;  ///< every attention window gets the same memory, else by its need
    bool windows = false;      ///< a model's class may set its windows; else all layers have full length unless asked
};

/// Oldest first.
const std::vector<Rules>& rules();

/// The rules that `engineVersion` selects; an unknown text selects the newest and leaves a note.
const Rules& rulesFor(const Scenario& scenario, Notes& notes);

}  // namespace kvfit::tensorrtllm
