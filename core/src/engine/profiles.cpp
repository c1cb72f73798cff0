#include "kvfit/engine.hpp"

#include "engine/llamacpp/profile.hpp"
#include "engine/lmdeploy/profile.hpp"
#include "engine/sglang/profile.hpp"
#include "engine/tensorrtllm/profile.hpp"
#include "engine/vllm/profile.hpp"

namespace kvfit {

const std::vector<EngineProfile>& engineProfiles() {
    static const std::vector<EngineProfile> profiles = {
        vllm::profile(),          sglang::profile(),         tensorrtllm::profile(),
        llamacpp::llamaProfile(), llamacpp::ollamaProfile(), lmdeploy::profile(),
    };
    return profiles;
}

}  // namespace kvfit
