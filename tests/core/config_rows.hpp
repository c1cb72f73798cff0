#pragma once

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "kvfit/read.hpp"
#include "kvfit/size.hpp"

// A table of configurations, decisive keys only, and the figures that follow from them: bytes for one
// further token and fixed bytes of a sequence, with a bf16 cache and fp32 recurrent states.
namespace kvfit::test {

struct Row {
    const char* name;  ///< model or dialect, and where its published shape was read
    const char* text;
    const char* kind;
    double marginal;
    std::int64_t fixed;
};

/// Every equation re-evaluates to its figure from its leaves alone.
inline void checkEquations(const SizeResult& r) {
    CHECK(evaluate(*r.formula) == static_cast<double>(r.payloadBytes));
    CHECK(evaluate(*r.rankFormula) == static_cast<double>(r.bytesPerRank));
    CHECK(evaluate(*r.fixedFormula) == static_cast<double>(r.fixedBytesPerSequence));
    CHECK(evaluate(*r.marginalFormula) == doctest::Approx(r.marginalBytesPerToken));
    std::int64_t sum = 0;
    for (const PartSize& part : r.parts) {
        CHECK(evaluate(*part.formula) == static_cast<double>(part.bytes));
        sum += part.bytes;
    }
    CHECK(sum == r.payloadBytes);
}

/// Every place that a value is said to come from exists in the text, or is a class rule.
inline void checkSources(const Architecture& a, const nlohmann::json& document) {
    const auto exists = [&](const std::string& source) {
        if (source.rfind("class rule ", 0) == 0) return true;
        return source.rfind('/', 0) == 0 && document.contains(nlohmann::json::json_pointer(source));
    };
    for (const CachePart& part : a.parts) {
        CHECK(part.sources.count("layers") == 1);
        for (const auto& read : part.sources) CHECK_MESSAGE(exists(read.second), read.first << " from " << read.second);
    }
    for (const auto& read : a.typeSources) CHECK_MESSAGE(exists(read.second), read.first << " from " << read.second);
}

inline Scenario sixteenBit(std::int64_t tokens) {
    Scenario s;
    s.tokens = tokens;
    s.kvDtype = s.indexerDtype = s.convDtype = "bf16";
    s.stateDtype = "fp32";
    return s;
}

inline void check(const Row& row) {
    const std::string name = row.name;
    CAPTURE(name);
    const auto a = readConfig(row.text);
    for (const Error& e : a ? Errors{} : a.errors()) FAIL_CHECK(e.code << ": " << e.message);
    if (!a) return;
    checkSources(*a, nlohmann::json::parse(row.text));
    const auto r = size(*a, sixteenBit(1000000));
    REQUIRE(r);
    checkEquations(*r);
    CHECK(a->attentionKind == row.kind);
    CHECK(r->marginalBytesPerToken == doctest::Approx(row.marginal));
    CHECK(r->fixedBytesPerSequence == row.fixed);
}

/// The errors of a configuration as `code pointer`, in the order of the text.
inline std::vector<std::string> errorsOf(const std::string& text) {
    const auto a = readConfig(text);
    std::vector<std::string> out;
    for (const Error& e : a ? Errors{} : a.errors()) out.push_back(e.code + " " + e.pointer + " " + e.field);
    return out;
}

}  // namespace kvfit::test
