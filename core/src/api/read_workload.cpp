#include "api/read_workload.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "base/exact.hpp"
#include "base/names.hpp"
#include "base/text.hpp"

namespace kvfit {

namespace {

constexpr Named<CacheEngine> engineNames[] = {{CacheEngine::vllm, "vllm"},
                                              {CacheEngine::sglang, "sglang"},
                                              {CacheEngine::trtllm, "tensorrt-llm"},
                                              {CacheEngine::generic, "generic"}};
constexpr Named<EvictionPolicy> policyNames[] = {{EvictionPolicy::lru, "lru"},
                                                 {EvictionPolicy::lfu, "lfu"},
                                                 {EvictionPolicy::slru, "slru"},
                                                 {EvictionPolicy::fifo, "fifo"},
                                                 {EvictionPolicy::mru, "mru"},
                                                 {EvictionPolicy::filo, "filo"},
                                                 {EvictionPolicy::priority, "priority"},
                                                 {EvictionPolicy::optimal, "optimal"},
                                                 {EvictionPolicy::tail_first, "tail_first"}};
constexpr Named<ReplayMode> modeNames[] = {{ReplayMode::requests, "requests"},
                                           {ReplayMode::operations, "operations"},
                                           {ReplayMode::retention, "retention"},
                                           {ReplayMode::growing_conversations, "growing_conversations"},
                                           {ReplayMode::tiers, "tiers"}};
constexpr Named<CacheGroup> groupNames[] = {{CacheGroup::full, "full"}, {CacheGroup::sliding, "sliding"}};
constexpr Named<ReuseRequest::Op> opNames[] = {{ReuseRequest::Op::request, "request"},
                                               {ReuseRequest::Op::insert, "insert"},
                                               {ReuseRequest::Op::match, "match"},
                                               {ReuseRequest::Op::evict, "evict"},
                                               {ReuseRequest::Op::clock, "clock"}};

constexpr std::int64_t mostTokens = std::int64_t{1} << 26;
constexpr std::int64_t mostBlocks = std::int64_t{1} << 31;

class Reader {
public:
    Expected<NamedWorkload> run(const Json& object) {
        fields(object, "",
               {
                   {"engine", [&](auto& v, auto& at) { word(v, at, "engine", engineNames, w_.engine); }},
                   {"policy", [&](auto& v, auto& at) { policy_ = word(v, at, "policy", policyNames, w_.policy); }},
                   {"blockSize", [&](auto& v, auto& at) { w_.blockSize = count(v, at, "blockSize", 1, mostBlocks); }},
                   {"capacityBlocks",
                    [&](auto& v, auto& at) { w_.capacityBlocks = count(v, at, "capacityBlocks", 0, mostBlocks); }},
                   {"options", [&](auto& v, auto& at) { options(v, at); }},
                   {"requests", [&](auto& v, auto& at) { requests(v, at); }},
                   {"id", {}},
                   {"rule", {}},
                   {"source", {}},
                   {"evidence", {}},
                   {"expect", {}},
               });
        check();
        if (!errors_.empty()) return errors_;
        return NamedWorkload{std::move(w_), camel_ && !snake_};
    }

private:
    using Read = std::function<void(const Json&, const std::string&)>;

    Workload w_;
    Errors errors_;
    bool policy_ = false, camel_ = false, snake_ = false;
    std::int64_t tokens_ = 0;
    std::map<std::string, std::int64_t> labels_;

    void wrong(const char* code, const std::string& at, const std::string& field, const Json& value,
               const std::string& should) {
        const std::string shown = shortened(value.dump(-1, ' ', false, Json::error_handler_t::replace));
        errors_.push_back(
            {code, at, field, field + " is " + shown + ", but " + should, should, 0, 0, {{"value", shown}}});
    }

