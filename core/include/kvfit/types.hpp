#pragma once

#include <string>

#include "kvfit/architecture.hpp"
#include "kvfit/dtype.hpp"
#include "kvfit/error.hpp"
#include "kvfit/scenario.hpp"

namespace kvfit {

/// A stored type and why it was chosen: a scenario key, a JSON Pointer, or a rule's name.
struct ChosenType {
    const Dtype* dtype = nullptr;
    std::string source = {};
};

/// The stored type of every role, after `auto` has been resolved.
struct Types {
    ChosenType key, value, latent, indexer, recurrent, conv;
};

/// The model's own 16-bit type; a master copy in another width is served in bf16.
ChosenType modelType(const Architecture& architecture);

/// Resolves each type: the scenario's, else what the model publishes for its cache, else the model's
/// own 16-bit type; recurrent states the published state type, else fp32. An unknown name, or a
/// layout that does not exist for the parts it would apply to, is an error.
Expected<Types> resolveTypes(const Architecture& architecture, const Scenario& scenario);

}  // namespace kvfit
