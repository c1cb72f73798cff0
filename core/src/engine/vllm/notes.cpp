#include "engine/vllm/notes.hpp"

#include <algorithm>

#include "arch/checks.hpp"
#include "base/text.hpp"
#include "cache/payload.hpp"
#include "engine/remarks.hpp"

namespace kvfit::vllm {

namespace {

bool hasState(const Plan& plan) {
    return std::any_of(plan.specs.begin(), plan.specs.end(), [](const Spec& s) { return s.keep == Spec::Keep::state; });
}

std::string number(std::int64_t value) { return grouped(static_cast<double>(value)); }

}  // namespace

Errors refusals(const Settings& q) {
    Errors errors;
    if (q.stages > std::max<std::int64_t>(1, q.modelLayers))
        errors.push_back({"invalid_parallel_degree",
                          "/pp",
                          "pp",
                          "pp is " + number(q.stages) + ", but the model has " + number(q.modelLayers) + " layers",
                          "use at most one stage for each layer",
                          0,
                          0,
                          {{"value", std::to_string(q.stages)}, {"layers", std::to_string(q.modelLayers)}}});
    const bool windows = std::any_of(q.parts.begin(), q.parts.end(), [](const CachePart& p) {
        return p.kind == Kind::window || p.kind == Kind::window_latent;
    });
    if (q.dcp > 1 && windows && q.localGroups && !q.rules->pool)
        errors.push_back({"invalid_parallel_degree",
                          "/dcp",
                          "dcp",
                          "dcp is " + number(q.dcp) + ", but windows cannot be divided over a context",
                          "use dcp 1, or leave the hybrid KV cache manager off",
                          0,
                          0,
                          {{"value", std::to_string(q.dcp)}}});
    for (const CachePart& p : q.parts) {
        // A page must stay a number that later products can hold.
        const Exact row = rowOf(Ask<Exact>{p, q.types, 0, 0, q.ranks}) + Exact(p.channels) * Exact(8);
        if ((row * Exact(256) * Exact(std::max(q.blockSize, p.kernel + q.speculative))).lost) return {tooLarge()};
    }
    return errors;
}

// vllm/v1/worker/gpu_model_runner.py @7cfb97e337: every running sequence needs a state block
void addWarnings(const Settings& q, const Plan& plan, const Demand& demand, const std::optional<Capacity>& capacity,
                 const Scenario& s, SizeResult& r) {
    r.metrics["warning"] = std::string("none");
    warnAboveMaximum(s, q.maxModelLen, r);
    if (!capacity) return;
    if (!capacity->fits) {
        const std::int64_t longest = longestOf(q, plan, demand, *capacity);
        r.warnings.push_back({"max_model_len_does_not_fit",
                              "one request of " + number(q.maxModelLen) + " tokens needs " +
                                  number(demand.admissionBytes) + " bytes, more than the cache has; " +
                                  (longest > 0 ? "the longest that fits is " + number(longest) : "no length fits"),
                              "maxModelLen",
                              {{"needed", std::to_string(demand.admissionBytes)},
                               {"available", std::to_string(capacity->available)},
                               {"longest", std::to_string(longest)}}});
    }
    if (!hasState(plan)) return;
    r.metrics["maxStateSequences"] = capacity->blocks;
    if (s.maxNumSeqs && *s.maxNumSeqs > capacity->blocks) {
        r.metrics["warning"] = std::string("max_num_seqs_exceeds_state_blocks");
        r.warnings.push_back(
            {"max_num_seqs_exceeds_state_blocks",
             "max_num_seqs " + number(*s.maxNumSeqs) + " is above the " + number(capacity->blocks) +
                 " state blocks; every running sequence needs one",
             "maxNumSeqs",
             {{"value", std::to_string(*s.maxNumSeqs)}, {"blocks", std::to_string(capacity->blocks)}}});
    }
}

void addNotes(const Settings& q, const Plan& plan, SizeResult& r) {
    const auto note = [&](const char* code, const char* message, const char* field) {
        r.notes.push_back({code, message, field, {}});
    };
    if (q.stages > 1 && !q.rules->needOfStage)
        note("need_of_whole_model",
             "the length check of 0.14 and 0.15 counts the whole model; other releases check each stage alone", "pp");
    if (!q.rules->pool && !q.rules->tokensByConcurrency && plan.groupCount() > 1)
        note("tokens_line_divided",
             "this release prints its size in tokens divided by the groups of layers, far too low; its concurrency is "
             "right",
             "engineVersion");
    if (plan.promoted)
        note("windows_promoted", "page sizes cannot be unified; window layers are held at full length", "model");
    if (q.types.key.dtype->layout == Dtype::Layout::rotated && q.modelLayers > 1 && !hasState(plan))
        note("boundary_layers_unquantized",
             "the first and last two layers keep the model's type; how their blocks line up was read, not run",
             "kvDtype");
    if (q.speculative > 0 && hasState(plan))
        note(
            "speculative_states_read",
            "copies of states for speculative tokens were read and seen for gated delta networks, only read for others",
            "speculativeTokens");
    if (q.stateMode == StateMode::all && hasState(plan))
        note("state_mode_all_read", "state mode all was read, not run", "stateCacheMode");
}

}  // namespace kvfit::vllm
