#include "kvfit/load.hpp"

#include <algorithm>
#include <cmath>

#include "arch/checks.hpp"
#include "base/exact.hpp"
#include "load/demand.hpp"
#include "load/mix_summary.hpp"
#include "load/shares.hpp"
#include "load/speed.hpp"
#include "plan/layout.hpp"
#include "plan/refusal.hpp"

namespace kvfit {

namespace {

constexpr std::int64_t playedWork = 80000;  // a page answers while people type

std::string tenths(double n) {
    const auto whole = std::llround(n * 10);
    return countText(whole / 10) + "." + std::to_string(whole % 10);
}

void addRemarks(LoadResult& r, const Admission& a, const Simulated& played) {
    r.notes.push_back({"admission_rules",
                       "requests are taken first come, first served, by the rules of " + a.method + " (" + a.source +
                           "); every step gives each running request a token",
                       "engine",
                       {{"method", a.method}, {"source", a.source}}});
    if (a.clippedAnswer > 0)
        r.notes.push_back(
            {"answers_as_asked", "each request is taken to ask for the tokens that it gets", "outputLengths"});
    if (a.failsTogether && r.concurrency.stopsPerRequest > 0)
        r.notes.push_back({"all_fail_together",
                           "where the shared cells run out llama.cpp fails every running request; here the newest one "
                           "waits and begins anew",
                           "kvUnified",
                           {}});
    if (played.scaledDown > 1)
        r.notes.push_back({"scaled_down",
                           "played with a part of 1/" + std::to_string(played.scaledDown) + " of the memory",
                           "",
                           {{"factor", std::to_string(played.scaledDown)}}});
    if (played.refused > 0)
        r.warnings.push_back({"requests_refused",
                              tenths(100 * r.concurrency.refusedShare) + "% of the requests are too long to be taken",
                              "lengths",
                              {{"percent", tenths(100 * r.concurrency.refusedShare)}}});
    if (r.concurrency.stopsPerRequest > 0.1)
        r.warnings.push_back(
            {"requests_stopped",
             "of 100 requests " + tenths(100 * r.concurrency.stopsPerRequest) +
                 " lose their memory and begin anew; a limit of running requests below " +
                 countText(r.concurrency.low) + " avoids it",
             "maxNumSeqs",
             {{"percent", tenths(100 * r.concurrency.stopsPerRequest)}, {"limit", std::to_string(r.concurrency.low)}}});
}

/// What a rate needs and what that costs, by the speed that was found.
void addDemand(LoadResult& r, const Admission& admission, const LengthMix& mix, const SimulationPlan& plan,
               const LoadSettings& s) {
    const SpeedResult& speed = *r.speed;
    const double prefill = speed.prefillTokensPerSecond > 0 ? r.lengths.meanPrompt / speed.prefillTokensPerSecond : 0;
    const double seconds = prefill + r.lengths.meanOutput / speed.decodeTokensPerSecond;
    if (seconds > 0) r.mostRequestsPerSecond = r.concurrency.expected / seconds;
    if (s.requestsPerSecond && *s.requestsPerSecond > 0)
        r.demand = demandOf(admission, mix, plan, s, speed, seconds, r.concurrency.expected);
    if (s.pricePerGpuHour && r.mostRequestsPerSecond) r.cost = costOf(*s.pricePerGpuHour, r);
    if (speed.decodeBasis == "bound")
        r.notes.push_back({"decode_bound",
                           "no engine decodes faster than the memory's bandwidth delivers weights and cache; measured "
                           "speeds are lower",
                           "decodeTokensPerSecond"});
}

Verdict verdictOf(const ConcurrencyResult& c) {
    if (!(c.expected > 0)) return {"load_none", "no request of these lengths runs in this memory"};
    return {"load_expected",
            "on average " + tenths(c.expected) + " requests run at once, " + countText(c.low) + " to " +
                countText(c.high) + " in 90% of the time; " + countText(c.worst) +
                " if all were as long as the longest",
            {{"expected", tenths(c.expected)},
             {"low", std::to_string(c.low)},
             {"high", std::to_string(c.high)},
             {"worst", std::to_string(c.worst)}}};
}

Errors checkSettings(const LoadSettings& s, const Scenario& scenario) {
    Errors errors;
    requireRange(errors, scenario.sharedPrefixTokens, "sharedPrefixTokens", 0, Exact::limit);
    requireRange(errors, s.samples, "samples", 1, 1024);
    requireRange(errors, s.seed, "seed", 0, Exact::limit);
    return errors;
}

}  // namespace

Expected<LoadResult> load(const Architecture& architecture, const Accelerators& accelerators, const Scenario& scenario,
                          const LoadSettings& s) {
    if (const Errors errors = checkSettings(s, scenario); !errors.empty()) return errors;
    LoadResult r;
    const std::int64_t tokens = lengthOf(architecture, scenario);
    const Expected<LengthMix> mixed = lengthMixOf(s, tokens, r.notes);
    if (!mixed) return mixed.errors();
    const LengthMix& mix = *mixed;
    const std::vector<RequestLengths> some = evenly(mix);
    r.lengths = summaryOf(mix);

    // The engine is started for the longest request, unless its limit is given.
    Scenario started = scenario;
    started.maxModelLen = scenario.maxModelLen.value_or(std::max(r.lengths.longest, mix.measured ? 1 : tokens));
    started.tokens = *started.maxModelLen;
    if (dividesOverRanks(scenario)) started.sequences = 1;
    const Planner planner(architecture, accelerators);
    const Expected<Attempt> tried = planner.attempt(started);
    if (!tried) return tried.errors();
    const Expected<SizeResult> sized = size(architecture, tried->scenario);
    if (!sized) return sized.errors();
    r.model = sized->model;
    r.engine = sized->engine;
    r.engineVersion = sized->engineVersion;
    r.warnings = sized->warnings;
    r.gpus = dividesOverRanks(tried->scenario) ? layoutOf(tried->scenario).gpus
                                               : std::max<std::int64_t>(1, tried->machine.count());

    Expected<Admission> admission = admissionOf(architecture, tried->scenario);
    if (!admission) return admission.errors();
    SimulationPlan plan;
    plan.mostWork = playedWork;
    plan.samples = s.samples.value_or(1);
    plan.sharedPrefix = scenario.sharedPrefixTokens.value_or(0);
    plan.seed = static_cast<std::uint64_t>(s.seed.value_or(1));
    const double guess = static_cast<double>(
        requestsOfLength(*admission, {std::llround(r.lengths.meanPrompt), std::llround(r.lengths.meanOutput)}, plan) *
        admission->replicas);
    // Speed sets how long a prompt is computed, in steps; it depends on how many run, which is nearly `guess`.
    Notes unsaid;
    Expected<std::optional<SpeedResult>> speed =
        speedOf(architecture, accelerators, *tried, s, std::max(1.0, guess), r.lengths, some, unsaid);
    if (!speed) return speed.errors();
    if (*speed && (*speed)->prefillTokensPerSecond > 0)
        plan.prefillStepsPerToken = (*speed)->decodeTokensPerSecond / (*speed)->prefillTokensPerSecond;
    const Simulated played = simulate(*admission, mix, plan);
    r.concurrency = concurrencyOf(*admission, mix, plan, played, r.lengths, scenario);
    addRemarks(r, *admission, played);

    const double expected = r.concurrency.expected;
    if (expected > 0) {
        speed = speedOf(architecture, accelerators, *tried, s, expected, r.lengths, some, r.notes);
        if (!speed) return speed.errors();
        r.speed = *speed;
    }
    if (r.speed) addDemand(r, *admission, mix, plan, s);
    r.verdict = verdictOf(r.concurrency);
    return r;
}

}  // namespace kvfit
