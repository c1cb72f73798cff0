#include "engine/sglang/start.hpp"

#include <utility>

#include "arch/checks.hpp"
#include "engine/sglang/refuse.hpp"
#include "engine/sglang/request.hpp"

namespace kvfit::sglang {

Expected<Start> startOf(const Architecture& architecture, const Scenario& scenario, Notes& notes) {
    Expected<Settings> settings = settingsOf(architecture, scenario, notes);
    if (!settings) return settings.errors();
    Start s;
    s.settings = std::move(*settings);
    const Settings& q = s.settings;
    if (Errors refused = refusals(q, scenario); !refused.empty()) return refused;
    s.buffers = buffersOf(q);
    s.memory = memoryOf(q, architecture, scenario, notes);
    s.pools = poolsOf(q, s.buffers, s.memory, scenario);
    s.fit = fitOf(q, s.pools);
    return Expected<Start>(std::move(s));
}

Expected<Room> roomOf(const Architecture& architecture, const Scenario& scenario) {
    if (Errors errors = checkScenario(architecture, scenario); !errors.empty()) return errors;
    Notes notes;
    const Expected<Start> start = startOf(architecture, scenario, notes);
    if (!start) return start.errors();
    const Settings& q = start->settings;
    const Exact needed = requestBytes(q, start->buffers, Moment::reserved, Exact(q.tokens)) * Exact(q.sequences);
    if (needed.lost) return tooLarge();
    Room r;
    r.available = start->memory.available;
    r.needed = needed.value;
    if (!start->fit) return r;
    r.starts = start->fit->requests > 0;
    const bool longer = lengthOf(architecture, scenario) > q.maxModelLen;
    if (r.starts && !longer) r.requests = requestsOf(q, start->pools, q.tokens) * replicasOf(scenario);
    return r;
}

}  // namespace kvfit::sglang
