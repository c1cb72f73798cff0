#pragma once

#include <vector>

#include "kvfit/architecture.hpp"
#include "kvfit/scenario.hpp"
#include "weights/share.hpp"

namespace kvfit {

/// Modules as an engine lays them out: vocabularies and expert widths padded for its kernels.
std::vector<Module> laidOut(std::vector<Module> modules, const Architecture& architecture, const Scenario& scenario);

/// A module's layers on one rank.
struct Held {
    const Module* module = nullptr;
    std::int64_t layers = 0;
    std::int64_t bytes = 0;  ///< of one layer on the rank
};

/// What an engine holds on a rank beside the tensors of a checkpoint, counted as its weights.
struct Extras {
    std::int64_t rotary = 0;    ///< tables of sines and cosines
    std::int64_t absorbed = 0;  ///< latent attention: K and V up-projections in the form that decoding multiplies
    std::int64_t rests = 0;     ///< ends of the allocator's blocks that are too small to be used
};
Extras extrasOf(const std::vector<Held>& held, const Architecture& architecture, const Scenario& scenario);

}  // namespace kvfit
