#pragma once

#include <utility>

#include "kvfit/engine.hpp"
#include "plan/overhead.hpp"

namespace kvfit {

/// A scenario with its memory, layout and estimates filled in, and what its engine has room for.
struct Attempt {
    Scenario asked;     ///< as it was given
    Scenario scenario;  ///< with what was filled in
    Machine machine;
    Overhead overhead;
    Room room;
    std::vector<DeviceUse> devices;  ///< llama.cpp: what lies where
    Notes notes;

    std::int64_t sequences() const { return scenario.sequences.value_or(1); }
    bool fits() const { return room.starts && room.requests >= sequences(); }
};

/// A model on its hardware, of which scenarios are tried.
class Planner {
public:
    Planner(const Architecture& architecture, const Accelerators& accelerators)
        : architecture_(architecture), accelerators_(accelerators) {}

    /// Error: an impossible input, or no memory given.
    Expected<Attempt> attempt(const Scenario& scenario) const;

    /// The same with the estimates of another attempt: for scenarios that differ in length or number of sequences.
    Expected<Attempt> attempt(const Scenario& scenario, const Attempt& like) const;

    bool fits(const Scenario& scenario) const {
        const Expected<Attempt> tried = attempt(scenario);
        return tried && tried->fits();
    }
    bool fits(const Scenario& scenario, const Attempt& like) const {
        const Expected<Attempt> tried = attempt(scenario, like);
        return tried && tried->fits();
    }

    const Architecture& architecture() const { return architecture_; }
    const Accelerators& accelerators() const { return accelerators_; }

private:
    Errors placeLayers(Attempt& attempt) const;
    Expected<Attempt> run(const Scenario& scenario, const Overhead* estimated) const;

    const Architecture& architecture_;
    const Accelerators& accelerators_;
};

/// What the scenario's engine has room for; the payload alone where there is none.
Expected<Room> roomFor(const Architecture& architecture, const Scenario& scenario);

}  // namespace kvfit
