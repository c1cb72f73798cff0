#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "kvfit/trace.hpp"
#include "reuse/trace_records.hpp"
#include "reuse_traces.hpp"

namespace {

using namespace kvfit;

struct Read {
    Expected<Trace> trace;
    TraceReport report;
};

Read readTrace(std::string_view text, std::size_t piece) {
    TraceReader reader;
    for (std::size_t at = 0; at < text.size(); at += piece) reader.feed(text.substr(at, piece));
    Expected<Trace> trace = reader.finish();
    return {std::move(trace), reader.report()};
}

/// One of each format, ids and text with what brackets and quotes can do in them.
const std::vector<std::string> records = {
    R"({"block_size":16,"timestamp":3,"input_length":40,"output_length":5,"hash_ids":[1,2,"a]}\"{["]})",
    R"({"id":"s","block_size":16,"hash_id_scope":"local","requests":[{"t":1,"in":32,"out":1,"hash_ids":[1,2]},)"
    R"({"t":2,"requests":[{"in":48,"hash_ids":[1,2,3]}]}]})",
    R"({"messages":[{"role":"user","content":"What does \"}]\" mean, and \\ before it?"},{"role":"assistant","content":"]"}]})",
    R"({"conversations":[{"from":"human","value":"one"},{"from":"gpt","value":"two"}]})",
};

std::string joined(const std::vector<std::string>& all, const std::string& between) {
    std::string out;
    for (const std::string& one : all) out += (out.empty() ? "" : between) + one;
    return out;
}

/// One pretty-printed record that is `bytes` long or longer.
std::string longRecord(std::size_t bytes) {
    std::string out = "{\n\"block_size\": 16,\n\"note\": \"";
    out.append(bytes, '-');
    return out + "\",\n\"hash_ids\": [1, 2]\n}\n";
}

}  // namespace

TEST_CASE("records over many lines, one after another or in an array, read as they do one a line") {
    std::vector<std::string> wide;
    for (const std::string& record : records) wide.push_back(nlohmann::ordered_json::parse(record).dump(2));
    const Read expected = readTrace(joined(records, "\n"), 1 << 20);
    REQUIRE(static_cast<bool>(expected.trace));
    CHECK(expected.report.badLines == 0);
    CHECK(expected.report.requests == 5);
    for (const std::string& text : {
             joined(wide, "\n"),
             "\xef\xbb\xbf\n \r\n" + joined(wide, "\r\n\r\n") + "\n",
             joined(wide, ""),
             "[" + joined(records, ",") + "]",
             "[" + joined(records, ", ") + "]\n",
             "[\n" + joined(records, ",\n") + "\n]\n",
             "\n[\n" + joined(wide, ",\n") + "\n]",
             "[" + records[0] + "]\n[" + records[1] + ",\n" + records[2] + "]" + wide[3],
         }) {
        CAPTURE(text);
        for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, text.size()}) {
            const Read r = readTrace(text, piece);
            REQUIRE(static_cast<bool>(r.trace));
            CHECK(r.report.badLines == 0);
            CHECK(r.report.lines == std::count(text.begin(), text.end(), '\n') + (text.back() != '\n'));
            CHECK(reuse_test::blocksOf(*r.trace) == reuse_test::blocksOf(*expected.trace));
            REQUIRE(r.trace->requests.size() == expected.trace->requests.size());
            for (std::size_t i = 0; i < r.trace->requests.size(); ++i) {
                CHECK(r.trace->requests[i].inputTokens == expected.trace->requests[i].inputTokens);
                CHECK(r.trace->requests[i].conversation == expected.trace->requests[i].conversation);
                CHECK(r.trace->requests[i].timeMs == expected.trace->requests[i].timeMs);
            }
        }
    }
}

TEST_CASE("a bad record among such counts once, at the line where it begins") {
    const std::string good = "{\n\"block_size\": 16,\n\"hash_ids\": [1]\n}\n";
    for (const auto& wrong : std::vector<std::pair<std::string, std::string>>{
             {"{\n\"block_size\": 16,\n\"hash_ids\": [-1]\n}\n", "id_negative"},
             {"{\n\"block_size\": 16,\n\"hash_ids\": [1 2]\n}\n", "not_json"},
             {"{\n\"hash_ids\": [1}\n]\n", "not_json"},
             {"{\n\"n\": 1\n}\n", "no_blocks"},
             {"17\n", "not_an_object"},
             {"]\n", "not_json"},
         }) {
        CAPTURE(wrong.first);
        const Read r = readTrace(good + wrong.first + good, 1 << 20);
        REQUIRE(static_cast<bool>(r.trace));
        CHECK(r.report.requests == 2);
        CHECK(r.report.badByReason == std::map<std::string, std::int64_t>{{wrong.second, 1}});
        CHECK(r.report.firstBad[0].line == 5);
    }
    const Read cut = readTrace("[\n" + good + ",\n" + good.substr(0, good.size() - 6), 1 << 20);
    CHECK(cut.report.requests == 1);
    CHECK(cut.report.badByReason == std::map<std::string, std::int64_t>{{"cut_short", 1}});
    CHECK(cut.report.firstBad[0].line == 7);
}

TEST_CASE("a first line that is cut is bad alone where each record has a line") {
    const std::string good = R"({"block_size":16,"input_length":32,"hash_ids":[1,2]})";
    for (std::size_t length = 1; length < good.size(); ++length) {
        const std::string first = good.substr(0, length);
        CAPTURE(first);
        const Read r = readTrace(first + "\n" + joined(std::vector<std::string>(5, good), "\n"), 1 << 20);
        REQUIRE(static_cast<bool>(r.trace));
        CHECK(r.report.lines == 6);
        CHECK(r.report.requests == 5);
        REQUIRE(r.report.badLines == 1);
        CHECK(r.report.firstBad[0].line == 1);
    }
}

TEST_CASE("a record has its limit however it stands, and the next one is read") {
    constexpr std::size_t limit = reuse::TraceRecords::longest;
    const std::string small = longRecord(10);
    const Read fits = readTrace(longRecord(limit - 100) + small, 1 << 20);
    CHECK(fits.report.requests == 2);
    const Read wide = readTrace(longRecord(limit) + small, 1 << 20);
    CHECK(wide.report.requests == 1);
    CHECK(wide.report.badByReason == std::map<std::string, std::int64_t>{{"record_too_long", 1}});
    const Read alone = readTrace(longRecord(limit), 1 << 20);
    REQUIRE(!alone.trace);
    CHECK(alone.report.badByReason.at("record_too_long") == 1);
    std::string flat = longRecord(limit);
    flat.erase(std::remove(flat.begin(), flat.end(), '\n'), flat.end());
    const Read line = readTrace(flat + "\n" + R"({"block_size":16,"hash_ids":[1]})", 1 << 20);
    CHECK(line.report.requests == 1);
    CHECK(line.report.badByReason == std::map<std::string, std::int64_t>{{"line_too_long", 1}});
}
