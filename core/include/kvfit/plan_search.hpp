#pragma once

#include "kvfit/plan.hpp"

namespace kvfit {

/// The value of one setting with which the scenario fits.
struct SolveResult {
    std::string key;
    std::string goal;                       ///< `largest`, `smallest` or `most_exact`
    std::optional<Metric> value;            ///< absent: no value fits; for lengths without a limit see `unlimited`
    bool unlimited = false;                 ///< every value fits
    std::map<std::string, Metric> changes;  ///< what to set; with a number of GPUs their layout too
    std::string message;
};

/// What the scenario fits with, when `key` alone is free: `tokens`, `maxModelLen`, `ctx`, `sequences`,
/// `maxNumBatchedTokens`, `maxNumSeqs`, `nGpuLayers` (the largest), `tp`, `hardwareCount`, `nodes`, `memoryBytes`,
/// `gpuMemoryUtilization`, `availableKvBytes` (the smallest), `kvDtype` (the most exact). Error: another key, or
/// what fit() refuses whatever the value.
Expected<SolveResult> solve(const Architecture& architecture, const Accelerators& accelerators,
                            const Scenario& scenario, const std::string& key);

/// One corner: neither one more token nor one more sequence fits.
struct FrontierPoint {
    std::optional<std::int64_t> tokens;  ///< absent: any length
    std::int64_t sequences = 0;
};

struct FrontierResult {
    std::vector<FrontierPoint> points;  ///< fewest sequences first
};

/// The corners of what fits, from one sequence to the most, spread evenly where there are many.
Expected<FrontierResult> frontier(const Architecture& architecture, const Accelerators& accelerators,
                                  const Scenario& scenario);

/// A change with which the scenario fits, and what it brings. It was tried.
struct Remedy {
    std::string code;  ///< stable word: `kv_dtype`, `attention_dp`, `batched_tokens`, ...
    std::string message;
    std::map<std::string, Metric> changes;  ///< scenario keys to set
    std::map<std::string, std::string> params;
    Notes together;                     ///< of `two_changes`: each of them
    std::int64_t kvBytes = 0;           ///< what the sequences then need on one GPU
    std::int64_t kvAvailableBytes = 0;  ///< memory that there then is for them
    std::int64_t requestsThatFit = 0;
};

/// Changes that make a scenario fit, the least invasive first; none where it fits.
Expected<std::vector<Remedy>> remedies(const Architecture& architecture, const Accelerators& accelerators,
                                       const Scenario& scenario);

}  // namespace kvfit
