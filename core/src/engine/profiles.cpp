#include "kvfit/engine.hpp"

#include "engine/llamacpp/profile.hpp"

namespace kvfit {

const std::vector<EngineProfile>& engineProfiles() {
    static const std::vector<EngineProfile> profiles = {
        llamacpp::llamaProfile(),
        llamacpp::ollamaProfile(),
    };
    return profiles;
}

}  // namespace kvfit
