#include "plan/attempt.hpp"

#include "base/units.hpp"
#include "engine/llamacpp/room.hpp"
#include "plan/budget.hpp"
#include "plan/devices.hpp"
#include "plan/engine_defaults.hpp"
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
    if (s.memoryBytes || s.accelerator) return;
    if (s.gpuTotalBytes)
        s.memoryBytes = s.gpuTotalBytes;
    else if (s.gpuTotalGib)
        s.memoryBytes = static_cast<std::int64_t>(*s.gpuTotalGib * bytesPerGib);
    else if (s.gpuTotalMib)
        s.memoryBytes = *s.gpuTotalMib << 20;
}

}  // namespace

Expected<Attempt> Planner::attempt(const Scenario& scenario) const { return run(scenario, nullptr); }

Expected<Attempt> Planner::attempt(const Scenario& scenario, const Attempt& like) const {
    return run(scenario, &like.overhead);
}

/// The cache that llama.cpp's devices hold as its layers lie: more than is needed where all have room, less where one
/// has not.
Errors Planner::placeLayers(Attempt& a) const {
    Scenario& s = a.scenario;
    if (s.availableKvBytes || s.availableKvGib) return {};
    if (Errors errors = checkPlacement(a.machine, s); !errors.empty()) return errors;
    Expected<WeightSize> size = weights(architecture_, s);
    if (!size) return size.errors();
    if (s.weightsGib) {
        *size = WeightSize();
        size->bytes = a.overhead.weights;
    }
    const Expected<std::vector<std::int64_t>> cache = llamacpp::layerBytes(architecture_, s);
    if (!cache) return cache.errors();
    Placement placement = place(a.machine, s, *size, *cache, a.overhead.activation);
    s.availableKvBytes = placement.available();
    a.devices = std::move(placement.devices);
    return {};
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
        fillEngineDefaults(a.machine, a.scenario);
        if (estimated == nullptr) {
            Expected<Overhead> overhead = overheadOf(architecture_, a.scenario);
            if (!overhead) return overhead.errors();
            a.overhead = std::move(*overhead);
            estimated = &a.overhead;
        }
        if (dividesOverRanks(a.scenario))
            giveMemory(a.scenario, a.machine, *estimated);
        else if (Errors errors = placeLayers(a); !errors.empty())
            return errors;
    }
    Expected<Room> room = roomFor(architecture_, a.scenario);
    if (!room) return room.errors();
    if (!room->available) return noMemory();
    a.room = *room;
    return a;
}

}  // namespace kvfit
