#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>

#include "kvfit/reuse_curve.hpp"
#include "kvfit/trace.hpp"
#include "reuse_traces.hpp"

namespace {

using namespace kvfit;
using reuse_test::blocksOf;

struct Read {
    Expected<Trace> trace;
    TraceReport report;
};

Read readTrace(const std::string& text, const TraceOptions& options = {}, std::size_t piece = 1 << 20) {
    TraceReader reader(options);
    for (std::size_t at = 0; at < text.size(); at += piece) reader.feed(std::string_view(text).substr(at, piece));
    Expected<Trace> trace = reader.finish();
    return {std::move(trace), reader.report()};
}

const std::string good = R"({"timestamp": 0, "input_length": 100, "output_length": 5, "hash_ids": [0, 1]})";

std::string reasonOf(const std::string& line, const TraceOptions& options = {}) {
    const Read r = readTrace(good + "\n" + line + "\n" + good + "\n", options);
    REQUIRE(static_cast<bool>(r.trace));
    CHECK(r.report.lines == 3);
    if (r.report.badLines == 0) return "";
    CHECK(r.report.requests == 2);
    REQUIRE(r.report.firstBad.size() == 1);
    CHECK(r.report.firstBad[0].line == 2);
    return r.report.firstBad[0].reason;
}

std::string sharedFile(const char* name) {
    const char* shared = std::getenv("KVFIT_SHARED");
    std::ifstream file(std::string(shared != nullptr ? shared : "../shared") + "/traces/" + name, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    if (text.str().empty()) MESSAGE("no trace: set KVFIT_SHARED to the folder that holds traces/");
    return text.str();
}

}  // namespace

TEST_CASE("a trace reads the same however it is cut") {
    const std::string text =
        "\xef\xbb\xbf{\"input_length\": 1000, \"hash_ids\": [7, 9007199254740993, 18446744073709551615], "
        "\"block_size\": 512}\r\n\n"
        "{\"hash_ids\":[7,9007199254740992],\"output_length\":3,\"input_length\":1024,\"block_size\":512,\"x\":{\"y\":["
        "1,\"}\\\"\"]}}";
    for (std::size_t piece : {1u, 2u, 3u, 7u, 50u, 1000u}) {
        const Read r = readTrace(text, {}, piece);
        REQUIRE(static_cast<bool>(r.trace));
        CHECK(blocksOf(*r.trace) == std::vector<std::uint32_t>{0, 1, 2, 0, 3});
        CHECK(r.trace->names() == 4);
        CHECK(r.report.badLines == 0);
        CHECK(r.report.lines == 3);
        CHECK(r.report.bytes == static_cast<std::int64_t>(text.size()));
        CHECK(r.report.inputTokens == 2024);
        CHECK(r.report.blockSizeSource == "trace");
    }
}

TEST_CASE("ids are exact: beyond 2^53, beyond 2^64, in quotes, as text") {
    const Read r = readTrace(
        R"({"block_size":1,"input_length":9,"hash_ids":[9007199254740992,9007199254740993,"9007199254740993",18446744073709551616,"18446744073709551616","a","a","007",7]})");
    REQUIRE(static_cast<bool>(r.trace));
    CHECK(r.trace->names() == 6 + 3);  // Ids that repeat within a request stand behind different blocks.
    const Read apart = readTrace(
        "{\"block_size\":1,\"hash_ids\":[9007199254740992]}\n{\"block_size\":1,\"hash_ids\":[9007199254740993]}\n"
        "{\"block_size\":1,\"hash_ids\":[\"9007199254740993\"]}\n{\"block_size\":1,\"hash_ids\":[18446744073709551616]}"
        "\n"
        "{\"block_size\":1,\"hash_ids\":[18446744073709551617]}\n{\"block_size\":1,\"hash_ids\":[\"007\"]}\n"
        "{\"block_size\":1,\"hash_ids\":[7]}");
    CHECK(blocksOf(*apart.trace) == std::vector<std::uint32_t>{0, 1, 1, 2, 3, 4, 5});
    CHECK(apart.report.lengthsAssumed == 7);
}

TEST_CASE("many ids, dense and sparse, keep their identity") {
    std::mt19937_64 random(1);
    std::vector<std::uint64_t> ids;
    for (int i = 0; i < 20000; ++i) ids.push_back(i % 3 == 0 ? random() : random() % (i % 2 == 0 ? 5000000 : 3000));
    std::string text;
    for (int pass = 0; pass < 2; ++pass)
        for (const std::uint64_t id : ids)
            text += "{\"block_size\":16,\"input_length\":16,\"hash_ids\":[" + std::to_string(id) + "]}\n";
    const Read r = readTrace(text);
    std::map<std::uint64_t, std::uint32_t> number;
    for (const std::uint64_t id : ids) number.emplace(id, static_cast<std::uint32_t>(number.size()));
    REQUIRE(static_cast<bool>(r.trace));
    CHECK(r.trace->names() == number.size());
    const std::vector<std::uint32_t> blocks = blocksOf(*r.trace);
    for (std::size_t i = 0; i < blocks.size(); ++i) REQUIRE(blocks[i] == number[ids[i % ids.size()]]);
}

TEST_CASE("a bad line is counted by number and reason, and the others are read") {
    CHECK(reasonOf("not json {") == "not_json");
    CHECK(reasonOf("{\"hash_ids\": [1, 2}") == "not_json");
    CHECK(reasonOf(good + " x") == "not_json");
    CHECK(reasonOf("{\"input_length\": 5, \"hash_ids\": [1, 2, ]}") == "not_json");
    CHECK(reasonOf("{\"input_length\": 5, \"hash_ids\": [1, 02, 3]}") == "not_json");
    CHECK(reasonOf("[1, 2]") == "not_an_object");
    CHECK(reasonOf("17") == "not_an_object");
    CHECK(reasonOf("{\"input_length\": 5}") == "no_blocks");
    CHECK(reasonOf("{\"input_length\": 5, \"hash_ids\": \"1\"}") == "ids_not_a_list");
    CHECK(reasonOf("{\"input_length\": 5, \"hash_ids\": [-4]}") == "id_negative");
    CHECK(reasonOf("{\"input_length\": 5, \"hash_ids\": [1.5]}") == "id_not_whole");
    CHECK(reasonOf("{\"input_length\": 5, \"hash_ids\": [1e3]}") == "id_not_whole");
    CHECK(reasonOf("{\"input_length\": 5, \"hash_ids\": [null]}") == "id_wrong_type");
    CHECK(reasonOf("{\"input_length\": 5, \"hash_ids\": [{}]}") == "id_wrong_type");
    CHECK(reasonOf("{\"input_length\": \"5\", \"hash_ids\": [1]}") == "length_wrong");
    CHECK(reasonOf("{\"input_length\": -5, \"hash_ids\": [1]}") == "length_wrong");
    CHECK(reasonOf("{\"input_length\": 99999999999, \"hash_ids\": [1]}") == "length_wrong");
    CHECK(reasonOf("{\"timestamp\": \"now\", \"input_length\": 5, \"hash_ids\": [1]}") == "time_wrong");
    CHECK(reasonOf("{\"block_size\": 0, \"input_length\": 5, \"hash_ids\": [1]}") == "block_size_wrong");
    CHECK(reasonOf("{\"messages\": []}") == "no_messages");
    CHECK(reasonOf(std::string(100, '[') + std::string(100, ']')) == "not_json");
    CHECK(reasonOf("") == "");
}

TEST_CASE("what memory has no room for ends the reading: the lines before are kept, none is called bad") {
    for (const std::string& line : {
             std::string(R"({"input_length": 32, "block_size": 16, "hash_ids": [1, #]})"),
             std::string(R"({"input_length": 32, "block_size": 16, "hash_ids": [1, "#"]})"),
             std::string(R"({"input_length": 0, "block_size": 16, "hash_ids": []})"),
             std::string(R"({"input_length": 0, "block_size": 16, "hash_ids": [], "chat_id": #})"),
             std::string(R"({"messages": [{"role": "user", "content": "question #"}]})"),
         }) {
        CAPTURE(line);
        TraceOptions options;
        options.maxBytes = 20000;
        TraceReader reader(options);
        std::int64_t fed = 0;
        for (bool more = true; more && fed < 5000; ++fed) {
            std::string text = line;
            if (const std::size_t at = text.find('#'); at != std::string::npos)
                text.replace(at, 1, std::to_string(fed * 7919));
            more = reader.feed(text + "\n");
        }
        REQUIRE(fed < 5000);
        CHECK(!reader.feed(good + "\n"));
        const Expected<Trace> trace = reader.finish();
        REQUIRE(static_cast<bool>(trace));
        CHECK(reader.report().stoppedAtLine == fed);
        CHECK(reader.report().lines == fed - 1);
        CHECK(reader.report().requests == fed - 1);
        CHECK(reader.report().badLines == 0);
    }
}

TEST_CASE("a block size that changes, backward time, unlike lengths: counted, not dropped") {
    const Read r = readTrace(
        "{\"block_size\":64,\"input_length\":96,\"timestamp\":5,\"hash_ids\":[1,2]}\n"
        "{\"block_size\":32,\"input_length\":32,\"timestamp\":6,\"hash_ids\":[1]}\n"
        "{\"input_length\":640,\"timestamp\":1,\"hash_ids\":[1,2]}\n");
    REQUIRE(static_cast<bool>(r.trace));
    CHECK(r.report.badByReason.at("block_size_changed") == 1);
    CHECK(r.report.timeBackwards == 1);
    CHECK(r.report.lengthsUnlikeBlocks == 1);
    CHECK(r.report.requests == 2);
    CHECK(r.trace->tokensIn(r.trace->requests[0], 1) == 32);
}

TEST_CASE("an empty file, a cut file and a list of at most so many bad lines") {
    CHECK(readTrace("").trace.errors().front().code == "empty_trace");
    CHECK(readTrace("\n\n").trace.errors().front().code == "empty_trace");
    const Read cut = readTrace(good + "\n" + good.substr(0, 60));
    REQUIRE(static_cast<bool>(cut.trace));
    CHECK(cut.report.firstBad.front().reason == "cut_short");
    for (std::size_t length = 1; length < good.size(); ++length)
        CHECK(readTrace(good + "\n" + good.substr(0, length)).report.badByReason.count("cut_short") == 1);
    TraceOptions options;
    options.listedBadLines = 3;
    std::string text = good + "\n";
    for (int i = 0; i < 10; ++i) text += "x\n";
    const Read many = readTrace(text, options);
    CHECK(many.report.badLines == 10);
    CHECK(many.report.firstBad.size() == 3);
}

TEST_CASE("random bytes never do more than be counted") {
    std::mt19937 random(2);
    for (int round = 0; round < 300; ++round) {
        std::string text = good + "\n" + good + "\n";
        for (int k = 0; k < 20; ++k) {
            const std::size_t at = random() % text.size();
            if (random() % 3 == 0)
                text.erase(at, random() % 5);
            else
                text[at] = static_cast<char>(random() % 2 == 0 ? random() % 256 : "{}[],:\"0-9e.\\\n"[random() % 14]);
            if (text.empty()) text = "{";
        }
        const Read r = readTrace(text, {}, 1 + random() % 40);
        CHECK(r.report.badLines <= static_cast<std::int64_t>(text.size()));
        CHECK(r.report.lines <= static_cast<std::int64_t>(text.size()));
    }
}

TEST_CASE("without a block size it is the one that all lengths agree with, or an error") {
    const Read found = readTrace(R"({"input_length":6758,"hash_ids":[0,1,2,3,4,5,6,7,8,9,10,11,12,13]})");
    REQUIRE(static_cast<bool>(found.trace));
    CHECK(found.trace->blockSize == 512);
    CHECK(found.report.blockSizeSource == "lengths");
    CHECK(found.report.notes.front().code == "block_size_from_lengths");
    const std::string loose = R"({"input_length":100,"hash_ids":[0]})";
    CHECK(readTrace(loose).trace.errors().front().code == "missing_block_size");
    TraceOptions options;
    options.blockSize = 128;
    CHECK(readTrace(loose, options).report.blockSizeSource == "option");
}

TEST_CASE("ids that name only their own content are told apart by what stands before them") {
    const Read r = readTrace(
        "{\"block_size\":1,\"hash_ids\":[1,2]}\n{\"block_size\":1,\"hash_ids\":[3,2]}\n{\"block_size\":1,\"hash_ids\":["
        "3,2,1]}");
    REQUIRE(static_cast<bool>(r.trace));
    CHECK(blocksOf(*r.trace) == std::vector<std::uint32_t>{0, 1, 2, 3, 2, 3, 4});
    CHECK(r.report.notes.front().code == "ids_without_prefix");
}

TEST_CASE("sessions: nested requests, ids of their own, times from the start") {
    const std::string session =
        R"({"id":"a","block_size":64,"hash_id_scope":"local","requests":[{"t":1.5,"in":130,"out":7,"hash_ids":[1,2],"type":"n"},)"
        R"({"t":9,"type":"sub","requests":[{"t":2,"in":64,"out":1,"hash_ids":[1]}]}]})";
    const Read r = readTrace(session + "\n" + session);
    REQUIRE(static_cast<bool>(r.trace));
    CHECK(blocksOf(*r.trace) == std::vector<std::uint32_t>{0, 1, 0, 2, 3, 2});
    CHECK(r.trace->requests[0].timeMs == 1500);
    CHECK(r.trace->requests[1].timeMs == 11000);
    CHECK(r.trace->requests[0].conversation == r.trace->requests[1].conversation);
    CHECK(r.trace->kinds[r.trace->requests[0].kind] == "n");
    CHECK(r.report.outputTokens == 16);
}

TEST_CASE("chats belong to their parents' conversation") {
    const Read r = readTrace(
        "{\"chat_id\":1,\"parent_chat_id\":-1,\"block_size\":16,\"input_length\":16,\"hash_ids\":[1],\"type\":\"text\"}"
        "\n"
        "{\"chat_id\":2,\"parent_chat_id\":-1,\"block_size\":16,\"input_length\":16,\"hash_ids\":[2],\"type\":\"file\"}"
        "\n"
        "{\"chat_id\":3,\"parent_chat_id\":1,\"block_size\":16,\"input_length\":16,\"hash_ids\":[1],\"type\":\"text\"}"
        "\n"
        "{\"chat_id\":4,\"parent_chat_id\":3,\"block_size\":16,\"input_length\":16,\"hash_ids\":[1]}\n");
    REQUIRE(static_cast<bool>(r.trace));
    std::vector<std::uint32_t> conversations;
    for (const TraceRequest& q : r.trace->requests) conversations.push_back(q.conversation);
    CHECK(conversations == std::vector<std::uint32_t>{0, 1, 0, 0});
    CHECK(r.trace->kinds == std::vector<std::string>{"", "text", "file"});
}

TEST_CASE("times of a trace are milliseconds, beside chat_id seconds") {
    // docs/tutorials/bailian-trace.md of ai-dynamo/aiperf; kvcache-ai/Mooncake FAST25-release.
    const std::string rest = R"("input_length":16,"hash_ids":[1],"block_size":16})";
    const Read seconds = readTrace(R"({"chat_id":1,"timestamp":61.25,)" + rest);
    CHECK(seconds.trace->requests[0].timeMs == 61250);
    CHECK(readTrace(R"({"timestamp":61,"chat_id":1,)" + rest).trace->requests[0].timeMs == 61000);
    CHECK(readTrace(R"({"timestamp":61,)" + rest).trace->requests[0].timeMs == 61);
}

TEST_CASE("chat logs are hashed block by block; a longer history starts like the shorter one") {
    const std::string system(200, 's');
    const Read r = readTrace("{\"messages\":[{\"role\":\"system\",\"content\":\"" + system +
                             "\"},{\"role\":\"user\",\"content\":\"one\"}]}\n" +
                             "{\"messages\":[{\"role\":\"system\",\"content\":\"" + system +
                             "\"},{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"two\"}]},{\"role\":"
                             "\"assistant\",\"content\":\"answer\"}]}\n" +
                             "{\"conversations\":[{\"from\":\"human\",\"value\":\"hi\"},{\"from\":\"gpt\",\"value\":"
                             "\"ho\"},{\"from\":\"human\",\"value\":\"go\"},{\"from\":\"gpt\",\"value\":\"no\"}]}");
    REQUIRE(static_cast<bool>(r.trace));
    CHECK(r.report.requests == 4);
    CHECK(r.trace->requests[0].inputTokens == 55);  // 207 + 9 bytes at 4 bytes a token, rounded up, with the roles
    CHECK(r.trace->requests[1].outputTokens == 2);
    CHECK(r.report.estimatedTokens == r.report.inputTokens);
    const Hits hits = ceiling(*r.trace, {});
    CHECK(hits.blocks == 3);  // 208 bytes are three whole blocks of 16 tokens
}

TEST_CASE("requests as they are logged: batches, gateways, prompts, chats of data sets") {
    const char* turn = R"([{"role":"user","content":"hello"},{"role":"assistant","content":"good day"}])";
    const struct {
        std::string line;
        std::int64_t prompt, answer;
    } rows[] = {
        {std::string(R"({"conversation_id":"a","conversation":)") + turn + "}", 11, 8},
        {std::string(R"({"timestamp":"2023-04-09T00:02:53","conversation":)") + turn + "}", 11, 8},
        {std::string(R"({"custom_id":"a","method":"POST","body":{"model":"m","messages":)") + turn + "}}", 11, 8},
        {std::string(R"({"custom_id":"a","params":{"system":"be brief","messages":)") + turn + "}}", 27, 8},
        {std::string(R"({"system":[{"type":"text","text":"be brief"}],"messages":)") + turn + "}", 27, 8},
        {R"({"instructions":"be brief","input":[{"role":"user","content":[{"type":"input_text","text":"hello"}]}]})",
         27, 0},
        {R"({"prompt":"hello","output_tokens":128})", 5, 512},
        {R"({"text":"hello"})", 5, 0},
        // Alpaca, Dolly, aiperf, ShareGPT as others write it, a sample of lm-eval.
        {R"({"instruction":"say hello","input":"","output":"good day"})", 9, 8},
        {R"({"instruction":"translate","input":"hello","output":"good day"})", 15, 8},
        {R"({"instruction":"answer","context":"hello","response":"good day","category":"qa"})", 12, 8},
        {R"({"texts":["hello"],"output_length":2})", 5, 8},
        {R"({"timestamp":0,"text_input":"hello","output_length":2})", 5, 8},
        {R"({"items":[{"from":"human","value":"hello"},{"from":"chatgpt","value":"good day"}]})", 12, 8},
        {R"({"doc_id":0,"arguments":{"gen_args_0":{"arg_0":"hello","arg_1":{"until":["x"]}}},"resps":[["good day"]]})",
         5, 8},
        {R"({"doc_id":0,"arguments":[["hello",{"until":["x"]}]],"resps":[["good day"]]})", 5, 8},
    };
    for (const auto& row : rows) {
        CAPTURE(row.line);
        const Read r = readTrace(row.line);
        REQUIRE(static_cast<bool>(r.trace));
        REQUIRE(r.report.requests == 1);
        CHECK(r.trace->requests[0].inputTokens == (row.prompt + 3) / 4);
        CHECK(r.trace->requests[0].outputTokens == (row.answer + 3) / 4);
    }
    // Turns, whose answers the text does not hold; inputs of aiperf and of genai-perf, many requests in one record.
    const struct {
        const char* line;
        std::vector<std::uint32_t> prompts, conversations;
    } sessions[] = {
        {R"({"session_id":"a","turns":[{"role":"system","text":"be brief"},{"text":"hello"},{"text":"go","delay":5}]})",
         {6, 7},
         {0, 0}},
        {R"({"question_id":81,"turns":["hello","go"]})", {2, 3}, {0, 0}},
        {R"({"data":[{"session_id":"a","payloads":[{"messages":[{"role":"user","content":"hello"}]},{"messages":[{"role":"user","content":"hello"},{"role":"user","content":"go"}]}]},{"session_id":"b","payloads":[{"prompt":"hello"}]}]})",
         {3, 5, 2},
         {0, 0, 1}},
        {R"({"data":[{"payload":[{"messages":[{"role":"user","content":"hello"}]}]},{"payload":[{"prompt":"go"}]}]})",
         {3, 1},
         {0, 1}},
    };
    for (const auto& row : sessions) {
        CAPTURE(row.line);
        const Read r = readTrace(row.line);
        REQUIRE(static_cast<bool>(r.trace));
        std::vector<std::uint32_t> prompts, conversations;
        for (const TraceRequest& q : r.trace->requests) {
            prompts.push_back(q.inputTokens);
            conversations.push_back(q.conversation);
        }
        CHECK(prompts == row.prompts);
        CHECK(conversations == row.conversations);
    }
    // Blocks go before text; what holds neither is no request.
    CHECK(readTrace(R"({"hash_ids":[1],"input_length":16,"text":"hello"})").report.estimatedTokens == 0);
    CHECK(readTrace(R"({"prompt":17})").report.requests == 0);
}

TEST_CASE("published traces: counts, ceiling with half as warm-up") {
    struct Known {
        const char* file;
        std::int64_t requests, blocks, distinct;
        double ceiling;
    };
    for (const Known& known : {Known{"conversation.jsonl", 12031, 288500, 182790, 0.3981},
                               Known{"synthetic.jsonl", 3993, 121877, 43924, 0.8627}}) {
        const std::string text = sharedFile(known.file);
        if (text.empty()) continue;
        const Read r = readTrace(text);
        REQUIRE(static_cast<bool>(r.trace));
        CHECK(r.report.badLines == 0);
        CHECK(r.report.requests == known.requests);
        CHECK(r.report.blocks == known.blocks);
        CHECK(r.report.distinctBlocks == known.distinct);
        CHECK(r.report.blockSize == 512);
        CurveOptions options;
        options.warmupRequests = r.trace->requests.size() / 2;
        const double rate = static_cast<double>(ceiling(*r.trace, options).tokens) /
                            static_cast<double>(demand(*r.trace, options).tokens);
        CHECK(rate == doctest::Approx(known.ceiling).epsilon(0.0001));
    }
    const std::string session = sharedFile("coding-agent-session.json");
    if (session.empty()) return;
    const Read r = readTrace(session);
    REQUIRE(static_cast<bool>(r.trace));
    CHECK(r.report.requests == 27);
    CHECK(r.report.inputTokens == 3338208);
    CHECK(r.report.outputTokens == 13458);
    CHECK(r.report.blockSize == 64);
}

TEST_CASE("the expected size of a trace changes nothing but room; a priority is read, and a wrong one is told") {
    std::string text;
    for (int i = 0; i < 30000; ++i) {
        text += R"({"block_size": 512, "priority": )";
        text += std::to_string(i % 7 - 3);
        text += R"(, "hash_ids": [)";
        text += std::to_string(i % 50);
        text += ", ";
        text += std::to_string(1000 + i);
        text += "]}\n";
    }
    const Read plain = readTrace(text);
    REQUIRE(static_cast<bool>(plain.trace));
    CHECK(plain.trace->requests[1].priority == -2);
    for (const std::int64_t bytes : {std::int64_t{1}, static_cast<std::int64_t>(text.size()), std::int64_t{1} << 62}) {
        TraceOptions options;
        options.expectedBytes = bytes;
        options.maxBytes = 4000000;
        const Read r = readTrace(text, options);
        REQUIRE(static_cast<bool>(r.trace));
        CHECK(blocksOf(*r.trace) == blocksOf(*plain.trace));
        CHECK(r.trace->requests.capacity() <= 100000);
    }
    CHECK(reasonOf(R"({"priority": "high", "hash_ids": [1, 2]})") == "priority_wrong");
    CHECK(reasonOf(R"({"priority": null, "input_length": 100, "hash_ids": [0, 1]})").empty());
}
