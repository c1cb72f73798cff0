#include "plan/engine_defaults.hpp"

#include <algorithm>

#include "engine/vllm/versions.hpp"

namespace kvfit {

// vllm/engine/arg_utils.py get_batch_defaults @7cfb97e337: by memory; the engine looks for A100 in the device's name.
// It schedules no more sequences at once, and with states it starts with no more than it has blocks for
// (vllm/config/compilation.py).
void fillEngineDefaults(const Machine& machine, Scenario& s) {
    if (s.engine != "vllm" || machine.devices.empty()) return;
    constexpr std::int64_t gib = std::int64_t{1} << 30;
    Notes ignored;
    const vllm::Rules& rules = vllm::rulesFor(s, ignored);
    const DeviceKind& d = machine.smallest();
    const bool large = d.memoryBytes >= 70 * gib && d.name.find("A100") == std::string::npos;
    if (!s.maxNumBatchedTokens && !rules.pool)
        s.maxNumBatchedTokens = rules.nullBlock && d.memoryBytes >= 160 * gib ? 16384 : large ? 8192 : 2048;
    if (!s.maxNumSeqs)
        s.maxNumSeqs = std::min<std::int64_t>(large && !rules.pool ? 1024 : 256, s.maxNumBatchedTokens.value_or(256));
}

}  // namespace kvfit
