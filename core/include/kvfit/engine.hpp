#pragma once

#include <cstdint>
#include <optional>
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

/// What an engine has room for: the figures that a search asks for again and again.
struct Room {
    std::optional<std::int64_t> available;  ///< memory for the cache on one rank, where it is known
    std::int64_t needed = 0;                ///< what the sequences of one replica take of it at their length
    std::int64_t requests = 0;              ///< sequences of that length that run at once, all replicas
    bool starts = false;                    ///< one request of the maximum length is admitted
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
    /// The same without equations, for searches; nullptr: they take the figures from apply().
    Expected<Room> (*room)(const Architecture&, const Scenario&) = nullptr;
};

/// Every engine, `payload` excluded.
const std::vector<EngineProfile>& engineProfiles();

}  // namespace kvfit
