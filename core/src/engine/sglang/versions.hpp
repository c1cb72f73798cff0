#pragma once

#include <vector>

#include "engine/release.hpp"
#include "kvfit/engine.hpp"

namespace kvfit::sglang {

/// What differs between releases. Everything else is the same in all of them, as far as it was seen.
struct Rules {
    Release since;  ///< first release that these hold for
    EngineVersion version;
    bool requestsWithinWindowPool = false;  ///< a request may be no longer than the window pool
    bool fixedWindowPool = false;           ///< without radix cache, running requests fix the window pool
    bool statePadding = false;              ///< the state budget counts the padding slot that is allocated
    bool sharedIndexers = false;            ///< layers that share an indexer hold no index keys
};

/// Oldest first.
const std::vector<Rules>& rules();

/// The rules that `engineVersion` selects; an unknown text selects the newest and leaves a note.
const Rules& rulesFor(const Scenario& scenario, Notes& notes);

}  // namespace kvfit::sglang
