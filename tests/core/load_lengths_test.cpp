#include <doctest/doctest.h>

#include "kvfit/lengths.hpp"

// Lengths as people have them: percentiles, values, lists, tables, traces.

using namespace kvfit;

namespace {

Expected<LengthSample> read(const std::string& text, std::size_t most = 500, std::size_t cut = 7) {
    LengthReader reader;
    for (std::size_t at = 0; at < text.size(); at += cut) reader.feed(std::string_view(text).substr(at, cut));
    return reader.finish(most);
}

}  // namespace

TEST_CASE("lengths: percentiles lie on straight lines") {
    const Expected<Lengths> lengths = readLengths("p50 2K, p90 8K, p99=32K; max: 64K", "promptLengths");
    REQUIRE(lengths);
    CHECK(lengths->at(0.5) == 2048);
    CHECK(lengths->at(0.9) == 8192);
    CHECK(lengths->at(0.99) == 32768);
    CHECK(lengths->at(1) == 65536);
    CHECK(lengths->at(0.7) == (2048 + 8192) / 2);
    CHECK(lengths->at(0) == 1);
    for (double u = 0.01; u <= 1; u += 0.01) CHECK(lengths->at(u) >= lengths->at(u - 0.01));
    // Nothing lies above the highest that is given.
    const Expected<Lengths> without = readLengths("median 100, p90 900", "promptLengths");
    REQUIRE(without);
    CHECK(without->at(1) == 900);
    CHECK(readLengths("{\"p50\": 2000, \"p99\": \"32K\"}", "promptLengths")->at(0.5) == 2000);
}

TEST_CASE("lengths: values are equally likely") {
    const Expected<Lengths> lengths = readLengths("300 100\n200, 131,072", "promptLengths");
    REQUIRE(lengths);
    CHECK(lengths->at(0.25) == 100);
    CHECK(lengths->at(0.5) == 200);
    CHECK(lengths->at(0.75) == 300);
    CHECK(lengths->at(1) == 131072);
    CHECK(readLengths("[5, 7]", "outputLengths")->at(1) == 7);
}

TEST_CASE("lengths: what is wrong is said") {
    for (const char* text : {"", "  ", "p50", "p50 1000 p90", "p101 5", "many", "p50 x", "p90 100 p50 200",
                             "p50 1 p50 2", "{\"median length\": 5}", "[1,", "-5", "1e6", "[[1,2]]", "{}"}) {
        const Expected<Lengths> lengths = readLengths(text, "promptLengths");
        CAPTURE(text);
        REQUIRE_FALSE(lengths);
        CHECK(lengths.errors().front().field == "promptLengths");
        CHECK_FALSE(lengths.errors().front().hint.empty());
    }
}

