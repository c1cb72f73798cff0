#include <cmath>

#include "base/units.hpp"
#include "kvfit/reuse_study.hpp"
#include "kvfit/size.hpp"

namespace kvfit {

namespace {

struct PolicyOf {
    CacheEngine engine;
    EvictionPolicy policy;
    std::string_view name;
};

/// The first of an engine is its default.
constexpr PolicyOf policies[] = {
    {CacheEngine::vllm, EvictionPolicy::lru, "lru"},
    {CacheEngine::sglang, EvictionPolicy::lru, "lru"},
    {CacheEngine::sglang, EvictionPolicy::lfu, "lfu"},
    {CacheEngine::sglang, EvictionPolicy::slru, "slru"},
    {CacheEngine::sglang, EvictionPolicy::fifo, "fifo"},
    {CacheEngine::sglang, EvictionPolicy::mru, "mru"},
    {CacheEngine::sglang, EvictionPolicy::filo, "filo"},
    {CacheEngine::sglang, EvictionPolicy::priority, "priority"},
    {CacheEngine::trtllm, EvictionPolicy::priority, "priority"},
    {CacheEngine::generic, EvictionPolicy::tail_first, "tail_first"},
    {CacheEngine::generic, EvictionPolicy::lru, "lru"},
    {CacheEngine::generic, EvictionPolicy::fifo, "fifo"},
    {CacheEngine::generic, EvictionPolicy::lfu, "lfu"},
};

CacheEngine cacheOf(const std::string& engine) {
    if (engine == "vllm") return CacheEngine::vllm;
    if (engine == "sglang") return CacheEngine::sglang;
    if (engine == "tensorrt-llm") return CacheEngine::trtllm;
    return CacheEngine::generic;
}

void choosePolicy(ReusePlan& plan, Errors& errors) {
    std::string names;
    for (const PolicyOf& p : policies) {
        if (p.engine != plan.cache) continue;
        if (plan.settings.evictionPolicy.value_or(std::string(p.name)) == p.name) {
            plan.policy = p.policy;
            plan.settings.evictionPolicy = std::string(p.name);
            return;
        }
        names += (names.empty() ? "" : ", ") + std::string(p.name);
    }
    errors.push_back({"unknown_policy", "/evictionPolicy", "evictionPolicy",
                      plan.engine + " has no eviction policy of this name", "use one of " + names});
}

void checkRanges(const ReuseSettings& s, Errors& errors) {
    const auto within = [&](const char* key, auto value, double least, double most, const char* hint) {
        if (!value || (static_cast<double>(*value) >= least && static_cast<double>(*value) <= most)) return;
        errors.push_back({"out_of_range", std::string("/") + key, key, std::string(key) + " is out of range", hint});
    };
    within("cacheBlocks", s.cacheBlocks, 0, 2147483647, "use 0 to 2,147,483,647 blocks");
    within("warmupShare", s.warmupShare, 0, 0.99, "use 0 to 0.99");
    within("capacityPoints", s.capacityPoints, 2, 200, "use 2 to 200 points");
    within("prefillTokensPerSecond", s.prefillTokensPerSecond, 1e-3, 1e12, "use more than 0");
    within("hostGbPerSecond", s.hostGbPerSecond, 1e-6, 1e9, "use more than 0");
    within("ssdGbPerSecond", s.ssdGbPerSecond, 1e-6, 1e9, "use more than 0");
    within("systemPromptPriority", s.systemPromptPriority, 0, 100, "use 0 to 100");
    within("traceBlockSize", s.traceBlockSize, 1, 2147483647, "use 1 or more tokens");
    within("bytesPerTextToken", s.bytesPerTextToken, 0.1, 1000, "use 0.1 to 1,000 bytes");
    within("traceMemoryGib", s.traceMemoryGib, 1e-6, ReuseSettings::mostTraceMemoryGib, "use up to 3.25 GiB");
}

std::optional<std::int64_t> metric(const SizeResult& r, const char* name) {
    const auto found = r.metrics.find(name);
    const auto* value = found == r.metrics.end() ? nullptr : std::get_if<std::int64_t>(&found->second);
    return value == nullptr ? std::nullopt : std::optional<std::int64_t>(*value);
}

/// Bytes for the cache on one rank: the engine's own figure before the one that was given.
std::optional<std::int64_t> capacityOf(const SizeResult& r, const Scenario& s) {
    for (const char* name : {"allocatedBytes", "availableKvBytes"})
        if (const auto bytes = metric(r, name)) return bytes;
    if (s.availableKvBytes) return s.availableKvBytes;
    if (s.availableKvGib) return static_cast<std::int64_t>(std::floor(*s.availableKvGib * bytesPerGib));
    return std::nullopt;
}

void addNotes(ReusePlan& plan) {
    const auto note = [&](const char* code, const char* message, const char* field) {
        plan.notes.push_back({code, message, field, {{"engine", plan.engine}}});
    };
    if (plan.cache == CacheEngine::trtllm)
        note("rules_read_not_run", "TensorRT-LLM's rules were read in its source and not run", "engine");
    if (plan.cache == CacheEngine::generic && plan.engine != "payload")
        note("engine_cache_not_replayed",
             "this engine has no cache of blocks that requests share; a textbook policy stands for it", "engine");
    if (plan.settings.blockTtlSeconds && plan.cache != CacheEngine::generic)
        note("ttl_not_in_engine", "the engine's own cache has no time to live; the lines without it have",
             "blockTtlSeconds");
    if (plan.settings.systemPromptPriority && plan.cache != CacheEngine::trtllm)
        note("priority_not_in_engine", "only TensorRT-LLM gives blocks a priority", "systemPromptPriority");
}

}  // namespace

Expected<ReusePlan> planReuse(const Architecture& architecture, const Scenario& scenario,
                              const ReuseSettings& settings) {
    ReusePlan plan;
    plan.engine = scenario.engine.value_or("payload");
    plan.cache = cacheOf(plan.engine);
    plan.settings = settings;
    plan.architecture = architecture;
    plan.scenario = scenario;
    Errors errors;
    choosePolicy(plan, errors);
    checkRanges(settings, errors);
    if (!settings.hostCacheGib && scenario.hostCacheBytes)
        plan.settings.hostCacheGib = static_cast<double>(*scenario.hostCacheBytes) / bytesPerGib;
    if (!architecture.parts.empty()) {
        const Expected<SizeResult> sized = size(architecture, scenario);
        if (sized) {
            plan.model = sized->model;
            plan.engineVersion = sized->engineVersion;
            plan.capacityBytes = capacityOf(*sized, scenario);
            if (plan.cache == CacheEngine::sglang || plan.cache == CacheEngine::trtllm)
                plan.capacityTokens = metric(*sized, "kvCapacityTokens");
            plan.notes = sized->notes;
        } else {
            errors.insert(errors.end(), sized.errors().begin(), sized.errors().end());
        }
    }
    if (!errors.empty()) return errors;
    addNotes(plan);
    return plan;
}

}  // namespace kvfit
