#pragma once

#include <cstdint>
#include <vector>

#include "kvfit/architecture.hpp"
#include "kvfit/scenario.hpp"
#include "kvfit/types.hpp"

namespace kvfit::llamacpp {

/// Which program is started; Ollama starts llama-server with its own defaults.
enum class Program { llama, ollama };

/// A context as it is started: every absent setting filled in, every type chosen.
struct Settings {
    Program program = Program::llama;
    std::vector<CachePart> parts;
    Types types;
    std::int64_t tokens = 0;     ///< length of each sequence now
    std::int64_t sequences = 1;  ///< sequences of that length
    std::int64_t ctx = 0;        ///< `-c`, all slots together
    const char* ctxSource = "ctx";
    std::int64_t slots = 1;      ///< `-np`
    std::int64_t ubatch = 512;   ///< `-ub`
    std::int64_t padding = 256;  ///< rounding of contexts and window caches
    std::int64_t rollback = 0;   ///< states kept for each sequence beside the current one
    bool unified = true;         ///< one cache for all slots
    bool flashAttention = true;
    bool swaFull = false;
    bool storeLatentV = false;

    bool perSequence = false;         ///< the model's caches are never shared, whatever `unified` says
    bool windowCache = false;         ///< window layers have a cache of their own length
    std::int64_t widestV = 0;         ///< elements of the widest V row of any layer
    std::int64_t defaultContext = 0;  ///< Ollama: num_ctx by device memory, 0 where that is unknown

    /// Sequences that write to the same cells, and the caches that lie side by side.
    std::int64_t streams() const { return perSequence || !unified ? slots : 1; }
    std::int64_t sharing() const { return slots / streams(); }

    /// Window layers that are stored at the full length of the context.
    bool fullLength(const CachePart& part) const { return swaFull || (!windowCache && part.role == Role::kv); }
};

/// Fills in the defaults of `program` and its version. `tokens` is the length that payload was sized for.
Settings settingsOf(const Architecture& architecture, const Scenario& scenario, Program program, std::int64_t tokens);

}  // namespace kvfit::llamacpp
