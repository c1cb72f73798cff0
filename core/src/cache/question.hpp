#pragma once

#include <vector>

#include "cache/payload.hpp"
#include "kvfit/scenario.hpp"

namespace kvfit {

/// A scenario whose values are checked and whose absent ones have their defaults.
struct Question {
    std::vector<CachePart> parts;
    std::vector<CachePart> stage;  ///< the parts, with the layers of the fullest pipeline stage alone
    Types types;
    std::int64_t tokens = 0;
    std::int64_t sequences = 1;
    std::int64_t rankSequences = 1;  ///< sequences of the fullest data-parallel replica
    std::int64_t interval = 0;       ///< of state checkpoints; 0: one state
    std::int64_t ranks = 1;          ///< tensor-parallel ranks that divide the heads
    std::int64_t tokenRanks = 1;     ///< context-parallel ranks among them that divide tokens instead

    /// A part as a whole, or one rank's share of it.
    template <class N>
    Ask<N> ask(const CachePart& part, std::int64_t n, bool onRank = false) const {
        if (!onRank) return {part, types, n, interval};
        const bool byTokens = tokenRanks > 1 && growsByToken(part);
        return {part, types, n, interval, byTokens ? ranks / tokenRanks : ranks, byTokens ? tokenRanks : 1};
    }

private:
    static bool growsByToken(const CachePart& part) {
        return part.kind == Kind::full || part.kind == Kind::latent || (part.kind == Kind::indexer && part.ratio == 1);
    }
};

Expected<Question> question(const Architecture& architecture, const Scenario& scenario);

/// Payload bytes of these parts for one sequence of n tokens, whole or one rank's share.
Exact sequenceBytes(const Question& q, const std::vector<CachePart>& parts, std::int64_t n, bool onRank);

}  // namespace kvfit
