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
        "100 20\n3000 400\n",
        "100,20\r\n3000,400",
        "prompt_tokens,completion_tokens\n100,20\n3000,400\n",
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
        "\xef\xbb\xbfprompt,output\n\"100\",\"20\"\n\"3,000\",\"400\"\n"};
    for (const char* text : same) {
        const Expected<LengthSample> sample = read(text);
        CAPTURE(text);
        REQUIRE(sample);
        REQUIRE(sample->pairs.size() == 2);
        CHECK(sample->text == "100 20\n3000 400\n");
        CHECK(sample->badLines == 0);
        CHECK(sample->hasOutputs);
    }
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
