#include "kvfit/engine.hpp"

namespace kvfit {

const std::vector<EngineProfile>& engineProfiles() {
    static const std::vector<EngineProfile> profiles = {};
    return profiles;
}

}  // namespace kvfit
