#include <doctest/doctest.h>

#include <map>
#include <random>

#include "kvfit/reuse_curve.hpp"
#include "reuse/optimal.hpp"
#include "reuse_traces.hpp"

using namespace kvfit;
using Names = std::vector<std::uint32_t>;

TEST_CASE("chains: what is added is read back, and every number stands for one prefix") {
    for (unsigned seed = 0; seed < 40; ++seed) {
        CAPTURE(seed);
        std::mt19937 random(seed);
        // Few ids stand behind others at once; of many, and longer requests, most are new.
        const unsigned ids = seed % 2 == 0 ? 6 : 5000;
        std::vector<Names> requests;
        reuse_test::TraceMaker made(16);
        for (int i = 0; i < 200; ++i) {
            Names request;
            if (!requests.empty() && random() % 4 != 0) request = requests[random() % requests.size()];
            request.resize(std::min<std::size_t>(request.size(), random() % 200));
            for (unsigned more = random() % 90; more > 0; --more) request.push_back(random() % ids);
            made.add({}, request);
            requests.push_back(std::move(request));
        }
        const Trace trace = made.made();
        std::map<Names, std::uint32_t> known;
        for (std::size_t r = 0; r < requests.size(); ++r) {
            const Names numbers = reuse_test::blocksOf(trace, r);
            REQUIRE(numbers.size() == requests[r].size());
            Names prefix;
            for (std::size_t i = 0; i < numbers.size(); ++i) {
                prefix.push_back(requests[r][i]);
                REQUIRE(known.try_emplace(prefix, known.size()).first->second == numbers[i]);
            }
        }
        CHECK(trace.names() == known.size());
    }
}

TEST_CASE("chains refuse a block behind another prefix, a block twice, and a gap in the numbers") {
    BlockChains chains;
    REQUIRE(chains.add(Names{0, 1, 2}));
    for (const Names& wrong : {Names{1}, Names{0, 2}, Names{0, 1, 2, 0}, Names{0, 1, 4}, Names{3, 3}, Names{3, 1}})
        CHECK(!chains.add(wrong));
    CHECK(chains.names() == 3);
    CHECK(chains.add(Names{0, 1, 3, 4}));
    CHECK(chains.add(Names{})->length == 0);
    CHECK(chains.names() == 5);
}

TEST_CASE("the offline bound over runs of blocks equals the one over single blocks, at every capacity") {
    for (unsigned seed = 0; seed < 24; ++seed) {
        CAPTURE(seed);
        const Trace trace =
            seed % 2 == 0 ? reuse_test::conversations(seed, 120) : reuse_test::read(reuse_test::unusual(seed).text);
        CurveOptions options;
        options.warmupRequests = seed % 3 * 20;
        const Names uses = reuse_test::blocksOf(trace);
        std::size_t warm = 0;
        for (std::size_t r = 0; r < options.warmupRequests; ++r) warm += trace.requests[r].blocks.length;
        std::vector<std::uint32_t> capacities;
        for (std::uint32_t c = 0; c <= trace.names() + 1; ++c) capacities.push_back(c);
        const std::vector<Hits> runs = optimalHits(trace, options, capacities);
        for (const std::uint32_t capacity : capacities) {
            CAPTURE(capacity);
            reuse::OptimalCache cache(reuse::nextUses(uses, trace.names(), [&](std::size_t i) { return i >= warm; }),
                                      capacity);
            Hits hits;
            std::size_t at = 0;
            for (std::size_t r = 0; r < trace.requests.size(); ++r)
                for (std::size_t i = 0; i < trace.requests[r].blocks.length; ++i) {
                    if (!cache.access(at++) || r < options.warmupRequests) continue;
                    ++hits.blocks;
                    hits.tokens += trace.tokensIn(trace.requests[r], i);
                }
            REQUIRE(runs[capacity].blocks == hits.blocks);
            REQUIRE(runs[capacity].tokens == hits.tokens);
        }
    }
}
