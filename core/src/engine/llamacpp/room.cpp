#include <algorithm>

#include "arch/checks.hpp"
#include "engine/llamacpp/allocation.hpp"
#include "engine/llamacpp/budget.hpp"
#include "engine/llamacpp/refuse.hpp"
#include "engine/llamacpp/room.hpp"
#include "engine/llamacpp/start.hpp"

namespace kvfit::llamacpp {

Expected<Settings> checkedSettings(const Architecture& architecture, const Scenario& scenario, Program program) {
    Errors errors = checkScenario(architecture, scenario);
    if (errors.empty()) errors = refuseScenario(scenario);
    if (!errors.empty()) return errors;
    Settings s = settingsOf(architecture, scenario, program, lengthOf(architecture, scenario));
    errors = refuseTypes(s);
    if (!errors.empty()) return errors;
    return s;
}

namespace {

/// Sequences of the asked length that the context's slots and cells take.
std::int64_t requestsOf(const Settings& s, bool lengthGiven) {
    if (!lengthGiven) return s.slots;
    const Context<Exact> context = contextOf<Exact>(s, s.ctx);
    if (s.unified && !s.perSequence) return std::min(s.slots, context.total.value / s.tokens);
    return s.tokens <= context.perStream.value ? s.slots : 0;
}

Expected<Room> room(const Architecture& architecture, const Scenario& scenario, Program program) {
    const Expected<Settings> settings = checkedSettings(architecture, scenario, program);
    if (!settings) return settings.errors();
    const Settings& s = *settings;
    const Exact bytes = totalOf(allocateAll<Exact>(s, Holding::reserved, s.ctx));
    if (bytes.lost) return tooLarge();
    Room r;
    r.available = availableBytes(architecture, scenario);
    r.needed = bytes.value;
    r.starts = r.available && r.needed <= *r.available;
    if (r.starts) r.requests = requestsOf(s, scenario.tokens.has_value());
    return r;
}

}  // namespace

Expected<Room> roomLlama(const Architecture& architecture, const Scenario& scenario) {
    return room(architecture, scenario, Program::llama);
}

Expected<Room> roomOllama(const Architecture& architecture, const Scenario& scenario) {
    return room(architecture, scenario, Program::ollama);
}

Expected<std::vector<std::int64_t>> layerBytes(const Architecture& architecture, const Scenario& scenario) {
    const Program program = scenario.engine == "ollama" ? Program::ollama : Program::llama;
    const Expected<Settings> settings = checkedSettings(architecture, scenario, program);
    if (!settings) return settings.errors();
    std::vector<std::int64_t> out(static_cast<std::size_t>(std::max<std::int64_t>(1, architecture.layers)));
    Exact all(0);
    for (const Allocation<Exact>& a : allocateAll<Exact>(*settings, Holding::reserved, settings->ctx)) {
        const Exact part = a.k + a.v.value_or(Exact(0)) + a.compressor.value_or(Exact(0));
        all = all + part;
        if (all.lost) return tooLarge();
        for (const std::int64_t layer : a.part->layers)
            out[std::min(static_cast<std::size_t>(layer), out.size() - 1)] += part.value / a.part->layerCount();
    }
    return out;
}

}  // namespace kvfit::llamacpp
