#include "plan/verdict.hpp"

#include "arch/checks.hpp"
#include "plan/layout.hpp"
#include "plan/refusal.hpp"

namespace kvfit {

namespace {

/// Less of the cache than this to spare is tight.
constexpr double tightShare = 0.03;

std::string sequencesText(std::int64_t n) { return n == 1 ? "1 request" : countText(n) + " requests"; }

/// Whether the scenario still fits with its estimates at one of their bounds.
bool fitsAt(const Planner& planner, const Attempt& a, std::int64_t Assumed::*bound) {
    if (a.overhead.figures.empty() || !dividesOverRanks(a.scenario)) return a.fits();
    Attempt other;
    other.overhead = a.overhead.at(bound);
    return planner.fits(a.asked, other);
}

}  // namespace

Verdict verdictOf(const Planner& planner, const Attempt& a, const FitResult& r) {
    const std::int64_t tokens = lengthOf(planner.architecture(), a.scenario);
    const bool sure = fitsAt(planner, a, r.fits ? &Assumed::high : &Assumed::low) == r.fits;
    const std::int64_t longest = a.scenario.maxModelLen.value_or(tokens);
    const std::int64_t spare = r.kvAvailableBytes - r.memory.kv;
    const bool close = static_cast<double>(spare) < tightShare * static_cast<double>(r.kvAvailableBytes);
    Verdict v;
    v.params = {{"tokens", std::to_string(tokens)},
                {"sequences", std::to_string(a.sequences())},
                {"requests", std::to_string(r.requestsThatFit)},
                {"needed", std::to_string(r.memory.kv)},
                {"available", std::to_string(r.kvAvailableBytes)},
                {"missing", std::to_string(std::max<std::int64_t>(0, -r.memory.free))},
                {"weights", std::to_string(r.memory.weights)},
                {"usable", std::to_string(r.memory.usable)},
                {"maxModelLen", std::to_string(longest)},
                {"spare", std::to_string(std::max<std::int64_t>(0, spare))},
                {"sure", sure ? "true" : "false"}};
    const std::string asked =
        sequencesText(a.sequences()) + " of " + countText(tokens) + (tokens == 1 ? " token" : " tokens");
    const std::string there = sizeText(r.kvAvailableBytes) + " for the cache on each GPU";
    const auto say = [&](const char* code, std::string message) {
        v.code = code;
        v.message = std::move(message);
    };
    if (r.fits)
        say(!sure   ? "fits_narrowly"
            : close ? "fits_closely"
                    : "fits",
            asked + (a.sequences() == 1 ? " fits: it needs " : " fit: they need ") + sizeText(r.memory.kv) + " of " +
                there);
    else if (r.memory.total > 0 && r.memory.weights + r.memory.overhead >= r.memory.usable)
        say("weights_do_not_fit", "the weights and what runs beside them need " +
                                      sizeText(r.memory.weights + r.memory.overhead) + ", but a GPU has " +
                                      sizeText(r.memory.usable) + " to give");
    else if (tokens > longest)
        say("tokens_above_max_model_len",
            countText(tokens) + " tokens are more than the " + countText(longest) + " that the engine is started with");
    else if (!a.room.starts)
        say("does_not_start",
            "the engine does not start: one request of " + countText(longest) + " tokens does not fit into " + there);
    else if (r.requestsThatFit > 0)
        say("some_requests_wait", countText(r.requestsThatFit) + " of " + asked + " run at once; the others wait");
    else
        say("no_request_fits", asked + (a.sequences() == 1 ? " does" : " do") + " not fit: " + sizeText(r.memory.kv) +
                                   " needed of " + there);
    return v;
}

}  // namespace kvfit
