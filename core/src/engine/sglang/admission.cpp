#include "engine/sglang/admission.hpp"

#include <memory>

#include "engine/sglang/fit.hpp"
#include "engine/sglang/refuse.hpp"
#include "engine/sglang/request.hpp"

namespace kvfit::sglang {

// python/sglang/srt/managers/schedule_policy.py PrefillAdder, schedule_batch.py retract_decode, environ.py
// SGLANG_INIT_NEW_TOKEN_RATIO and the lines behind it @d315eb7250
Expected<Admission> admission(const Architecture& architecture, const Scenario& scenario) {
    Notes notes;
    Expected<Settings> settings = settingsOf(architecture, scenario, notes);
    if (!settings) return settings.errors();
    const auto q = std::make_shared<const Settings>(std::move(*settings));
    if (const Errors refused = refusals(*q, scenario); !refused.empty()) return refused;
    const std::vector<Buffer> buffers = buffersOf(*q);
    const Pools pools = poolsOf(*q, buffers, memoryOf(*q, architecture, scenario, notes), scenario);
    const std::optional<Fit> fit = fitOf(*q, pools);

    Admission a;
    a.method = "sglang";
    a.source = "python/sglang/srt/managers/schedule_policy.py, schedule_batch.py, environ.py @d315eb7250";
    a.victim = Admission::Victim::shortest_answer;
    a.clippedAnswer = 4096;
    a.firstRatio = 0.7;
    a.leastRatio = 0.7 * 0.14;
    a.decaySteps = 600;
    a.granuleTokens = q->pageSize;
    a.mostRunning = pools.running.value_or(0);
    if (!fit || !fit->starts) {
        a.pools.push_back({0, [](std::int64_t) { return std::int64_t{1}; },
                           [](std::int64_t) { return std::int64_t{1}; }, [](std::int64_t) { return std::int64_t{0}; }});
        return a;
    }
    a.longest = fit->longest;
    const auto pages = [q](Moment moment, std::int64_t extra) {
        return [q, moment, extra](std::int64_t n) { return fullPages(*q, moment, Exact(n)).value + extra; };
    };
    const auto none = [](std::int64_t) { return std::int64_t{0}; };
    if (pools.tokens && !buffers.empty())
        a.pools.push_back({*pools.tokens / q->pageSize, pages(Moment::live, 0), pages(Moment::reserved, 1),
                           q->radixCache ? AdmissionPool::AtLength(pages(Moment::cached, 0)) : none});
    if (pools.windowTokens) {
        const auto window = [q](Moment moment) {
            return [q, moment](std::int64_t n) { return windowPages(*q, moment, Exact(n)).value; };
        };
        a.pools.push_back({*pools.windowTokens / q->pageSize, window(Moment::live), window(Moment::reserved), none});
    }
    if (pools.slots) {
        const auto slots = [q](std::int64_t) { return q->slotsPerRequest; };
        a.pools.push_back({*pools.slots, slots, slots, none});
    }
    return a;
}

}  // namespace kvfit::sglang
