#pragma once

#include <string>
#include <vector>

#include "kvfit/architecture.hpp"
#include "kvfit/error.hpp"
#include "kvfit/scenario.hpp"

namespace kvfit {

/// Which modules a quantizer took, where a type is asked for that the file does not describe.
enum class Taken : std::uint8_t {
    most,     ///< every linear layer
    usual,    ///< what published checkpoints of that type take
    experts,  ///< the feed-forward layers of most parameters alone
};

/// The modules with a stored type for each: the file's own, or those of the type that the scenario asks
/// for. Empty modules stay empty; an unknown type is an error.
struct TypedModules {
    std::vector<Module> modules;
    std::string dtype;    ///< stored type of most weights
    std::string source;   ///< where that type was read
    bool decided = true;  ///< whether the file decides the type of every module
};
Expected<TypedModules> typedModules(const Architecture& architecture, const Scenario& scenario,
                                    Taken taken = Taken::usual);

}  // namespace kvfit
