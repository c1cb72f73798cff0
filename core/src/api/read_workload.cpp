#include "api/read_workload.hpp"

#include "api/read_requests.hpp"
#include "api/workload_words.hpp"
#include "base/exact.hpp"

namespace kvfit {

namespace {

/// What an engine does not have. An absent policy is the engine's own.
void check(Workload& w, bool policyGiven, Errors& errors) {
    const auto refuse = [&](const char* code, const char* at, const char* field, const char* message,
                            const char* hint) {
        errors.push_back({code, at, field, message, hint});
    };
    if (!policyGiven) w.policy = w.engine == CacheEngine::trtllm ? EvictionPolicy::priority : EvictionPolicy::lru;
    if (w.engine == CacheEngine::vllm && w.policy != EvictionPolicy::lru)
        refuse("unknown_policy", "/policy", "policy", "vLLM evicts by its free queue alone", "use lru or null");
    if (w.engine == CacheEngine::trtllm && w.policy != EvictionPolicy::priority)
        refuse("unknown_policy", "/policy", "policy", "TensorRT-LLM evicts by priority", "use priority or null");
    if (w.engine == CacheEngine::sglang &&
        (w.policy == EvictionPolicy::optimal || w.policy == EvictionPolicy::tail_first))
        refuse("unknown_policy", "/policy", "policy", "SGLang has no such policy",
               "use lru, lfu, slru, fifo, mru, filo or priority");
    for (const CacheGroup g : w.groups)
        if (g == CacheGroup::sliding && w.window == 0) {
            refuse("missing", "/options/window", "window", "a sliding group has no window", "give its tokens");
            break;
        }
    if (w.mode == ReplayMode::tiers && w.prefillTokensPerSecond == 0)
        refuse("missing", "/options/prefill_tokens_per_s", "prefillTokensPerS", "there is no prefill rate",
               "give the tokens per second that the prefill computes");
    if (w.labelled && w.engine != CacheEngine::generic)
        refuse("not_supported", "/requests", "blocks", "an engine's cache takes tokens, not labels",
               "give tokens as runs [first, count]");
}

class Reader {
public:
    Expected<NamedWorkload> run(const Json& object) {
        in_.fields(
            object, "",
            {
                {"engine", [&](auto& v, auto& at) { in_.word(v, at, "engine", engineNames, w_.engine); }},
                {"policy", [&](auto& v, auto& at) { policy_ = in_.word(v, at, "policy", policyNames, w_.policy); }},
                {"blockSize", [&](auto& v, auto& at) { w_.blockSize = in_.count(v, at, "blockSize", 1, mostBlocks); }},
                {"capacityBlocks",
                 [&](auto& v, auto& at) { w_.capacityBlocks = in_.count(v, at, "capacityBlocks", 0, mostBlocks); }},
                {"options", [&](auto& v, auto& at) { options(v, at); }},
                {"requests", [&](auto& v, auto& at) { requests_.requests(v, at); }},
                {"id", {}},
                {"rule", {}},
                {"source", {}},
                {"evidence", {}},
                {"expect", {}},
            });
        check(w_, policy_, in_.errors);
        if (!in_.errors.empty()) return in_.errors;
        return NamedWorkload{std::move(w_), in_.camelCase()};
    }

private:
    Workload w_;
    FieldReader in_;
    RequestReader requests_{in_, w_};
    bool policy_ = false;

    void options(const Json& object, const std::string& at) {
        const auto number = [&](const char* field, std::int64_t& out, std::int64_t least,
                                std::int64_t most) -> FieldReader::Read {
            return [this, field, &out, least, most](auto& v, auto& p) { out = in_.count(v, p, field, least, most); };
        };
        const auto priority = [&](const char* field, int& out) -> FieldReader::Read {
            return [this, field, &out](auto& v, auto& p) { out = static_cast<int>(in_.count(v, p, field, 0, 100)); };
        };
        const auto yes = [&](const char* field, bool& out) -> FieldReader::Read {
            return [this, field, &out](auto& v, auto& p) { out = in_.flag(v, p, field); };
        };
        const auto rate = [&](const char* field, double& out, double most) -> FieldReader::Read {
            return [this, field, &out, most](auto& v, auto& p) { out = in_.real(v, p, field, most); };
        };
        const double limit = static_cast<double>(Exact::limit);
        in_.fields(
            object, at,
            {{"mode", [&](auto& v, auto& p) { in_.word(v, p, "mode", modeNames, w_.mode); }},
             {"liveRequests", number("liveRequests", w_.liveRequests, 0, mostBlocks)},
             {"match",
              [&](auto& v, auto& p) {
                  constexpr Named<bool> names[] = {{false, "block"}, {true, "prefix"}};
                  in_.word(v, p, "match", names, w_.prefixOnly);
              }},
             {"warmupRequests", number("warmupRequests", w_.warmupRequests, 0, Exact::limit)},
             {"groups", [&](auto& v, auto& p) { groups(v, p); }},
             {"window", number("window", w_.window, 1, Exact::limit)},
             {"retentionInterval",
              [&](auto& v, auto& p) {
                  if (v.is_null())
                      w_.retentionInterval.reset();
                  else
                      w_.retentionInterval = in_.count(v, p, "retentionInterval", 0, Exact::limit);
              }},
             {"decodeTokens", number("decodeTokens", w_.decodeTokens, 0, mostTokens)},
             {"decodeTokenId", number("decodeTokenId", w_.decodeTokenId, 0, Exact::limit)},
             {"partialReuse", yes("partialReuse", w_.partialReuse)},
             {"copyOnPartialReuse", yes("copyOnPartialReuse", w_.copyOnPartialReuse)},
             {"onboardBlocks", yes("onboardBlocks", w_.onboardBlocks)},
             {"hostBlocks", number("hostBlocks", w_.hostBlocks, 0, mostBlocks)},
             {"secondaryOffloadMinPriority", priority("secondaryOffloadMinPriority", w_.secondaryOffloadMinPriority)},
             {"decodeRetentionPriority", priority("decodeRetentionPriority", w_.decodeRetentionPriority)},
             {"decodeDurationMs",
              [&](auto& v, auto& p) { w_.decodeDurationMs = in_.count(v, p, "decodeDurationMs", 0, mostTokens); }},
             {"rounds", number("rounds", w_.rounds, 0, 1 << 20)},
             {"deviceHitRate", rate("deviceHitRate", w_.deviceHitRate, 1)},
             {"secondTierHitRate", rate("secondTierHitRate", w_.secondTierHitRate, 1)},
             {"missTokens", rate("missTokens", w_.missTokens, limit)},
             {"prefillTokensPerS", rate("prefillTokensPerS", w_.prefillTokensPerSecond, limit)}},
            "retentionInterval");
    }

    void groups(const Json& list, const std::string& at) {
        if (!list.is_array() || list.empty() || list.size() > 64)
            return in_.wrong("wrong_type", at, "groups", list, "groups takes a list of full and sliding");
        w_.groups.assign(list.size(), CacheGroup::full);
        for (std::size_t i = 0; i < list.size(); ++i)
            in_.word(list[i], child(at, i), "groups", groupNames, w_.groups[i]);
    }
};

}  // namespace

Expected<NamedWorkload> readWorkload(std::string_view text) {
    const Expected<Json> json = parseJson(text, {std::size_t{64} << 20, 16});
    if (!json) return json.errors();
    return Reader().run(*json);
}

}  // namespace kvfit
