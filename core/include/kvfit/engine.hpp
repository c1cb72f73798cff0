#pragma once

#include <string_view>
#include <vector>

#include "kvfit/architecture.hpp"
#include "kvfit/error.hpp"
#include "kvfit/scenario.hpp"
#include "kvfit/size.hpp"

namespace kvfit {

/// A range of releases that share rules, oldest first in a profile.
struct EngineVersion {
    std::string_view id;     ///< what `engineVersion` selects, e.g. `0.20`
    std::string_view title;  ///< what is shown, e.g. `0.20 to 0.22`
    std::string_view read;   ///< date and commit at which its rules were read
};

/// A setting of the engine that sizing depends on.
struct EngineSetting {
    std::string_view key;       ///< scenario key
    std::string_view flag;      ///< the engine's own flag, e.g. `--max-num-batched-tokens`
    std::string_view standard;  ///< the newest version's default, in words
};

/// An engine as data: what the page offers and the documents list.
struct EngineProfile {
    std::string_view id;  ///< `vllm`, `llama.cpp`, ...
    std::string_view title;
    std::string_view granule;  ///< the engine's own word: block, page, cell
    std::vector<EngineVersion> versions;
    std::vector<EngineSetting> settings;
    /// Adds the engine's figures, metrics, warnings and notes to a payload result, or refuses.
    Errors (*apply)(const Architecture&, const Scenario&, SizeResult&);
};

/// Every engine, `payload` excluded.
const std::vector<EngineProfile>& engineProfiles();

}  // namespace kvfit
