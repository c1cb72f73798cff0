#include "engine/llamacpp/versions.hpp"

namespace kvfit::llamacpp {

const std::vector<VersionRules>& versionRules() {
    static const std::vector<VersionRules> rules = {
        {.version = {"2023", "builds of 2023", "llama.cpp @708e179e8, read 2026-11-30"},
         .padding = 1,
         .flashPadding = 1},
        {.version = {"2024", "2024 to May 2025",
                     "get_padding: llama.cpp @614d3b914, src/llama-kv-cache.cpp @c642bc014"},
         .padding = 32,
         .flashPadding = 256},
        {.version = {"2025-05", "May to August 2025",
                     "src/llama-kv-cache.cpp @e298d2fbd, llama-kv-cache-unified-iswa.cpp @0fc16b42e"},
         .padding = 32,
         .flashPadding = 256,
         .windowCache = true},
        {.version = {"2025-09", "September and October 2025",
                     "src/llama-context.cpp @e81b8e4b7, src/llama-model.cpp @8a4280ce4"},
         .padding = 32,
         .flashPadding = 256,
         .windowCache = true,
         .flashAttention = true,
         .streams = true},
        {.version = {"2025-11", "November 2025 and later", "2026-08-07 @82bb48500, read 2026-11-30"},
         .padding = 256,
         .flashPadding = 256,
         .windowCache = true,
         .flashAttention = true,
         .streams = true},
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
