#include "engine/llamacpp/admission.hpp"

#include <memory>

#include "engine/llamacpp/budget.hpp"
#include "engine/llamacpp/room.hpp"
#include "engine/llamacpp/start.hpp"

namespace kvfit::llamacpp {

namespace {

/// Slots are fixed when the context is made; a unified context has one pool of cells for all of them. Where it has no
/// cell for a token and no idle slot to clear, every running request fails
/// (tools/server/server-context.cpp `decode`, `try_clear_idle_slots`, src/llama-context.cpp @82bb48500).
Expected<Admission> slotsOf(const Architecture& architecture, const Scenario& scenario, Program program,
                            const Expected<Room>& room) {
    if (!room) return room.errors();
    const Expected<Settings> settings = checkedSettings(architecture, scenario, program);
    if (!settings) return settings.errors();
    const Settings& s = *settings;
    const Context<Exact> context = contextOf<Exact>(s, s.ctx);
    const bool shared = s.unified && !s.perSequence;
    AdmissionPool pool;
    const auto none = [](std::int64_t) { return std::int64_t{0}; };
    pool.granules = !room->starts ? 0 : shared ? context.total.value : s.slots;
    const auto cells = [](std::int64_t n) { return n; };
    const auto slot = [](std::int64_t) { return std::int64_t{1}; };
    pool.held = pool.demanded = shared ? AdmissionPool::AtLength(cells) : AdmissionPool::AtLength(slot);
    pool.shared = none;
    Admission a;
    a.pools = {pool};
    a.mostRunning = s.slots;
    a.longest = context.perStream.value;
    a.failsTogether = shared;
    a.method = shared ? "llama.cpp unified" : "llama.cpp";
    a.source = "tools/server/server-context.cpp, src/llama-context.cpp @82bb48500";
    return a;
}

}  // namespace

Expected<Admission> admissionLlama(const Architecture& architecture, const Scenario& scenario) {
    return slotsOf(architecture, scenario, Program::llama, roomLlama(architecture, scenario));
}

Expected<Admission> admissionOllama(const Architecture& architecture, const Scenario& scenario) {
    return slotsOf(architecture, scenario, Program::ollama, roomOllama(architecture, scenario));
}

}  // namespace kvfit::llamacpp
