#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

#include "kvfit/size.hpp"
#include "kvfit/term.hpp"

// What tests of engines read off an answer.
namespace kvfit::test {

inline SizeResult sized(const Architecture& a, const Scenario& s) {
    const Expected<SizeResult> r = size(a, s);
    REQUIRE_MESSAGE(r, (r ? "" : r.errors().front().message));
    return *r;
}

/// The code of the first error of a scenario that is refused.
inline std::string refusal(const Architecture& a, const Scenario& s) {
    const Expected<SizeResult> r = size(a, s);
    REQUIRE_FALSE(r);
    return r.errors().front().code;
}

inline std::int64_t figure(const SizeResult& r, const char* name) { return r.figures.at(name).bytes; }

inline std::int64_t count(const SizeResult& r, const char* metric) {
    REQUIRE_MESSAGE(r.metrics.count(metric) == 1, metric);
    return std::get<std::int64_t>(r.metrics.at(metric));
}

inline double real(const SizeResult& r, const char* metric) { return std::get<double>(r.metrics.at(metric)); }

/// Every figure is the value of its equation.
inline void checkEquations(const SizeResult& result) {
    for (const auto& item : result.figures) {
        const std::string& name = item.first;
        CAPTURE(name);
        CHECK(evaluate(*item.second.formula) == static_cast<double>(item.second.bytes));
    }
}

}  // namespace kvfit::test
