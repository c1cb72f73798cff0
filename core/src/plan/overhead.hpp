#pragma once

#include <vector>

#include "kvfit/plan.hpp"

namespace kvfit {

/// What one rank holds beside the cache, that of the fullest.
struct Overhead {
    std::vector<Assumed> figures;
    Notes notes;

    std::int64_t weights = 0;
    std::int64_t activation = 0;  ///< llama.cpp: compute buffer
    std::int64_t graphs = 0;
    std::int64_t nonTorch = 0;

    /// The same at the lower or upper bounds of its figures.
    Overhead at(std::int64_t Assumed::*bound) const;

    std::int64_t outsideWeights() const { return activation + graphs + nonTorch; }
};

/// Figures that the scenario gives, else estimates.
Expected<Overhead> overheadOf(const Architecture& architecture, const Scenario& scenario);

}  // namespace kvfit
