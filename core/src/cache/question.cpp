#include "cache/question.hpp"

#include "arch/checks.hpp"
#include "cache/draft.hpp"

namespace kvfit {

Expected<Question> question(const Architecture& architecture, const Scenario& s) {
    Errors errors = checkScenario(architecture, s);
    Expected<Types> types = resolveTypes(architecture, s);
    if (!types) errors.insert(errors.end(), types.errors().begin(), types.errors().end());
    if (!errors.empty()) return errors;
    Question q;
    q.parts = countedParts(architecture, s);
    q.types = *types;
    q.tokens = lengthOf(architecture, s);
    q.sequences = s.sequences.value_or(1);
    q.interval = s.stateCheckpointInterval.value_or(0);
    q.ranks = s.attentionDp.value_or(false) ? 1 : s.tp.value_or(1);
    return q;
}

Exact sequenceBytes(const Question& q, std::int64_t n, std::int64_t share) {
    Exact sum(0);
    for (const CachePart& part : q.parts) sum = sum + payloadOf(q.ask<Exact>(part, n, share));
    return sum;
}

}  // namespace kvfit
