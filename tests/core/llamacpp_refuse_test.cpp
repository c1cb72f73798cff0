#include <doctest/doctest.h>

#include "kvfit/size.hpp"
#include "llamacpp_models.hpp"

using namespace kvfit;

namespace {

Scenario asked(const char* kv = "f16") {
    Scenario s;
    s.engine = "llama.cpp";
    s.ctx = 4096;
    s.kvDtype = kv;
    return s;
}

Error refused(const Architecture& a, const Scenario& s) {
    const Expected<SizeResult> result = size(a, s);
    REQUIRE(!result);
    return result.errors().front();
}

}  // namespace

TEST_CASE("A type that is no cache type of llama.cpp is refused with those that are") {
    for (const char* type : {"fp8", "int8", "mxfp4", "nvfp4", "q6_k", "int8_per_token_head"}) {
        const Error error = refused(models::llama8b(), asked(type));
        CHECK(error.code == "unknown_dtype");
        CHECK(error.field == "kvDtype");
    }
    CHECK(refused(models::llama8b(), asked("fp8")).hint ==
          "use one of f32, f16, bf16, q8_0, q4_0, q4_1, iq4_nl, q5_0, q5_1");
    Scenario s = asked();
    s.vDtype = "int4";
    CHECK(refused(models::llama8b(), s).field == "vDtype");
    CHECK(size(models::llama8b(), asked("auto")));
    CHECK(size(models::llama8b(), asked("fp16")));
}

TEST_CASE("A quantized V needs flash attention") {
    Scenario s = asked("q8_0");
    s.flashAttn = false;
    CHECK(refused(models::llama8b(), s).code == "quantized_v_needs_flash_attention");
    s.vDtype = "f16";
    CHECK(size(models::llama8b(), s));
    // A latent has no V.
    s.vDtype.reset();
    CHECK(size(models::deepSeekV3(), s));
}

TEST_CASE("A latent has one type") {
    Scenario s = asked();
    s.kDtype = "q8_0";
    CHECK(refused(models::deepSeekV3(), s).code == "latent_types_differ");
    s.mlaStoreV = true;
    CHECK(size(models::deepSeekV3(), s));
}

TEST_CASE("Rows are whole blocks") {
    const Architecture odd = models::model(2, {models::attention(Kind::full, models::all(2), 1, 80, 80)});
    CHECK(refused(odd, asked("q8_0")).code == "row_not_whole_blocks");
    CHECK(size(odd, asked("f16")));
    const Architecture even = models::model(2, {models::attention(Kind::full, models::all(2), 2, 80, 80)});
    CHECK(refused(even, asked("q8_0")).code == "row_not_whole_blocks");
    Scenario plain = asked("q8_0");
    plain.flashAttn = false;  // K of both heads is one row; a quantized V needs flash attention
    plain.vDtype = "f16";
    CHECK(size(even, plain));
}

TEST_CASE("Settings out of range are named together") {
    Scenario s = asked();
    s.ctx = 0;
    s.nParallel = 257;
    s.nUbatch = 0;
    s.nCtxPad = 0;
    s.nRsSeq = -1;
    const Expected<SizeResult> result = size(models::llama8b(), s);
    REQUIRE(!result);
    CHECK(result.errors().size() == 5);
}
