#include "engine/vllm/admission.hpp"

#include <memory>

#include "engine/vllm/blocks.hpp"
#include "engine/vllm/start.hpp"

namespace kvfit::vllm {

namespace {

constexpr std::int64_t largeGpu = std::int64_t{70} << 30;

/// `--max-num-seqs` of a server: 1,024 on GPUs from 70 GiB, else 256 (vllm/engine/arg_utils.py @7cfb97e337).
std::int64_t mostSequences(const Scenario& s) {
    if (s.maxNumSeqs) return *s.maxNumSeqs;
    if (!s.gpuTotalBytes) return 0;
    return *s.gpuTotalBytes >= largeGpu ? 1024 : 256;
}

}  // namespace

Expected<Admission> admission(const Architecture& architecture, const Scenario& scenario) {
    Notes notes;
    Expected<Start> started = startOf(architecture, scenario, notes, notes);
    if (!started) return started.errors();
    const auto start = std::make_shared<const Start>(std::move(*started));
    const bool sharing = keepsPrefixes(start->settings, start->plan);
    AdmissionPool pool;
    if (start->capacity && start->capacity->fits) pool.granules = start->capacity->usable / start->demand.blockBytes;
    pool.held = [start](std::int64_t n) {
        return overTables<Exact>(start->plan, [&](const Spec& s) { return liveBlocks(start->settings, s, Exact(n)); })
            .value;
    };
    // The whole prompt has to fit before it starts, of a window what one step writes beside it.
    pool.demanded = [start](std::int64_t n) { return blocksOf(start->settings, start->plan, n).value; };
    pool.shared = [start, sharing](std::int64_t n) {
        if (!sharing) return std::int64_t{0};
        return overTables<Exact>(start->plan,
                                 [&](const Spec& s) {
                                     if (s.keep != Spec::Keep::full) return Exact(0);
                                     return floorDivide(tokensOnRank(start->settings, Exact(n)), Exact(s.block));
                                 })
            .value;
    };
    Admission a;
    a.pools = {pool};
    a.mostRunning = mostSequences(scenario);
    a.method = "vllm";
    a.source = "vllm/v1/core/sched/scheduler.py, kv_cache_manager.py @7cfb97e337";
    return a;
}

}  // namespace kvfit::vllm
