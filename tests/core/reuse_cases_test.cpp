#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "kvfit/api.hpp"

namespace {

using Json = nlohmann::ordered_json;

/// Every key that is expected must be there and equal; numbers within `tolerance`.
bool agrees(const Json& expected, const Json& actual, double tolerance) {
    if (expected.is_number() && actual.is_number()) {
        const double e = expected.get<double>(), a = actual.get<double>();
        return std::fabs(a - e) <= std::max(tolerance, std::fabs(e) * 1e-9);
    }
    if (expected.is_object()) {
        for (const auto& [key, value] : expected.items())
            if (!actual.contains(key) || !agrees(value, actual[key], tolerance)) return false;
        return true;
    }
    if (expected.is_array()) {
        if (!actual.is_array() || expected.size() != actual.size()) return false;
        for (std::size_t i = 0; i < expected.size(); ++i)
            if (!agrees(expected[i], actual[i], tolerance)) return false;
        return true;
    }
    return expected == actual;
}

}  // namespace

TEST_CASE("prefix cases: hit for hit and eviction for eviction") {
    const char* shared = std::getenv("KVFIT_SHARED");
    std::ifstream file(std::string(shared != nullptr ? shared : "../shared") + "/cases/prefix_cases.json");
    if (!file) {
        MESSAGE("no case file: set KVFIT_SHARED to the folder that holds cases/");
        return;
    }
    std::stringstream text;
    text << file.rdbuf();
    kvfit::Session session;
    for (Json workload : Json::parse(text.str())) {
        const Json expect = workload["expect"];
        workload.erase("expect");
        const Json answer = Json::parse(session.call("replay", 0, workload.dump()));
        CAPTURE(workload["id"].get<std::string>());
        REQUIRE_MESSAGE(answer["ok"].get<bool>(), answer.dump());
        for (const auto& item : expect.items()) {
            const std::string& key = item.key();
            const Json& value = item.value();
            if (key == "tolerance") continue;
            const Json actual = answer["result"].contains(key) ? answer["result"][key] : Json();
            CAPTURE(key);
            CHECK_MESSAGE(agrees(value, actual, expect.value("tolerance", 0.0)), "expected ", value.dump(), " but ",
                          actual.dump());
        }
    }
}
