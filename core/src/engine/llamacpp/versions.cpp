#include "engine/llamacpp/versions.hpp"

namespace kvfit::llamacpp {

const std::vector<VersionRules>& versionRules() {
    static const std::vector<VersionRules> rules = {
        {{"2023", "builds of 2023", "published logs, read 2026-11-29"}, 1, false},
        {{"2024", "2024 to May 2025", "published logs, read 2026-11-29"}, 32, false},
        {{"2025-05", "May to November 2025", "src/llama-kv-cache-unified-iswa.cpp @5bc7a7409, pull request 13194"},
         32,
         true},
        {{"2025-11", "November 2025 and later", "2026-08-07 @82bb48500, read 2026-11-29"}, 256, true},
    };
    return rules;
}

EngineVersion ollamaVersion() {
    return {"2026-08", "August 2026 (llama-server b10488)", "2026-08-21 @fb3076099, read 2026-11-29"};
}

const VersionRules& rulesOf(const Scenario& scenario) {
    for (const VersionRules& rules : versionRules())
        if (scenario.engineVersion && rules.version.id == *scenario.engineVersion) return rules;
    return versionRules().back();
}

}  // namespace kvfit::llamacpp