TEST_CASE("lengths: tables and traces, cut anywhere") {
    const char* same[] = {
        "100 20\n3000 400\n", "100,20\r\n3000,400", "prompt_tokens,completion_tokens\n100,20\n3000,400\n",
        "TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 18:17:03,100,20\n2023-11-16 18:17:04,3000,400\n",
        "Timestamp;Model;Request tokens;Response tokens\n5;m;100;20\n9;m;3000;400\n",
        "id\toutput\tinput\na\t20\t100\nb\t400\t3000\n",
        "{\"input_length\": 100, \"output_length\": 20}\n{\"input_length\": 3000, \"output_length\": 400}\n",
        ("{\"prompt\":\"text\",\"usage\":{\"prompt_tokens\":100,\"completion_tokens\":20}}\n"
         "{\"prompt\":\"text\",\"usage\":{\"prompt_tokens\":3000,\"completion_tokens\":400}}\n"),
        "request_id,request_type,arrival_timestamp,prompt_size,token_size\n0,2,0.5,100,20\n1,2,0.9,3000,400\n",
        "{\"backend\":\"vllm\",\"input_lens\":[100,3000],\"output_lens\":[20,400],\"ttfts\":[0.1,0.2]}\n",
        "{\"input_toks\":100,\"output_toks\":20}\n{\"input_toks\":3000,\"output_toks\":400}\n",
        ("{\"custom_id\":\"a\",\"response\":{\"body\":{\"usage\":{\"prompt_tokens\":100,\"completion_tokens\":20}}}}\n"
         "{\"custom_id\":\"b\",\"response\":{\"body\":{\"usage\":{\"prompt_tokens\":3000,\"completion_tokens\":400}}}}"
         "\n"),
        "{\"id\":\"s\",\"requests\":[{\"in\":100,\"out\":20},{\"in\":3000,\"out\":400}]}\n",
        "\xef\xbb\xbfprompt,output\n\"100\",\"20\"\n\"3,000\",\"400\"\n", "[[100, 20], [3000, 400]]",
        "[100, 20]\n[3000, 400]\n", "prompt_len,response_len\n100,20\n3000,400\n",
        // Results of a batch of Anthropic's, llmperf's requests, a generation of OpenRouter's, a page of a data set.
        ("{\"custom_id\":\"a\",\"result\":{\"type\":\"succeeded\",\"message\":{\"usage\":{\"input_tokens\":10,"
         "\"cache_read_input_tokens\":90,\"output_tokens\":20}}}}\n{\"result\":{\"message\":{\"usage\":{"
         "\"input_tokens\":3000,\"output_tokens\":400}}}}\n"),
        ("[{\"number_total_tokens\":120,\"number_output_tokens\":20,\"number_input_tokens\":100},{"
         "\"number_output_tokens\":400,\"number_input_tokens\":3000}]"),
        ("{\"data\":{\"tokens_prompt\":100,\"tokens_completion\":20}}\n"
         "{\"tokens_prompt\":3000,\"tokens_completion\":400}\n"),
        ("{\"rows\":[{\"row_idx\":0,\"row\":{\"input_length\":100,\"output_length\":20}},{\"row\":{"
         "\"input_length\":3000,\"output_length\":400}}]}"),
        // guidellm's report.
        ("{\"benchmarks\":[{\"requests\":{\"successful\":[{\"prompt_tokens\":100,\"output_tokens\":20},{"
         "\"prompt_tokens\":3000,\"output_tokens\":400}],\"errored\":[{\"prompt_tokens\":7}]}}]}"),
        "{\n  \"backend\": \"vllm\",\n  \"input_lens\": [\n    100,\n    3000\n  ],\n  \"output_lens\": [\n    20,\n   "
        " "
        "400\n  ]\n}\n",
        // SGLang's benchmark writes an endless rate as Python does.
        "{\"request_rate\": Infinity, \"input_lens\": [100, 3000], \"output_lens\": [20, 400]}\n",
        // A field that stands twice is one request: exports of Langfuse.
        ("{\"input\":\"hi\",\"usage\":{\"input\":100,\"output\":20},\"usageDetails\":{\"input\":100,\"output\":20},"
         "\"promptTokens\":100,\"completionTokens\":20}\n"
         "{\"input\":[{\"role\":\"user\"}],\"usage\":null,\"usageDetails\":{\"input\":3000,\"output\":400}}\n"),
        // Anthropic's usage in a session of a coding agent, and a gateway's that counts all.
        ("{\"type\":\"assistant\",\"message\":{\"role\":\"assistant\",\"usage\":{\"input_tokens\":4,"
         "\"cache_creation_input_tokens\":6,\"cache_read_input_tokens\":90,\"output_tokens\":20}}}\n"
         "{\"usage\":{\"prompt_tokens\":3000,\"cache_read_input_tokens\":90,\"completion_tokens\":400}}\n"),
        // Spans of OpenTelemetry, as its collector writes them and as others flatten them.
        ("{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{\"attributes\":[{\"key\":\"gen_ai.usage.input_tokens\","
         "\"value\":{\"intValue\":\"100\"}},{\"key\":\"gen_ai.usage.output_tokens\",\"value\":{\"intValue\":20}}]},{"
         "\"name\":\"GET\",\"attributes\":[]},{\"attributes\":[{\"key\":\"gen_ai.usage.prompt_tokens\",\"value\":{"
         "\"intValue\":\"3000\"}},{\"key\":\"gen_ai.usage.completion_tokens\",\"value\":{\"intValue\":\"400\"}}]}]}]}]"
         "}\n"),
        ("{\"attributes\":{\"gen_ai.usage.input_tokens\":100,\"gen_ai.usage.output_tokens\":20}}\n"
         "{\"attributes\":{\"llm.token_count.prompt\":3000.0,\"llm.token_count.completion\":400.0}}\n"),
        // aiperf's profile_export.jsonl; SGLang's and vLLM's logged requests among other lines.
        ("{\"metrics\":{\"input_sequence_length\":{\"value\":100,\"unit\":\"tokens\"},\"output_sequence_length\":{"
         "\"value\":20,\"unit\":\"tokens\"}}}\n{\"metrics\":{\"input_sequence_length\":{\"value\":3000},"
         "\"output_sequence_length\":{\"value\":400}}}\n"),
        ("[2026-05-01 10:00:00] Server is ready, listening\n"
         "[2026-05-01 10:00:00] Finish: out={'text': 'a', 'meta_info': {'prompt_tokens': 100, 'completion_tokens': "
         "20}}\n"
         "[2026-05-01 10:00:01] GET /health\n"
         "[2026-05-01 10:00:09] ReqTimeStats(rid=a, input_len=3000, cached_input_len=2, output_len=400, "
         "type=unified)\n"),
        "id,text,prompt_tokens,completion_tokens\n1,\"a \"\"b\"\"\n; c, d\",100,20.0\n2,\"e\",3000.0,400\n"};
    for (const char* text : same) {
        const Expected<LengthSample> sample = read(text);
        CAPTURE(text);
        REQUIRE(sample);
        REQUIRE(sample->pairs.size() == 2);
        CHECK(sample->text == "100 20\n3000 400\n");
        CHECK(sample->badLines == 0);
        CHECK(sample->hasOutputs);
    }
    const auto logged = read(
        "INFO 07-22 10:11:40 [logger.py:41] Received request cmpl-1: prompt: 'Hi, [x]', params: SamplingParams(n=1, "
        "max_tokens=16), prompt_token_ids: [9707, 11, 847], lora_request: None.\n");
    REQUIRE(logged);
    CHECK(logged->text == "3\n");
    CHECK(read("100\n200\n")->text == "100\n200\n");
    CHECK_FALSE(read("100\n200\n")->hasOutputs);
}

