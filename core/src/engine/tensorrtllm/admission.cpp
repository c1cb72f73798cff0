#include "engine/tensorrtllm/admission.hpp"

#include <memory>

#include "arch/checks.hpp"
#include "engine/tensorrtllm/blocks.hpp"
#include "engine/tensorrtllm/capacity.hpp"

namespace kvfit::tensorrtllm {

namespace {

struct Started {
    Settings settings;
    std::vector<Pool> pools;
};

}  // namespace

// GUARANTEED_NO_EVICT, the default: GuaranteedNoEvictScheduler::impl of capacityScheduler.cpp @cf6abc45df starts a
// request when its blocks to completion are free beside those that all running requests will come to, up to
// max_num_requests.
Expected<Admission> admission(const Architecture& architecture, const Scenario& scenario) {
    if (Errors errors = checkScenario(architecture, scenario); !errors.empty()) return errors;
    Notes notes;
    Expected<Settings> settings = settingsOf(architecture, scenario, notes);
    if (!settings) return settings.errors();
    Started made{std::move(*settings), {}};
    made.pools = poolsOf(made.settings);
    const auto start = std::make_shared<const Started>(std::move(made));
    const auto& [q, pools] = *start;
    const Expected<std::optional<Capacity>> capacity = capacityOf(q, pools, slotParts(q), budgetOf(scenario), scenario);
    if (!capacity) return capacity.errors();

    Admission a;
    a.answer = Admission::Answer::reserved;
    a.mostRunning = scenario.maxNumSeqs.value_or(2048);
    a.method = "tensorrt-llm";
    a.source = "cpp/tensorrt_llm/batch_manager/capacityScheduler.cpp @cf6abc45df";
    // A length that does not fit is lowered when the engine starts.
    if (*capacity) a.longest = (*capacity)->longest;
    for (std::size_t i = 0; i < pools.size(); ++i) {
        AdmissionPool pool;
        if (*capacity) pool.granules = (*capacity)->pools[i].blocks;
        pool.held = pool.demanded = [start, i](std::int64_t n) {
            return blocksOf(start->settings, start->pools[i], Holding::reserved, Exact(n)).value;
        };
        const bool shares = q.reuse && pools[i].keep == Pool::Keep::full;
        pool.shared = [start, shares](std::int64_t n) {
            const std::int64_t tokens = start->settings.tokensPerBlock * start->settings.contextRanks;
            return shares ? n / tokens : std::int64_t{0};
        };
        a.pools.push_back(std::move(pool));
    }
    return a;
}

}  // namespace kvfit::tensorrtllm
