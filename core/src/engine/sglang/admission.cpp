#include "engine/sglang/admission.hpp"

#include <algorithm>
#include <memory>

#include "engine/sglang/fit.hpp"
#include "engine/sglang/refuse.hpp"
#include "engine/sglang/request.hpp"

namespace kvfit::sglang {

namespace {

/// Pages of the window pool of which more than the rest must be free before a prompt starts: its first chunk, at least
/// the window, and a page. Where that is never free the chunk is cut. Before 0.5.11 the whole prompt, as in the full
/// pool (PrefillAdder `_swa_budget_for_req`, `_swa_chunk_cap`; v0.5.10 `rem_total_tokens`).
std::int64_t windowDemand(const Settings& q, std::int64_t poolTokens, std::int64_t prompt) {
    if (q.rules->requestsWithinWindowPool) return (prompt + q.pageSize) / q.pageSize + 1;
    const std::int64_t chunk = q.chunk > 0 ? std::min(prompt, q.chunk) : prompt;
    std::int64_t tokens = std::max(chunk, q.window) + q.pageSize;
    if (tokens >= poolTokens && q.chunk > 0) tokens = q.window + 2 * q.pageSize;
    return tokens / q.pageSize + 1;
}

}  // namespace

// python/sglang/srt/managers/schedule_policy.py PrefillAdder `add_one_req`, schedule_batch.py `retract_decode`,
// `_get_decode_retraction_order`, scheduler_components/new_token_ratio_tracker.py, environ.py
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
    a.source =
        "python/sglang/srt/managers/schedule_policy.py, schedule_batch.py, "
        "scheduler_components/new_token_ratio_tracker.py, environ.py @d315eb7250";
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
    // A prompt and a page must be less than what is free.
    const auto demanded = [pages](std::int64_t n) { return pages(Moment::reserved, 1)(n + 1); };
    if (pools.tokens && !buffers.empty())
        a.pools.push_back({*pools.tokens / q->pageSize, pages(Moment::live, 0), demanded,
                           q->radixCache ? AdmissionPool::AtLength(pages(Moment::cached, 0)) : none});
    if (pools.windowTokens) {
        const auto held = [q](std::int64_t n) { return windowPages(*q, Moment::live, Exact(n)).value; };
        const auto first = [q, tokens = *pools.windowTokens](std::int64_t n) { return windowDemand(*q, tokens, n); };
        a.pools.push_back({*pools.windowTokens / q->pageSize, held, first, none});
    }
    if (pools.slots) {
        const auto slots = [q](std::int64_t) { return q->slotsPerRequest; };
        a.pools.push_back({*pools.slots, slots, slots, none});
    }
    return a;
}

}  // namespace kvfit::sglang