TEST_CASE("lengths: bad lines are counted and the rate is read") {
    const Expected<LengthSample> sample = read(
        "{\"input_length\": 5, \"timestamp\": 0}\nnonsense\n{\"a\":1}\n{\"input_length\": 7, \"timestamp\": 500}\n");
    REQUIRE(sample);
    CHECK(sample->requests == 2);
    CHECK(sample->badLines == 2);
    CHECK(sample->requestsPerSecond == doctest::Approx(2));
    CHECK_FALSE(read(""));
    CHECK_FALSE(read("\n\n"));
    CHECK_FALSE(read(std::string("\0\1\2binary", 9)));
    CHECK(read("<script>alert(1)</script>").errors().front().code == "no_lengths");
}

TEST_CASE("lengths: sums of several requests are none, and files that are no text are named") {
    const auto sums = read("{\"requests\": 5, \"promptTokens\": 50}\n{\"requests\": 1, \"promptTokens\": 9}\n");
    REQUIRE(sums);
    CHECK(sums->text == "9\n");
    CHECK(sums->badByReason.at("sum_of_requests") == 1);
    CHECK(read("request_count,input_tokens\n3,24\n1,8\n")->text == "8\n");
    CHECK(read("input_tokens,cache_read_input_tokens\n3,24\n1,\n")->text == "27\n1\n");
    CHECK(read("[100, 3000]\n")->text == "100\n3000\n");
    for (const auto& [bytes, form] : {std::pair{"\xff\xfe"
                                                "1",
                                                "UTF-16"},
                                      std::pair{"PAR1....", "Parquet"}}) {
        const auto refused = read(bytes);
        REQUIRE_FALSE(refused);
        CHECK(refused.errors().front().code == "not_text");
        CHECK(refused.errors().front().params.at("form") == form);
    }
}

TEST_CASE("lengths: one that cannot be read is bad, in lists too") {
    const Expected<LengthSample> lists =
        read(R"({"input_lens":[100,-1,"x",3000,7,5],"output_lens":[20,3,4,2000000000000,400]})");
    REQUIRE(lists);
    CHECK(lists->text == "100 20\n7 400\n");
    CHECK(lists->badLines == 4);
    CHECK(lists->badByReason.at("length_wrong") == 4);
    const Expected<LengthSample> fields = read(
        "{\"prompt_tokens\":5,\"completion_tokens\":-1}\n{\"prompt_tokens\":-5}\n{\"prompt_tokens\":1.5}\n"
        "{\"prompt_tokens\":\"7\",\"completion_tokens\":\"2\"}\n");
    REQUIRE(fields);
    CHECK(fields->text == "7 2\n");
    CHECK(fields->badLines == 3);
}

