#include "plan/remedy_steps.hpp"

#include <algorithm>
#include <cmath>

#include "arch/checks.hpp"
#include "plan/kv_types.hpp"
#include "plan/layout.hpp"

namespace kvfit {

namespace {

using Steps = std::vector<Step>;

/// Shares above what is set, or may be by default, in hundredths.
Steps utilization(const Scenario& s, const char* key, double standard) {
    constexpr int most = 95;
    const std::optional<Metric> now = settingOf(s, key);
    const double from = now ? std::get<double>(*now) : standard;
    Steps steps;
    for (auto share = static_cast<int>(std::floor(from * 100)) + 1; share <= most; ++share)
        steps.push_back({"utilization",
                         "let the engine use " + std::to_string(share) + "% of the memory",
                         {{key, share / 100.0}},
                         {{"percent", std::to_string(share)}}});
    return steps;
}

/// Half of what is used, a quarter, ... down to `least`.
Steps halved(const char* code, const char* key, std::int64_t used, std::int64_t least) {
    Steps steps;
    for (std::int64_t n = used / 2; n >= 1 && used > least; n /= 2) {
        const std::int64_t value = std::max(n, least);
        steps.push_back({code, std::string("lower ") + key + " to " + countText(value), {{key, value}}});
        if (n <= least) break;
    }
    return steps;
}

/// The engine runs no more at once than it was told.
Steps moreAtOnce(const Attempt& tried) {
    const Scenario& s = tried.scenario;
    const std::int64_t needed = sequencesOfReplica(s);
    if (!s.maxNumSeqs || *s.maxNumSeqs >= needed) return {};
    return {{"more_at_once", "let " + countText(needed) + " requests run at once", {{"maxNumSeqs", needed}}}};
}

/// GPUs that the layout leaves idle.
Steps ranks(const Planner& planner, const Attempt& tried) {
    const Scenario& s = tried.scenario;
    const std::int64_t now = s.tp.value_or(1);
    Steps steps;
    if (tried.machine.devices.empty() || s.attentionDp.value_or(false)) return steps;
    for (std::int64_t tp = now + 1; tp <= tried.machine.perNode(); ++tp) {
        if (!dividesHeads(planner.architecture(), tp)) continue;
        Scenario wider = s;
        wider.tp = tp;
        if (layoutOf(wider).gpus <= tried.machine.count())
            steps.push_back({"more_ranks", "divide the model over " + countText(tp) + " GPUs", {{"tp", tp}}});
    }
    return steps;
}

/// Latents lie whole on every rank: with attention data-parallel each holds other sequences' instead.
Steps attentionDp(const Attempt& tried) {
    const Scenario& s = tried.asked;
    if (s.attentionDp.value_or(false) || tried.scenario.tp.value_or(1) == 1) return {};
    Changes changes = {{"attentionDp", true}, {"tp", *tried.scenario.tp}};
    if (s.dp) changes["dp"] = *tried.scenario.tp;
    if (s.dcp) changes["dcp"] = std::int64_t{1};
    return {
        {"attention_dp", "run attention data-parallel (each GPU then holds the cache of its own requests)", changes}};
}

Steps kvTypes(const Scenario& s) {
    Steps steps;
    for (const std::string_view type : kvTypesOf(s.engine.value_or("payload"))) {
        const std::string name(type);
        if (name == s.kvDtype.value_or("auto")) continue;
        Changes changes = {{"kvDtype", name}};
        if (s.kDtype) changes["kDtype"] = name;
        if (s.vDtype) changes["vDtype"] = name;
        steps.push_back({"kv_dtype", "store the cache as " + name, changes, {{"type", name}}});
    }
    return steps;
}

Steps weightTypes(const Scenario& s) {
    Steps steps;
    if (s.weightsGib) return steps;
    for (const char* type : {"fp8", "int4"})
        steps.push_back({"weights_dtype",
                         std::string("use a checkpoint in ") + type,
                         {{"weightsDtype", std::string(type)}},
                         {{"type", type}}});
    return steps;
}

}  // namespace

std::vector<Steps> remedySteps(const Planner& planner, const Attempt& tried) {
    const Scenario& s = tried.asked;
    const std::string engine = s.engine.value_or("payload");
    std::vector<Steps> kinds;
    if (engine == "vllm") {
        kinds.push_back(utilization(s, "gpuMemoryUtilization", 0.9));
        kinds.push_back(moreAtOnce(tried));
        kinds.push_back(
            halved("batched_tokens", "maxNumBatchedTokens", tried.scenario.maxNumBatchedTokens.value_or(8192), 512));
        kinds.push_back(
            halved("max_num_seqs", "maxNumSeqs", tried.scenario.maxNumSeqs.value_or(1024), sequencesOfReplica(s)));
    }
    if (engine == "sglang") kinds.push_back(utilization(s, "memFractionStatic", 0.7));
    if (engine == "tensorrt-llm") kinds.push_back(utilization(s, "freeGpuMemoryFraction", 0.9));
    if (engine == "lmdeploy") kinds.push_back(utilization(s, "cacheMaxEntryCount", 0.8));
    if (dividesOverRanks(s)) {
        kinds.push_back(ranks(planner, tried));
        kinds.push_back(attentionDp(tried));
    }
    kinds.push_back(kvTypes(s));
    kinds.push_back(weightTypes(s));
    return kinds;
}

}  // namespace kvfit
