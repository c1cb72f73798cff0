#include <algorithm>
#include <cmath>

#include "arch/checks.hpp"
#include "kvfit/plan_search.hpp"
#include "plan/gpus.hpp"
#include "plan/kv_types.hpp"
#include "plan/limits.hpp"
#include "plan/refusal.hpp"
#include "plan/setting.hpp"

namespace kvfit {

namespace {

using Changes = std::map<std::string, Metric>;

/// Finds changes and keeps those that work.
class Finder {
public:
    Finder(const Planner& planner, const Attempt& tried) : planner_(planner), tried_(tried), s_(tried.asked) {}

    std::vector<Remedy> run() {
        const std::string engine = s_.engine.value_or("payload");
        if (engine == "vllm") {
            utilization("gpuMemoryUtilization", 0.95);
            halved("batched_tokens", "maxNumBatchedTokens", 8192, 512);
            halved("max_num_seqs", "maxNumSeqs", 1024, std::max<std::int64_t>(1, sequencesOfReplica(s_)));
        }
        if (engine == "sglang") utilization("memFractionStatic", 0.95);
        if (engine == "tensorrt-llm") utilization("freeGpuMemoryFraction", 0.95);
        if (engine == "lmdeploy") utilization("cacheMaxEntryCount", 0.95);
        attentionDp();
        kvType();
        weightsType();
        if (!dividesOverRanks(s_)) onHost();
        maximum();
        fewerSequences();
        shorter();
        moreGpus();
        return std::move(found_);
    }

private:
    const Planner& planner_;
    const Attempt& tried_;
    const Scenario& s_;
    std::vector<Remedy> found_;

    bool works(const Changes& changes) const { return planner_.fits(withChanges(s_, changes)); }

    /// Keeps the changes if they work; the figures are those of the scenario with them.
    bool offer(const char* code, const Changes& changes, const std::string& message,
               std::map<std::string, std::string> params = {}) {
        const Expected<Attempt> changed = planner_.attempt(withChanges(s_, changes));
        if (!changed || !changed->fits()) return false;
        Remedy r;
        r.code = code;
        r.message = message;
        r.changes = changes;
        for (const auto& [key, value] : changes) params.emplace(key, settingText(value));
        r.params = std::move(params);
        r.kvBytes = changed->room.needed;
        r.kvAvailableBytes = *changed->room.available;
        r.requestsThatFit = changed->room.requests;
        found_.push_back(std::move(r));
        return true;
    }

    /// The smallest share up to `most` that works, in hundredths.
    void utilization(const char* key, double most) {
        const std::optional<Metric> now = settingOf(s_, key);
        const double from = now ? std::get<double>(*now) : 0;
        for (auto share = static_cast<int>(std::floor(from * 100)) + 1; share <= std::lround(most * 100); ++share)
            if (offer("utilization", {{key, share / 100.0}},
                      "let the engine use " + std::to_string(share) + " % of the memory"))
                return;
    }

    /// The largest of `from`, half of it, ... that works and is below what is set.
    void halved(const char* code, const char* key, std::int64_t from, std::int64_t least) {
        const std::optional<Metric> now = settingOf(s_, key);
        const std::int64_t set = now ? std::get<std::int64_t>(*now) : from;
        for (std::int64_t n = from; n >= 1; n /= 2) {
            if (n >= set && now) continue;
            const std::int64_t value = std::max(n, least);
            if (value >= set && (now || value == from)) continue;
            if (offer(code, {{key, value}}, std::string("lower ") + key + " to " + countText(value)) || n <= least)
                return;
        }
    }

    /// Latents lie whole on every rank: with attention data-parallel each holds other sequences' instead.
    void attentionDp() {
        if (s_.attentionDp.value_or(false) || tried_.scenario.tp.value_or(1) == 1 || !dividesOverRanks(s_)) return;
        Changes changes = {{"attentionDp", true}, {"tp", *tried_.scenario.tp}};
        if (s_.dp) changes["dp"] = *tried_.scenario.tp;
        if (s_.dcp) changes["dcp"] = std::int64_t{1};
        offer("attention_dp", changes,
              "run attention data-parallel: each GPU then holds the cache of its own requests");
    }

    void kvType() {
        for (const std::string_view type : kvTypesOf(s_.engine.value_or("payload"))) {
            if (type == s_.kvDtype.value_or("auto")) continue;
            Changes changes = {{"kvDtype", std::string(type)}};
            if (s_.kDtype) changes["kDtype"] = std::string(type);
            if (s_.vDtype) changes["vDtype"] = std::string(type);
            if (offer("kv_dtype", changes, "store the cache as " + std::string(type), {{"type", std::string(type)}}))
                return;
        }
    }

    void weightsType() {
        if (s_.weightsGib) return;
        for (const char* type : {"fp8", "int4"})
            if (offer("weights_dtype", {{"weightsDtype", std::string(type)}},
                      std::string("use a checkpoint in ") + type, {{"type", type}}))
                return;
    }

    /// llama.cpp: experts, then the cache, then layers stay on the host.
    void onHost() {
        const std::int64_t layers = planner_.architecture().layers;
        for (std::int64_t n = 1; n <= layers; ++n)
            if (offer("experts_on_host", {{"nCpuMoe", n}},
                      "keep the experts of the first " + countText(n) + " layers on the host"))
                break;
        if (s_.kvOffload.value_or(true)) offer("cache_on_host", {{"kvOffload", false}}, "keep the cache on the host");
        for (std::int64_t n = layers; n >= 0; --n)
            if (offer("layers_on_host", {{"nGpuLayers", n}},
                      "keep " + countText(n) + " layers on the GPUs and the others on the host"))
                break;
    }

    void maximum() {
        const std::int64_t tokens = lengthOf(planner_.architecture(), s_);
        if (s_.maxModelLen && *s_.maxModelLen != tokens)
            offer("max_model_len", {{"maxModelLen", tokens}},
                  "start the engine with a longest request of " + countText(tokens) + " tokens");
    }

    void fewerSequences() {
        const std::int64_t n = Limits(planner_, tried_).sequences();
        if (n < 1) return;
        Changes changes = {{"sequences", n}};
        if (s_.nParallel && *s_.nParallel > n) changes["nParallel"] = n;
        offer("fewer_sequences", changes, "run " + countText(n) + " requests at once; the others wait");
    }

    void shorter() {
        const std::int64_t n = Limits(planner_, tried_).tokens();
        if (n < 1 || n == mostTokens) return;
        offer("shorter_context", {{"tokens", n}}, "limit each request to " + countText(n) + " tokens");
    }

    void moreGpus() {
        const std::optional<GpuChoice> choice = fewestGpus(planner_, s_);
        if (!choice) return;
        offer("more_gpus", changesOf(*choice, s_), "use " + countText(choice->count()) + " GPUs",
              {{"gpus", std::to_string(choice->count())}});
    }
};

}  // namespace

Expected<std::vector<Remedy>> remedies(const Architecture& architecture, const Accelerators& accelerators,
                                       const Scenario& scenario) {
    const Planner planner(architecture, accelerators);
    const Expected<Attempt> tried = planner.attempt(scenario);
    if (!tried) return tried.errors();
    if (tried->fits()) return std::vector<Remedy>();
    return Finder(planner, *tried).run();
}

}  // namespace kvfit
