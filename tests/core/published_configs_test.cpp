#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "kvfit/read.hpp"
#include "kvfit/size.hpp"

// Published configurations against figures that were computed from them apart from this project:
// bf16 cache, fp32 states, one sequence. They stand beside the repository, or where KVFIT_SHARED says.
namespace {

using Json = nlohmann::json;

std::string sharedFolder() {
    const char* given = std::getenv("KVFIT_SHARED");
    return given != nullptr ? given : KVFIT_SOURCE_DIR "/../shared";
}

std::string textOf(const std::string& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
}

void checkRole(const Json& check, const kvfit::SizeResult& r, const char* role, const char* key) {
    std::int64_t bytes = 0;
    for (const kvfit::PartSize& part : r.parts)
        if (part.role == role) bytes += part.bytes;
    CHECK_MESSAGE(bytes == check[key].get<std::int64_t>(), key);
}

void checkModel(const Json& entry) {
    const std::string name = entry["config"].get<std::string>();
    CAPTURE(name);
    const std::string text = textOf(sharedFolder() + "/configs/" + name + ".json");
    REQUIRE(!text.empty());
    const auto architecture = kvfit::readConfig(text);
    for (const kvfit::Error& e : architecture ? kvfit::Errors{} : architecture.errors())
        FAIL_CHECK(name << ": " << e.code << " " << e.message);
    if (!architecture) return;
    const Json& check = entry["check"];
    kvfit::Scenario s;
    s.kvDtype = s.indexerDtype = s.convDtype = "bf16";
    s.stateDtype = "fp32";
    const bool context = check["max_context"].is_number();
    s.tokens = context ? check["max_context"].get<std::int64_t>() : 1 << 20;
    const auto r = kvfit::size(*architecture, s);
    REQUIRE(r);
    CHECK(architecture->layers == check["layers"].get<std::int64_t>());
    CHECK(r->marginalBytesPerToken == check["marginal_bytes_per_token"].get<double>());
    CHECK(r->fixedBytesPerSequence == check["fixed_bytes_per_sequence"].get<std::int64_t>());
    if (context) CHECK(architecture->trainedContext == check["max_context"].get<std::int64_t>());
    if (check.contains("total_bytes_at_max_context"))
        CHECK(r->payloadBytes == check["total_bytes_at_max_context"].get<std::int64_t>());
    checkRole(check, *r, "conv", "conv_state_bytes");
    checkRole(check, *r, "recurrent", "recurrent_state_bytes_fp32");
    checkRole(check, *r, "cross", "cross_attention_bytes_max");
}

}  // namespace

TEST_CASE("published configurations read to their figures") {
    const std::string facts = textOf(sharedFolder() + "/facts/models.json");
    if (facts.empty()) {
        MESSAGE("no published configurations beside the repository; nothing compared");
        return;
    }
    for (const Json& entry : Json::parse(facts)) checkModel(entry);
}
