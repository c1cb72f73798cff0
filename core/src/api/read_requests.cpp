#include "api/read_requests.hpp"

#include <algorithm>

#include "api/workload_words.hpp"
#include "base/exact.hpp"

namespace kvfit {

void RequestReader::requests(const Json& list, const std::string& at) {
    if (!list.is_array()) return in_.wrong("wrong_type", at, "requests", list, "requests takes a list");
    w_.requests.resize(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) request(list[i], child(at, i), w_.requests[i]);
}

void RequestReader::request(const Json& object, const std::string& at, ReuseRequest& r) {
    in_.fields(
        object, at,
        {
            {"op", [&](auto& v, auto& p) { in_.word(v, p, "op", operationNames, r.op); }},
            {"tokens", [&](auto& v, auto& p) { runs(v, p, r.tokens); }},
            {"blocks", [&](auto& v, auto& p) { labels(v, p, "blocks", r.tokens); }},
            {"append", [&](auto& v, auto& p) { labels(v, p, "append", r.append); }},
            {"retention", [&](auto& v, auto& p) { retention(v, p, r.retention); }},
            {"priority",
             [&](auto& v, auto& p) { r.priority = static_cast<int>(in_.count(v, p, "priority", -1000000, 1000000)); }},
            {"count", [&](auto& v, auto& p) { r.count = in_.count(v, p, "count", 0, Exact::limit); }},
            {"at", [&](auto& v, auto& p) { r.atMs = in_.count(v, p, "at", 0, Exact::limit); }},
        });
}

void RequestReader::runs(const Json& list, const std::string& at, std::vector<std::int64_t>& out) {
    const auto isRun = [](const Json& run) { return run.is_array() && run.size() == 2; };
    if (!list.is_array()) return in_.wrong("wrong_type", at, "tokens", list, "tokens takes runs [first, count]");
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string where = child(at, i);
        if (!isRun(list[i]))
            return in_.wrong("wrong_type", where, "tokens", list[i], "tokens takes runs [first, count]");
        const std::int64_t first = in_.count(list[i][0], where, "tokens", 0, Exact::limit - mostTokens);
        const std::int64_t n = in_.count(list[i][1], where, "tokens", 0, mostTokens);
        if ((tokens_ += n) > mostTokens)
            return in_.wrong("too_large", where, "tokens", list[i], "a workload has at most 67,108,864 tokens");
        for (std::int64_t k = 0; k < n; ++k) out.push_back(first + k);
    }
}

void RequestReader::labels(const Json& list, const std::string& at, const char* field, std::vector<std::int64_t>& out) {
    if (!list.is_array())
        return in_.wrong("wrong_type", at, field, list, std::string(field) + " takes a list of labels");
    w_.labelled = true;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (!list[i].is_string() && !list[i].is_number())
            return in_.wrong("wrong_type", child(at, i), field, list[i], "a label is a text or a number");
        const std::string label = list[i].dump(-1, ' ', false, Json::error_handler_t::replace);
        out.push_back(labels_.emplace(label, static_cast<std::int64_t>(labels_.size())).first->second);
    }
}

void RequestReader::retention(const Json& list, const std::string& at, std::vector<RetentionRange>& out) {
    const char* shape = "retention takes [start, end or null, priority, duration in ms or null]";
    if (!list.is_array()) return in_.wrong("wrong_type", at, "retention", list, shape);
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Json& range = list[i];
        const std::string where = child(at, i);
        if (!range.is_array() || range.size() < 3 || range.size() > 4)
            return in_.wrong("wrong_type", where, "retention", range, shape);
        RetentionRange r;
        r.start = in_.count(range[0], where, "retention", 0, Exact::limit);
        if (!range[1].is_null()) r.end = in_.count(range[1], where, "retention", 0, Exact::limit);
        r.priority = static_cast<int>(in_.count(range[2], where, "retention", 0, 100));
        if (range.size() == 4 && !range[3].is_null())
            r.durationMs = in_.count(range[3], where, "retention", 0, Exact::limit / 2);
        out.push_back(r);
    }
    // As kvCacheRetentionConfig.cpp demands: none empty, none overlapping, only the last one open.
    std::vector<const RetentionRange*> sorted;
    for (const RetentionRange& r : out) sorted.push_back(&r);
    std::sort(sorted.begin(), sorted.end(), [](auto* a, auto* b) { return a->start < b->start; });
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        const RetentionRange& r = *sorted[i];
        if (r.end && *r.end <= r.start)
            return in_.wrong("out_of_range", at, "retention", list, "a range ends behind its start");
        if (i + 1 < sorted.size() && (!r.end || *r.end > sorted[i + 1]->start))
            return in_.wrong("out_of_range", at, "retention", list, "ranges do not overlap and only the last is open");
    }
}

}  // namespace kvfit
