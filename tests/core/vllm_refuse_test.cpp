#include <doctest/doctest.h>

#include "kvfit/size.hpp"
#include "llamacpp_models.hpp"

using namespace kvfit;
using namespace kvfit::models;

namespace {

std::string refusal(const Architecture& a, Scenario s) {
    s.engine = "vllm";
    const Expected<SizeResult> r = size(a, s);
    return r ? "none" : r.errors().front().code;
}

}  // namespace

TEST_CASE("vLLM refuses what it cannot start with") {
    Scenario s;
    s.kvDtype = "fp8_dsmla";
    CHECK(refusal(deepSeekV4Flash(), s) == "unknown_dtype");
    s = {};
    s.tp = 3;
    CHECK(refusal(llama8b(), s) == "invalid_parallel_degree");
    s = {};
    s.pp = 33;
    CHECK(refusal(llama8b(), s) == "invalid_parallel_degree");
    s = {};
    s.dcp = 2;
    CHECK(refusal(gemma3of27b(), s) == "invalid_parallel_degree");
    CHECK(refusal(llama8b(), s) == "invalid_parallel_degree");  // it divides the ranks of a tensor-parallel group
    s.tp = 2;
    CHECK(refusal(llama8b(), s) == "none");
    s = {};
    s.hybridKvManager = false;
    CHECK(refusal(qwen3Next80b(), s) == "hybrid_manager_required");
    s = {};
    s.stateCacheMode = "some";
    CHECK(refusal(qwen3Next80b(), s) == "unknown_value");
    s = {};
    s.blockSize = 0;
    CHECK(refusal(llama8b(), s) == "out_of_range");
    CHECK(refusal(model(4, {latent(Kind::window_latent, all(4), 448, 64, 128),
                            latent(Kind::compressed, all(4), 448, 64, 0, 16)}),
                  {}) == "unsupported_compression");
    CHECK(refusal(model(4, {}), {}) == "nothing_cached");
    s = {};
    s.maxModelLen = std::int64_t{1} << 52;
    CHECK(refusal(llama8b(), s) == "too_large");
    Architecture wide = model(4, {attention(Kind::full, all(4), 1, std::int64_t{1} << 32, std::int64_t{1} << 32)});
    s = {};
    s.blockSize = std::int64_t{1} << 40;
    s.maxModelLen = 1;
    CHECK(refusal(wide, s) == "too_large");
}
