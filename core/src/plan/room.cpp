#include <algorithm>
#include <cmath>

#include "arch/checks.hpp"
#include "base/units.hpp"
#include "cache/question.hpp"
#include "plan/attempt.hpp"

namespace kvfit {

namespace {

std::optional<std::int64_t> payloadMemory(const Scenario& s) {
    if (s.availableKvBytes) return s.availableKvBytes;
    if (!s.availableKvGib) return std::nullopt;
    return static_cast<std::int64_t>(std::min(std::floor(*s.availableKvGib * bytesPerGib), 9e15));
}

Expected<Room> payloadRoom(const Architecture& architecture, const Scenario& s) {
    const Expected<Question> q = question(architecture, s);
    if (!q) return q.errors();
    const Exact one = sequenceBytes(*q, q->stage, q->tokens, true);
    const Exact all = one * Exact(q->rankSequences);
    if (all.lost) return tooLarge();
    Room r;
    r.available = payloadMemory(s);
    r.needed = all.value;
    if (!r.available) return r;
    r.starts = one.value <= *r.available;
    const Exact requests = Exact(one.value == 0 ? Exact::limit : *r.available / one.value) * Exact(replicasOf(s));
    r.requests = requests.lost ? Exact::limit : requests.value;
    return r;
}

template <class T>
std::optional<T> metric(const SizeResult& r, const char* name) {
    const auto found = r.metrics.find(name);
    if (found == r.metrics.end()) return std::nullopt;
    const T* value = std::get_if<T>(&found->second);
    return value == nullptr ? std::nullopt : std::optional<T>(*value);
}

std::int64_t requestsOf(const SizeResult& r, std::int64_t tokens) {
    if (const auto requests = metric<std::int64_t>(r, "requestsThatFit")) return *requests;
    if (const auto fraction = metric<double>(r, "maxConcurrency")) return static_cast<std::int64_t>(*fraction);
    if (const auto capacity = metric<std::int64_t>(r, "kvCapacityTokens")) return *capacity / tokens;
    return 0;
}

/// From the figures of an engine that has no short way to them.
Expected<Room> figuresRoom(const Architecture& architecture, const Scenario& s) {
    const std::int64_t tokens = lengthOf(architecture, s);
    Scenario now = s;
    now.maxModelLen = tokens;
    const Expected<SizeResult> sized = size(architecture, now);
    if (!sized) return sized.errors();
    Room r;
    r.available = metric<std::int64_t>(*sized, "availableKvBytes");
    const auto reserved = sized->figures.find("reservedBytes");
    if (reserved != sized->figures.end()) r.needed = reserved->second.bytes;
    const std::int64_t most = s.maxModelLen.value_or(tokens);
    if (!r.available || tokens > most) return r;
    r.requests = requestsOf(*sized, tokens);
    r.starts = r.requests > 0;
    if (r.starts && most > tokens) {
        const Expected<SizeResult> longest = size(architecture, s);
        r.starts = longest && requestsOf(*longest, most) > 0;
    }
    if (!r.starts) r.requests = 0;
    r.requests *= replicasOf(s);
    return r;
}

}  // namespace

namespace {

Expected<Room> roomOfEngine(const Architecture& architecture, const Scenario& scenario, const std::string& engine) {
    if (engine == "payload") return payloadRoom(architecture, scenario);
    for (const EngineProfile& profile : engineProfiles())
        if (profile.id == engine)
            return profile.room == nullptr ? figuresRoom(architecture, scenario) : profile.room(architecture, scenario);
    return size(architecture, scenario).errors();
}

}  // namespace

Expected<Room> roomFor(const Architecture& architecture, const Scenario& scenario) {
    Expected<Room> room = roomOfEngine(architecture, scenario, scenario.engine.value_or("payload"));
    // No engine takes a request that is longer than it was started for, even where padding has the cells for it.
    if (room && scenario.maxModelLen && scenario.tokens > scenario.maxModelLen) {
        room->starts = false;
        room->requests = 0;
    }
    return room;
}

}  // namespace kvfit
