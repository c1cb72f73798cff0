#include "engine/lmdeploy/admission.hpp"

#include <memory>

#include "arch/checks.hpp"
#include "engine/lmdeploy/blocks.hpp"
#include "engine/lmdeploy/capacity.hpp"

namespace kvfit::lmdeploy {

// lmdeploy/pytorch/paging/scheduler.py _schedule_prefill, _schedule_decoding @1263d5cd8
Expected<Admission> admission(const Architecture& architecture, const Scenario& scenario) {
    if (Errors errors = checkScenario(architecture, scenario); !errors.empty()) return errors;
    Notes notes;
    Expected<Settings> settings = settingsOf(architecture, scenario, notes);
    if (!settings) return settings.errors();
    const auto q = std::make_shared<const Settings>(std::move(*settings));
    const Exact block = blockBytes<Exact>(*q);
    const Exact state = stateBytes<Exact>(*q);
    if (block.lost || state.lost) return tooLarge();
    AdmissionPool pool;
    if (block.value > 0)
        if (const std::optional<Capacity> capacity = capacityOf(*q, block.value, state.value, scenario, notes);
            capacity && capacity->blocks > 2)
            pool.granules = capacity->blocks;
    pool.held = pool.demanded = [q](std::int64_t n) { return heldBlocks(*q, Exact(n)).value; };
    pool.shared = [q](std::int64_t n) {
        return q->prefixCaching && q->window == 0 ? n / q->blockSize : std::int64_t{0};
    };
    Admission a;
    a.pools = {pool};
    a.mostRunning = q->batches;
    a.method = "lmdeploy";
    a.source = "lmdeploy/pytorch/paging/scheduler.py @1263d5cd8";
    return a;
}

}  // namespace kvfit::lmdeploy
