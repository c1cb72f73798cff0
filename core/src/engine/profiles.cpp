#include "kvfit/engine.hpp"

#include "engine/llamacpp/profile.hpp"
#include "engine/sglang/profile.hpp"
#include "engine/vllm/profile.hpp"

namespace kvfit {

const std::vector<EngineProfile>& engineProfiles() {
    static const std::vector<EngineProfile> profiles = {
        vllm::profile(),
        sglang::profile(),
        llamacpp::llamaProfile(),
        llamacpp::ollamaProfile(),
    };
    return profiles;
}

}  // namespace kvfit
