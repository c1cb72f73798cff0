#include "cache/payload_size.hpp"

#include <algorithm>
#include <cmath>

#include "arch/checks.hpp"
#include "base/names.hpp"
#include "base/text.hpp"
#include "cache/pool.hpp"
#include "cache/question.hpp"

namespace kvfit {

namespace {

/// sequences x sum of the parts, as one equation: of all, or on the fullest rank.
Traced total(const Question& q, bool onRank) {
    Traced sum{Exact(0), nullptr};
    for (const CachePart& part : onRank ? q.stage : q.parts) {
        const Traced one = payloadOf(q.ask<Traced>(part, q.tokens, onRank));
        sum = sum.term == nullptr ? one : sum + one;
    }
    if (sum.term == nullptr) sum = leaf(0, "", "B", "");
    const std::int64_t sequences = onRank ? q.rankSequences : q.sequences;
    return sequences == 1 ? sum : leaf(sequences, "sequences", "sequences", "sequences") * sum;
}

/// What a sequence keeps whatever its length: filled windows, states, encoder tokens.
Traced fixed(const Question& q) {
    Traced sum{Exact(0), nullptr};
    for (const CachePart& part : q.parts) {
        const Ask<Traced> a = q.ask<Traced>(part, q.tokens);
        const Slots<Traced> slots = slotsOf(a);
        if (integerOf(slots.settled) == 0) continue;
        const Traced one = a.of(part.layerCount(), "layers", "layers") * slots.settled * rowOf(a);
        sum = sum.term == nullptr ? one : sum + one;
    }
    return sum.term == nullptr ? leaf(0, "", "B", "") : sum;
}

TermPtr quotient(const Traced& whole, std::int64_t every) {
    if (every == 1) return whole.term;
    Term t;
    t.op = Term::Op::divide;
    t.value = static_cast<double>(whole.number.value) / static_cast<double>(every);
    t.args = {whole.term, leaf(every, "ratio", "tokens", "").term};
    return std::make_shared<const Term>(std::move(t));
}

/// Bytes one further token costs in the long run, for one sequence.
TermPtr marginal(const Question& q, bool onRank) {
    Term sum;
    sum.op = Term::Op::add;
    for (const CachePart& part : onRank ? q.stage : q.parts) {
        const Ask<Traced> a = q.ask<Traced>(part, q.tokens, onRank);
        const std::int64_t every = slotsOf(a).every;
        if (every == 0) continue;
        sum.args.push_back(quotient(a.of(part.layerCount(), "layers", "layers") * rowOf(a), every));
        sum.value += sum.args.back()->value;
    }
    if (sum.args.empty()) return leaf(0, "", "B", "").term;
    return sum.args.size() == 1 ? sum.args.front() : std::make_shared<const Term>(std::move(sum));
}

/// The slope at this length: as the marginal, with windows that are still filling.
double growth(const Question& q) {
    double slope = 0;
    for (const CachePart& part : q.parts) {
        const Ask<Exact> a = q.ask<Exact>(part, q.tokens);
        const Slots<Exact> slots = slotsOf(a);
        const std::int64_t every = q.tokens < slots.fillsUntil ? 1 : slots.every;
        if (every > 0) slope += static_cast<double>(part.layerCount() * rowOf(a).value) / static_cast<double>(every);
    }
    return slope;
}

std::string dtypeName(const Types& types, Role role) {
    const bool pair = role == Role::kv || role == Role::cross;
    if (pair && types.key.dtype != types.value.dtype)
        return std::string(types.key.dtype->name) + "/" + std::string(types.value.dtype->name);
    return std::string(typeOf(types, role).dtype->name);
}

PartSize partSize(const Question& q, const CachePart& part) {
    const Traced one = payloadOf(q.ask<Traced>(part, q.tokens));
    const Traced all = q.sequences == 1 ? one : leaf(q.sequences, "sequences", "sequences", "sequences") * one;
    PartSize p;
    p.role = nameOf(part.role);
    p.name = nameOf(part.kind);
    p.layers = part.layerCount();
    p.dtype = dtypeName(q.types, part.role);
    p.dtypeSource = typeOf(q.types, part.role).source;
    p.draft = part.draft;
    p.bytes = all.number.value;
    p.formula = all.term;
    return p;
}

void addMetrics(SizeResult& r, const Question& q) {
    std::int64_t indexer = 0;
    std::int64_t state = 0;
    for (const PartSize& part : r.parts) {
        if (part.role == "indexer") indexer += part.bytes;
        if (part.role == "recurrent" || part.role == "conv") state += part.bytes;
    }
    r.metrics["kvBytesTotal"] = r.payloadBytes;
    r.metrics["attentionKvBytes"] = r.payloadBytes - indexer - state;
    r.metrics["indexerBytes"] = indexer;
    r.metrics["stateBytes"] = state;
    r.metrics["stateBytesPerSequence"] = state / q.sequences;
    r.metrics["kvBytesPerToken"] = r.marginalBytesPerToken;
    r.metrics["kvBytesPerTokenPerRank"] = marginal(q, true)->value;
    r.metrics["fixedBytesPerSequence"] = r.fixedBytesPerSequence;
}

void addScenarioNotes(SizeResult& r, const Architecture& architecture, const Scenario& scenario) {
    const std::string length = grouped(static_cast<double>(r.tokens));
    if (!scenario.tokens && !scenario.maxModelLen && architecture.trainedContext == 0)
        r.notes.push_back({"tokens_assumed",
                           "no length was given and the model states none; " + length + " tokens are assumed",
                           "tokens",
                           {{"tokens", length}}});
    if (architecture.trainedContext > 0 && r.tokens > architecture.trainedContext) {
        const std::string trained = grouped(static_cast<double>(architecture.trainedContext));
        r.warnings.push_back({"context_above_trained",
                              length + " tokens is above the trained context of " + trained,
                              "tokens",
                              {{"tokens", length}, {"trained", trained}}});
    }
}

}  // namespace

Expected<SizeResult> payloadSize(const Architecture& architecture, const Scenario& scenario) {
    const Expected<Question> asked = question(architecture, scenario);
    if (!asked) return asked.errors();
    const Question& q = *asked;

    const Traced all = total(q, false);
    const Traced rank = total(q, true);
    const Traced settled = fixed(q);
    if (all.number.lost || rank.number.lost || settled.number.lost) return tooLarge();

    SizeResult r;
    r.model = architecture.name.empty() ? architecture.id : architecture.name;
    r.tokens = q.tokens;
    r.sequences = q.sequences;
    r.payloadBytes = r.totalBytes = all.number.value;
    r.formula = all.term;
    r.bytesPerSequence = r.payloadBytes / q.sequences;
    r.bytesPerRank = rank.number.value;
    r.rankFormula = rank.term;
    r.fixedBytesPerSequence = settled.number.value;
    r.fixedFormula = settled.term;
    r.marginalFormula = marginal(q, false);
    r.marginalBytesPerToken = r.marginalFormula->value;
    r.growthBytesPerToken = growth(q);
    for (const CachePart& part : q.parts) r.parts.push_back(partSize(q, part));
    r.notes = architecture.notes;
    addMetrics(r, q);
    if (scenario.engine.value_or("payload") == "payload") addPoolMetrics(r, q, scenario);
    addScenarioNotes(r, architecture, scenario);
    return r;
}

Expected<std::vector<double>> curve(const Architecture& architecture, const Scenario& scenario,
                                    const std::vector<std::int64_t>& tokens) {
    const Expected<Question> asked = question(architecture, scenario);
    if (!asked) return asked.errors();
    std::vector<double> out;
    out.reserve(tokens.size());
    for (const std::int64_t n : tokens) {
        const Exact bytes = sequenceBytes(*asked, asked->parts, n, false) * Exact(asked->sequences);
        if (n < 1 || bytes.lost) return tooLarge();
        out.push_back(static_cast<double>(bytes.value));
    }
    return out;
}

}  // namespace kvfit
