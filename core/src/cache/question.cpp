#include "cache/question.hpp"

#include "arch/checks.hpp"
#include "cache/draft.hpp"
#include "cache/expand.hpp"
#include "cache/stage.hpp"

namespace kvfit {

namespace {

/// The pipeline stage whose layers hold most bytes.
std::vector<CachePart> fullestStage(const Question& q, std::int64_t layers, std::int64_t count) {
    if (count == 1) return q.parts;
    std::vector<CachePart> fullest;
    std::int64_t most = -1;
    const std::vector<Stage> stages = stagesOf(layers, count);
    for (const Stage& stage : stages) {
        std::vector<CachePart> parts = partsOf(q.parts, stage, &stage == &stages.back());
        const Exact bytes = sequenceBytes(q, parts, q.tokens, true);
        if (bytes.lost || bytes.value <= most) continue;
        most = bytes.value;
        fullest = std::move(parts);
    }
    return fullest;
}

}  // namespace

Expected<Question> question(const Architecture& architecture, const Scenario& s) {
    Errors errors = checkScenario(architecture, s);
    Expected<Types> types = resolveTypes(architecture, s);
    if (!types) errors.insert(errors.end(), types.errors().begin(), types.errors().end());
    if (s.mlaExpanded.value_or(false)) {
        const Errors expansion = checkExpansion(architecture);
        errors.insert(errors.end(), expansion.begin(), expansion.end());
    }
    if (!errors.empty()) return errors;
    const std::int64_t tp = s.tp.value_or(1);
    const bool dataParallel = s.attentionDp.value_or(false);
    Question q;
    q.parts = countedParts(architecture, s);
    q.types = *types;
    q.tokens = lengthOf(architecture, s);
    q.sequences = s.sequences.value_or(1);
    q.rankSequences = sequencesOfReplica(s);
    q.interval = s.stateCheckpointInterval.value_or(0);
    q.ranks = dataParallel ? 1 : tp;
    q.tokenRanks = dataParallel ? 1 : s.dcp.value_or(1);
    q.stage = fullestStage(q, architecture.layers, s.pp.value_or(1));
    return q;
}

Exact sequenceBytes(const Question& q, const std::vector<CachePart>& parts, std::int64_t n, bool onRank) {
    Exact sum(0);
    for (const CachePart& part : parts) sum = sum + payloadOf(q.ask<Exact>(part, n, onRank));
    return sum;
}

}  // namespace kvfit
