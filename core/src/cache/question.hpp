#pragma once

#include <vector>

#include "cache/payload.hpp"
#include "kvfit/scenario.hpp"

namespace kvfit {

/// A scenario whose values are checked and whose absent ones have their defaults.
struct Question {
    std::vector<CachePart> parts;
    Types types;
    std::int64_t tokens = 0;
    std::int64_t sequences = 1;
    std::int64_t interval = 0;  ///< of state checkpoints; 0: one state
    std::int64_t ranks = 1;     ///< tensor-parallel ranks that divide the heads

    template <class N>
    Ask<N> ask(const CachePart& part, std::int64_t n, std::int64_t share = 1) const {
        return {part, types, n, interval, share};
    }
};

Expected<Question> question(const Architecture& architecture, const Scenario& scenario);

/// Payload bytes of one sequence of n tokens, whole (`share` 1) or on one of `share` ranks.
Exact sequenceBytes(const Question& q, std::int64_t n, std::int64_t share);

}  // namespace kvfit
