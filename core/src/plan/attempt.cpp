#include "plan/attempt.hpp"

#include "plan/budget.hpp"
#include "plan/layout.hpp"
#include "plan/refusal.hpp"

namespace kvfit {

namespace {

Error noMemory() {
    return refusal("missing_memory", "hardware", "no memory is given",
                   "name an accelerator (hardware), its memory (memoryBytes), or the memory for the cache "
                   "(availableKvBytes)");
}

/// Memory that an engine's own log states, where no hardware is named.
void memoryOfLog(Scenario& s) {
    if (s.memoryBytes || s.accelerator || s.hardware) return;
    if (s.gpuTotalBytes)
        s.memoryBytes = s.gpuTotalBytes;
    else if (s.gpuTotalGib)
        s.memoryBytes = static_cast<std::int64_t>(*s.gpuTotalGib * 1073741824.0);
    else if (s.gpuTotalMib)
        s.memoryBytes = *s.gpuTotalMib << 20;
}

}  // namespace

Expected<Attempt> Planner::attempt(const Scenario& scenario) const { return run(scenario, nullptr); }

Expected<Attempt> Planner::attempt(const Scenario& scenario, const Attempt& like) const {
    return run(scenario, &like.overhead);
}

Expected<Attempt> Planner::run(const Scenario& scenario, const Overhead* estimated) const {
    Attempt a;
    a.asked = a.scenario = scenario;
    memoryOfLog(a.scenario);
    Expected<Machine> machine = machineOf(accelerators_, a.scenario);
    if (!machine) return machine.errors();
    a.machine = std::move(*machine);
    if (Errors errors = completeLayout(architecture_, a.machine, a.scenario, a.notes); !errors.empty()) return errors;

    if (!a.machine.devices.empty()) {
        a.scenario.memoryBytes = a.machine.smallest().memoryBytes;
        if (estimated == nullptr) {
            Expected<Overhead> overhead = overheadOf(architecture_, a.scenario);
            if (!overhead) return overhead.errors();
            a.overhead = std::move(*overhead);
            estimated = &a.overhead;
        }
        giveMemory(a.scenario, a.machine, *estimated);
    }
    Expected<Room> room = roomFor(architecture_, a.scenario);
    if (!room) return room.errors();
    if (!room->available) return noMemory();
    a.room = *room;
    return a;
}

}  // namespace kvfit
