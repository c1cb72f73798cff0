#include <doctest/doctest.h>

#include "kvfit/admission.hpp"
#include "llamacpp_models.hpp"

using namespace kvfit;
using namespace kvfit::models;

namespace {

Admission admitted(const char* version, std::int64_t windowTokens) {
    Scenario s;
    s.engine = "sglang";
    s.engineVersion = version;
    s.kvDtype = "bf16";
    s.maxModelLen = 131072;
    s.maxTotalNumTokens = 400000;
    s.swaTotalNumTokens = windowTokens;
    Expected<Admission> a = admissionOf(gptOss120b(), s);
    REQUIRE(a);
    REQUIRE(a->pools.size() == 2);
    return *a;
}

}  // namespace

// PrefillAdder.add_one_req: input + answer + page < free of the full pool; of the window pool the next chunk, at least
// the window, and a page (python/sglang/srt/managers/schedule_policy.py @d315eb7250, v0.5.10).
TEST_CASE("SGLang: what must be free before a prompt starts") {
    const Admission a = admitted("0.5.18", 100000);
    CHECK(a.pools[0].demanded(1000) == 1000 + 1 + 1);
    CHECK(a.pools[1].demanded(1000) == 1000 + 1 + 1);
    CHECK(a.pools[1].demanded(50) == 128 + 1 + 1);
    CHECK(a.pools[1].demanded(100000) == 8192 + 1 + 1);
    // A chunk that the whole pool cannot hold is cut.
    CHECK(admitted("0.5.18", 8000).pools[1].demanded(100000) == 128 + 2 + 1);
    // The window pool had to hold the prompt.
    CHECK(admitted("0.5.10", 100000).pools[1].demanded(50000) == 50000 + 1 + 1);
}
