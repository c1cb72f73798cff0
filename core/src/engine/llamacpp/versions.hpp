#pragma once

#include <string_view>
#include <vector>

#include "kvfit/engine.hpp"

namespace kvfit::llamacpp {

/// What changed from one range of builds to the next.
struct VersionRules {
    EngineVersion version;
    std::int64_t padding;         ///< rounding of the context and of window caches
    std::int64_t flashPadding;    ///< the same with flash attention
    bool windowCache = false;     ///< window layers have a shorter cache
    bool flashAttention = false;  ///< on where it is not asked for
    bool streams = false;         ///< slots can have caches of their own
};

/// Oldest first. Dates are those of the builds: they carry no release numbers.
const std::vector<VersionRules>& versionRules();

/// Ollama's only range: its own releases follow llama-server.
EngineVersion ollamaVersion();

/// The rules that the scenario's engineVersion names, else the newest.
const VersionRules& rulesOf(const Scenario& scenario);

}  // namespace kvfit::llamacpp