    /// Calls the reader of every key, whichever way it is spelt. `null` stands for an absent value, except where
    /// `nulls` names the key.
    void fields(const Json& object, const std::string& at, const std::map<std::string, Read>& known,
                const std::string& nulls = {}) {
        if (!object.is_object())
            return wrong("wrong_type", at, at.empty() ? "workload" : at, object, "it takes an object");
        for (const auto& [key, value] : object.items()) {
            const std::string name = camelCase(key);
            if (name != key) snake_ = true;
            if (name == key && name.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") != std::string::npos) camel_ = true;
            const auto found = known.find(name);
            if (found == known.end()) {
                std::vector<std::string_view> names;
                for (const auto& entry : known) names.push_back(entry.first);
                const std::string near = nearest(name, names.data(), names.size());
                errors_.push_back({"unknown_key",
                                   child(at, key),
                                   shortened(key),
                                   "\"" + shortened(key) + "\" is not a key of a workload",
                                   near.empty() ? "see the format of workloads" : "did you mean " + near + "?",
                                   0,
                                   0,
                                   {{"value", shortened(key)}, {"near", near}}});
            } else if (found->second && (!value.is_null() || name == nulls)) {
                found->second(value, child(at, key));
            }
        }
    }

    std::int64_t count(const Json& value, const std::string& at, const std::string& field, std::int64_t least,
                       std::int64_t most) {
        const double v = value.is_number() ? value.get<double>() : std::nan("");
        if (!(v == std::floor(v))) {
            wrong(value.is_number() ? "not_whole" : "wrong_type", at, field, value, field + " takes a whole number");
        } else if (v < static_cast<double>(least) || v > static_cast<double>(most)) {
            wrong("out_of_range", at, field, value,
                  field + " takes a number from " + grouped(static_cast<double>(least)) + " to " +
                      grouped(static_cast<double>(most)));
        } else {
            return static_cast<std::int64_t>(v);
        }
        return least;
    }

    double real(const Json& value, const std::string& at, const std::string& field, double most) {
        if (value.is_number() && value.get<double>() >= 0 && value.get<double>() <= most) return value.get<double>();
        wrong(value.is_number() ? "out_of_range" : "wrong_type", at, field, value,
              field + " takes a number from 0 to " + grouped(most));
        return 0;
    }

    bool flag(const Json& value, const std::string& at, const std::string& field) {
        if (value.is_boolean()) return value.get<bool>();
        wrong("wrong_type", at, field, value, field + " takes true or false");
        return false;
    }

    template <class E, std::size_t N>
    bool word(const Json& value, const std::string& at, const std::string& field, const Named<E> (&names)[N], E& out) {
        std::string words;
        for (const Named<E>& entry : names) {
            if (value.is_string() && value.get_ref<const std::string&>() == entry.name) {
                out = entry.value;
                return true;
            }
            words += (words.empty() ? "" : ", ") + std::string(entry.name);
        }
        wrong("unknown_word", at, field, value, field + " takes one of " + words);
        return false;
    }

    void options(const Json& object, const std::string& at) {
        const auto number = [&](const char* field, std::int64_t& out, std::int64_t least, std::int64_t most) -> Read {
            return [this, field, &out, least, most](auto& v, auto& p) { out = count(v, p, field, least, most); };
        };
        const auto priority = [&](const char* field, int& out) -> Read {
            return [this, field, &out](auto& v, auto& p) { out = static_cast<int>(count(v, p, field, 0, 100)); };
        };
        const auto yes = [&](const char* field, bool& out) -> Read {
            return [this, field, &out](auto& v, auto& p) { out = flag(v, p, field); };
        };
        const auto rate = [&](const char* field, double& out, double most) -> Read {
            return [this, field, &out, most](auto& v, auto& p) { out = real(v, p, field, most); };
        };
        const double limit = static_cast<double>(Exact::limit);
        fields(
            object, at,
            {{"mode", [&](auto& v, auto& p) { word(v, p, "mode", modeNames, w_.mode); }},
             {"liveRequests", number("liveRequests", w_.liveRequests, 0, mostBlocks)},
             {"match",
              [&](auto& v, auto& p) {
                  constexpr Named<bool> names[] = {{false, "block"}, {true, "prefix"}};
                  word(v, p, "match", names, w_.prefixOnly);
              }},
             {"warmupRequests", number("warmupRequests", w_.warmupRequests, 0, Exact::limit)},
             {"groups", [&](auto& v, auto& p) { groups(v, p); }},
             {"window", number("window", w_.window, 1, Exact::limit)},
             {"retentionInterval",
              [&](auto& v, auto& p) {
                  if (v.is_null())
                      w_.retentionInterval.reset();
                  else
                      w_.retentionInterval = count(v, p, "retentionInterval", 0, Exact::limit);
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
              [&](auto& v, auto& p) { w_.decodeDurationMs = count(v, p, "decodeDurationMs", 0, mostTokens); }},
             {"rounds", number("rounds", w_.rounds, 0, 1 << 20)},
             {"deviceHitRate", rate("deviceHitRate", w_.deviceHitRate, 1)},
             {"secondTierHitRate", rate("secondTierHitRate", w_.secondTierHitRate, 1)},
             {"missTokens", rate("missTokens", w_.missTokens, limit)},
             {"prefillTokensPerS", rate("prefillTokensPerS", w_.prefillTokensPerSecond, limit)}},
            "retentionInterval");
    }

    void groups(const Json& list, const std::string& at) {
        if (!list.is_array() || list.empty() || list.size() > 64)
            return wrong("wrong_type", at, "groups", list, "groups takes a list of full and sliding");
        w_.groups.assign(list.size(), CacheGroup::full);
        for (std::size_t i = 0; i < list.size(); ++i) word(list[i], child(at, i), "groups", groupNames, w_.groups[i]);
    }

    void requests(const Json& list, const std::string& at) {
        if (!list.is_array()) return wrong("wrong_type", at, "requests", list, "requests takes a list");
        w_.requests.resize(list.size());
        for (std::size_t i = 0; i < list.size(); ++i) request(list[i], child(at, i), w_.requests[i]);
    }

    void request(const Json& object, const std::string& at, ReuseRequest& r) {
        fields(
            object, at,
            {
                {"op", [&](auto& v, auto& p) { word(v, p, "op", opNames, r.op); }},
                {"tokens", [&](auto& v, auto& p) { runs(v, p, r.tokens); }},
                {"blocks", [&](auto& v, auto& p) { labels(v, p, "blocks", r.tokens); }},
                {"append", [&](auto& v, auto& p) { labels(v, p, "append", r.append); }},
                {"retention", [&](auto& v, auto& p) { retention(v, p, r.retention); }},
                {"priority",
                 [&](auto& v, auto& p) { r.priority = static_cast<int>(count(v, p, "priority", -1000000, 1000000)); }},
                {"count", [&](auto& v, auto& p) { r.count = count(v, p, "count", 0, Exact::limit); }},
                {"at", [&](auto& v, auto& p) { r.atMs = count(v, p, "at", 0, Exact::limit); }},
            });
    }

    void runs(const Json& list, const std::string& at, std::vector<std::int64_t>& out) {
        const auto isRun = [](const Json& run) { return run.is_array() && run.size() == 2; };
        if (!list.is_array()) return wrong("wrong_type", at, "tokens", list, "tokens takes runs [first, count]");
        for (std::size_t i = 0; i < list.size(); ++i) {
            const std::string where = child(at, i);
            if (!isRun(list[i]))
                return wrong("wrong_type", where, "tokens", list[i], "tokens takes runs [first, count]");
            const std::int64_t first = count(list[i][0], where, "tokens", 0, Exact::limit - mostTokens);
            const std::int64_t n = count(list[i][1], where, "tokens", 0, mostTokens);
            if ((tokens_ += n) > mostTokens)
                return wrong("too_large", where, "tokens", list[i], "a workload has at most 67,108,864 tokens");
            for (std::int64_t k = 0; k < n; ++k) out.push_back(first + k);
        }
    }

    void labels(const Json& list, const std::string& at, const char* field, std::vector<std::int64_t>& out) {
        if (!list.is_array())
            return wrong("wrong_type", at, field, list, std::string(field) + " takes a list of labels");
        w_.labelled = true;
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (!list[i].is_string() && !list[i].is_number())
                return wrong("wrong_type", child(at, i), field, list[i], "a label is a text or a number");
            const std::string label = list[i].dump(-1, ' ', false, Json::error_handler_t::replace);
            out.push_back(labels_.emplace(label, static_cast<std::int64_t>(labels_.size())).first->second);
        }
    }

    void retention(const Json& list, const std::string& at, std::vector<RetentionRange>& out) {
        const char* shape = "retention takes [start, end or null, priority, duration in ms or null]";
        if (!list.is_array()) return wrong("wrong_type", at, "retention", list, shape);
        for (std::size_t i = 0; i < list.size(); ++i) {
            const Json& range = list[i];
            const std::string where = child(at, i);
            if (!range.is_array() || range.size() < 3 || range.size() > 4)
                return wrong("wrong_type", where, "retention", range, shape);
            RetentionRange r;
            r.start = count(range[0], where, "retention", 0, Exact::limit);
            if (!range[1].is_null()) r.end = count(range[1], where, "retention", 0, Exact::limit);
            r.priority = static_cast<int>(count(range[2], where, "retention", 0, 100));
            if (range.size() == 4 && !range[3].is_null())
                r.durationMs = count(range[3], where, "retention", 0, Exact::limit / 2);
            out.push_back(r);
        }
        // As kvCacheRetentionConfig.cpp demands: none empty, none overlapping, only the last one open.
        std::vector<const RetentionRange*> sorted;
        for (const RetentionRange& r : out) sorted.push_back(&r);
        std::sort(sorted.begin(), sorted.end(), [](auto* a, auto* b) { return a->start < b->start; });
        for (std::size_t i = 0; i < sorted.size(); ++i) {
            const RetentionRange& r = *sorted[i];
            if (r.end && *r.end <= r.start)
                return wrong("out_of_range", at, "retention", list, "a range ends behind its start");
            if (i + 1 < sorted.size() && (!r.end || *r.end > sorted[i + 1]->start))
                return wrong("out_of_range", at, "retention", list, "ranges do not overlap and only the last is open");
        }
    }

    void check() {
        const auto refuse = [&](const char* code, const char* at, const char* field, const char* message,
                                const char* hint) {
            errors_.push_back({code, at, field, message, hint});
        };
        if (!policy_) w_.policy = w_.engine == CacheEngine::trtllm ? EvictionPolicy::priority : EvictionPolicy::lru;
        if (w_.engine == CacheEngine::vllm && w_.policy != EvictionPolicy::lru)
            refuse("unknown_policy", "/policy", "policy", "vLLM evicts by its free queue alone", "use lru or null");
        if (w_.engine == CacheEngine::trtllm && w_.policy != EvictionPolicy::priority)
            refuse("unknown_policy", "/policy", "policy", "TensorRT-LLM evicts by priority", "use priority or null");
        if (w_.engine == CacheEngine::sglang &&
            (w_.policy == EvictionPolicy::optimal || w_.policy == EvictionPolicy::tail_first))
            refuse("unknown_policy", "/policy", "policy", "SGLang has no such policy",
                   "use lru, lfu, slru, fifo, mru, filo or priority");
        for (const CacheGroup g : w_.groups)
            if (g == CacheGroup::sliding && w_.window == 0) {
                refuse("missing", "/options/window", "window", "a sliding group has no window", "give its tokens");
                break;
            }
        if (w_.mode == ReplayMode::tiers && w_.prefillTokensPerSecond == 0)
            refuse("missing", "/options/prefill_tokens_per_s", "prefillTokensPerS", "there is no prefill rate",
                   "give the tokens per second that the prefill computes");
        if (w_.labelled && w_.engine != CacheEngine::generic)
            refuse("not_supported", "/requests", "blocks", "an engine's cache takes tokens, not labels",
                   "give tokens as runs [first, count]");
    }
};

}  // namespace

Expected<NamedWorkload> readWorkload(std::string_view text) {
    const Expected<Json> json = parseJson(text, {std::size_t{64} << 20, 16});
    if (!json) return json.errors();
    return Reader().run(*json);
}

}  // namespace kvfit