TEST_CASE("lengths: the rate is read from times as they are written") {
    const std::pair<const char*, double> rows[] = {
        // BurstGPT, Azure 2023 and 2024, Splitwise, Bailian, OpenTelemetry, LiteLLM, vLLM's and SGLang's benchmarks.
        {"Timestamp,Model,Request tokens,Response tokens\n5,m,1,2\n45,m,1,2\n", 1.0 / 40},
        {"TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 23:59:59.5000000,1,2\n2023-11-17 00:00:01.5000000,1,2\n",
         0.5},
        {"TIMESTAMP,ContextTokens,GeneratedTokens\n2024-02-28 23:59:59.5+00:00,1,2\n2024-02-29 01:00:00+01:00,1,2\n",
         2},
        {"arrival_timestamp,prompt_size,token_size\n0.5,1,2\n2.5,1,2\n", 0.5},
        {"{\"chat_id\":1,\"timestamp\":61.5,\"input_length\":5}\n{\"chat_id\":2,\"timestamp\":63.5,\"input_length\":5}"
         "\n",
         0.5},
        {"{\"spans\":[{\"startTimeUnixNano\":\"1735689600000000000\",\"input_tokens\":1},{\"startTimeUnixNano\":"
         "1735689604000000000,\"input_tokens\":1}]}\n",
         0.25},
        {"{\"startTime\":\"2025-03-01T10:00:00.000Z\",\"prompt_tokens\":1}\n{\"startTime\":\"2025-03-01T10:00:04."
         "000Z\","
         "\"prompt_tokens\":1}\n",
         0.25},
        {"{\"created\":1735689600,\"prompt_tokens\":1}\n{\"created\":1735689608,\"prompt_tokens\":1}\n", 0.125},
        {"{\"input_lens\":[1,2],\"output_lens\":[1,2],\"request_rate\":\"inf\",\"start_times\":[10.0,14.0]}\n", 0.25},
        {"{\"input_lens\":[1,2],\"output_lens\":[1,2],\"request_rate\":4.0}\n", 4},
        // Not every request has a time.
        {"{\"timestamp\":0,\"input_length\":5}\n{\"timestamp\":5,\"input_length\":5}\n{\"delay\":5,\"input_length\":5}"
         "\n",
         0},
        {"{\"timestamp\":\"yesterday\",\"input_length\":5}\n{\"timestamp\":\"2025-99-99 "
         "00:00:00\",\"input_length\":5}\n",
         0},
    };
    for (const auto& row : rows) {
        const char* text = row.first;
        CAPTURE(text);
        const Expected<LengthSample> sample = read(text);
        REQUIRE(sample);
        CHECK(sample->requestsPerSecond == doctest::Approx(row.second));
        CHECK(sample->badLines == 0);
    }
}

TEST_CASE("lengths: a sample keeps the distribution and the longest request") {
    std::string text;
    for (int i = 1; i <= 10000; ++i) text += std::to_string(i * 7919 % 10007) + " 10\n";
    const Expected<LengthSample> sample = read(text, 100, 4096);
    REQUIRE(sample);
    CHECK(sample->requests == 10000);
    REQUIRE(sample->pairs.size() == 100);
    CHECK(sample->kept == 100);
    double mean = 0;
    for (const RequestLengths& r : sample->pairs) mean += static_cast<double>(r.prompt) / 100;
    CHECK(mean == doctest::Approx(5003).epsilon(0.02));
    CHECK(sample->pairs.back().prompt == 10006);
}

TEST_CASE("lengths: a mix from settings, with what was assumed") {
    LoadSettings s;
    Notes notes;
    const Expected<LengthMix> whole = lengthMixOf(s, 4096, notes);
    REQUIRE(whole);
    CHECK(whole->draw(0.3, 0.7).total() == 4096);
    CHECK(notes.size() == 2);
    s.lengths = "[[100, 20], [3000, 400]]";
    const Expected<LengthMix> pairs = lengthMixOf(s, 4096, notes);
    REQUIRE(pairs);
    CHECK(pairs->draw(0.9, 0.1).output == 400);
    s.lengths = "100\n200\n";
    s.outputLengths = "p50 10 max 20";
    const Expected<LengthMix> prompts = lengthMixOf(s, 4096, notes);
    REQUIRE(prompts);
    CHECK(prompts->draw(0.1, 0.5).prompt == 100);
    CHECK(prompts->draw(0.1, 0.5).output == 10);
    s.lengths = "100 20\nwrong line\n";
    const Expected<LengthMix> wrong = lengthMixOf(s, 4096, notes);
    REQUIRE_FALSE(wrong);
    CHECK(wrong.errors().front().field == "lengths");
}
