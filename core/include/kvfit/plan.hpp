#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kvfit/machine.hpp"
#include "kvfit/size.hpp"

namespace kvfit {

/// The answer in one sentence: a stable word, the sentence in English, the values in it.
struct Verdict {
    std::string code;
    std::string message;
    std::map<std::string, std::string> params = {};
};

/// Memory of one GPU, the fullest. usable = weights + overhead + kv + free.
struct GpuMemory {
    std::int64_t total = 0;   ///< as a program sees it; 0: not given
    std::int64_t inUse = 0;   ///< held by something else
    std::int64_t usable = 0;  ///< what the engine lets itself use
    std::int64_t weights = 0;
    std::int64_t activation = 0;  ///< peak of a step; llama.cpp: compute buffer
    std::int64_t graphs = 0;      ///< captured graphs
    std::int64_t other = 0;       ///< communication, libraries, what the engine keeps free by its own rule
    std::int64_t overhead = 0;    ///< what of these the engine takes from `usable`
    std::int64_t kv = 0;          ///< what this scenario's sequences need
    std::int64_t free = 0;        ///< of `usable`; negative: this much is missing
};

/// How the model is spread over GPUs.
struct Layout {
    std::int64_t gpus = 1;  ///< that are used
    std::int64_t tp = 1;
    std::int64_t pp = 1;
    std::int64_t dp = 1;
    bool attentionDp = false;
    bool expertParallel = false;
};

/// A figure that only a running engine knows: what was assumed, its bounds, how it came about.
struct Assumed {
    std::string name;  ///< `weights`, `activation`, `graphs`, `nonTorch`, `computeBuffer`
    std::string key;   ///< the scenario key that replaces it
    std::int64_t bytes = 0;
    std::int64_t low = 0;
    std::int64_t high = 0;
    bool given = false;
    std::string source;
    TermPtr formula;
};

/// One option of the engine's command line and why it is there.
struct Flag {
    std::string flag;    ///< e.g. `--max-model-len`, or a variable of the environment
    std::string value;   ///< empty where the flag stands alone
    std::string key;     ///< the scenario key that it carries
    std::string reason;  ///< stable word
    std::string message;
};

/// One device of llama.cpp, or the host.
struct DeviceUse {
    std::string name;
    std::int64_t layers = 0;
    std::int64_t total = 0;
    std::int64_t usable = 0;
    std::int64_t weights = 0;
    std::int64_t kv = 0;
    std::int64_t compute = 0;
    std::int64_t free = 0;  ///< negative: this much is missing
};

struct FitResult : SizeResult {
    bool fits = false;
    std::string state;  ///< `fits`, `tight` (by estimates, or with little to spare), `does_not_fit`
    Verdict verdict;
    GpuMemory memory;
    Layout layout;
    std::vector<DeviceKind> hardware;
    std::vector<DeviceUse> devices;
    std::int64_t kvAvailableBytes = 0;
    std::int64_t capacityTokens = 0;
    double maxConcurrency = 0;
    std::int64_t requestsThatFit = 0;
    std::optional<std::int64_t> maxTokens;  ///< absent: no length is too long
    std::vector<Assumed> estimates;
    std::vector<Flag> flags;
    std::string command;
};

/// Whether a scenario lives in its memory, what does, and the flags that start it. Error: the input is
/// impossible, or no memory is given.
Expected<FitResult> fit(const Architecture& architecture, const Accelerators& accelerators, const Scenario& scenario);

}  // namespace kvfit
