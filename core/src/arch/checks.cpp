#include "arch/checks.hpp"

#include <algorithm>
#include <string>

#include "base/exact.hpp"
#include "base/text.hpp"

namespace kvfit {

namespace {

constexpr std::int64_t assumedContext = 4096;
constexpr std::int64_t mostDraftLayers = 1024;

/// Whole heads on every rank, or one head whole on a whole number of ranks.
bool divides(std::int64_t heads, std::int64_t ranks) { return heads % ranks == 0 || ranks % heads == 0; }

/// TensorRT-LLM rounds the heads of a rank up (resource_manager.py, num_kv_heads_per_layer @001541bad).
bool roundsHeadsUp(const Scenario& s) { return s.engine == "tensorrt-llm"; }

void checkDegree(Errors& errors, const Architecture& a, const Scenario& s) {
    const std::int64_t tp = s.tp.value_or(1);
    if (tp < 1 || s.attentionDp.value_or(false) || roundsHeadsUp(s) || dividesHeads(a, tp)) return;
    std::string allowed;
    for (std::int64_t degree = 1; degree <= 1024; ++degree)
        if (dividesHeads(a, degree)) allowed += (allowed.empty() ? "" : ", ") + std::to_string(degree);
    errors.push_back({"invalid_parallel_degree",
                      "/tp",
                      "tp",
                      "tp is " + std::to_string(tp) + ", but the heads of this model cannot be divided by it",
                      "use one of " + allowed,
                      0,
                      0,
                      {{"value", std::to_string(tp)}, {"allowed", allowed}}});
}

void refuseDegree(Errors& errors, const char* field, std::int64_t value, const std::string& why,
                  const std::string& hint, std::map<std::string, std::string> params) {
    params["value"] = std::to_string(value);
    errors.push_back({"invalid_parallel_degree", std::string("/") + field, field,
                      std::string(field) + " is " + std::to_string(value) + ", but " + why, hint, 0, 0,
                      std::move(params)});
}

/// A stage needs a layer; context parallelism divides the tokens of one tensor-parallel group's ranks.
void checkStages(Errors& errors, const Architecture& a, const Scenario& s) {
    const std::int64_t pp = s.pp.value_or(1);
    if (a.layers > 0 && pp > a.layers)
        refuseDegree(errors, "pp", pp, "the model has " + std::to_string(a.layers) + " layers",
                     "use at most one stage for each layer", {{"layers", std::to_string(a.layers)}});
    const std::int64_t tp = s.tp.value_or(1);
    const std::int64_t dcp = s.dcp.value_or(1);
    if (dcp > 1 && tp >= 1 && tp % dcp != 0)
        refuseDegree(errors, "dcp", dcp, "it does not divide tp (" + std::to_string(tp) + ")", "use a divisor of tp",
                     {{"tp", std::to_string(tp)}});
}

}  // namespace

bool dividesHeads(const Architecture& a, std::int64_t tp) {
    if (a.attentionHeads > 0 && a.attentionHeads % tp != 0) return false;
    return std::all_of(a.parts.begin(), a.parts.end(), [&](const CachePart& part) {
        switch (part.role) {
            case Role::kv:
            case Role::cross:
                return divides(part.heads, tp);
            case Role::recurrent:
                return part.heads % tp == 0;
            default:
                return true;
        }
    });
}

std::int64_t replicasOf(const Scenario& s) {
    return s.dp.value_or(s.attentionDp.value_or(false) ? s.tp.value_or(1) : 1);
}

std::int64_t sequencesOfReplica(const Scenario& s) { return (s.sequences.value_or(1) - 1) / replicasOf(s) + 1; }

void requireRange(Errors& errors, const std::optional<std::int64_t>& value, const char* field, std::int64_t least,
                  std::int64_t most) {
    if (!value || (*value >= least && *value <= most)) return;
    const std::string range =
        "from " + grouped(static_cast<double>(least)) + " to " + grouped(static_cast<double>(most));
    errors.push_back(
        {"out_of_range",
         std::string("/") + field,
         field,
         std::string(field) + " is " + std::to_string(*value) + ", which is out of range",
         "use a whole number " + range,
         0,
         0,
         {{"value", std::to_string(*value)}, {"least", std::to_string(least)}, {"most", std::to_string(most)}}});
}

void requireShare(Errors& errors, const std::optional<double>& value, const char* field) {
    if (!value || (*value > 0 && *value <= 1)) return;
    const std::string shown = grouped(*value);
    errors.push_back({"out_of_range",
                      std::string("/") + field,
                      field,
                      std::string(field) + " is " + shown + ", but it is a share of the whole",
                      "use a number above 0, at most 1",
                      0,
                      0,
                      {{"value", shown}, {"least", "0"}, {"most", "1"}}});
}

Errors checkScenario(const Architecture& architecture, const Scenario& s) {
    Errors errors;
    constexpr std::int64_t limit = Exact::limit;
    requireRange(errors, s.tokens, "tokens", 1, limit);
    requireRange(errors, s.maxModelLen, "maxModelLen", 1, limit);
    requireRange(errors, s.sequences, "sequences", 1, limit);
    requireRange(errors, s.stateCheckpointInterval, "stateCheckpointInterval", 1, limit);
    requireRange(errors, s.availableKvBytes, "availableKvBytes", 0, limit);
    requireRange(errors, s.offloadChunkTokens, "offloadChunkTokens", 1, limit);
    requireRange(errors, s.draftSlidingLayers, "draftSlidingLayers", 0, mostDraftLayers);
    if (s.draftLayers) requireRange(errors, s.draftLayers->count, "draftLayers", 0, mostDraftLayers);
    for (const auto& [value, field] : {std::pair{s.tp, "tp"}, {s.pp, "pp"}, {s.dp, "dp"}, {s.dcp, "dcp"}})
        requireRange(errors, value, field, 1, 1 << 20);
    checkDegree(errors, architecture, s);
    checkStages(errors, architecture, s);
    return errors;
}

std::int64_t lengthOf(const Architecture& architecture, const Scenario& scenario) {
    if (scenario.tokens) return *scenario.tokens;
    if (scenario.maxModelLen) return *scenario.maxModelLen;
    return architecture.trainedContext > 0 ? architecture.trainedContext : assumedContext;
}

Error tooLarge() {
    return {"too_large", "", "tokens", "the result is larger than 2^53 - 1 bytes (8 PiB)",
            "use fewer tokens or fewer sequences"};
}

}  // namespace kvfit
