#pragma once

#include "engine/sglang/fit.hpp"
#include "kvfit/engine.hpp"

namespace kvfit::sglang {

/// An engine as it starts: settings, what a token takes, memory, pools. Buffers point into the settings.
struct Start {
    Settings settings;
    std::vector<Buffer> buffers;
    Memory memory;
    Pools pools;
    std::optional<Fit> fit;
};

/// Refuses what the engine refuses; otherwise notes what was assumed.
Expected<Start> startOf(const Architecture& architecture, const Scenario& scenario, Notes& notes);

/// The room of one replica's pools, without equations.
Expected<Room> roomOf(const Architecture& architecture, const Scenario& scenario);

}  // namespace kvfit::sglang
