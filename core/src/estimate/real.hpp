#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/operation.hpp"
#include "kvfit/estimate.hpp"

namespace kvfit {

/// A measured quantity and how it came about: as Traced, but with fractions, because coefficients are.
struct Real {
    double value = 0;
    TermPtr term;
};

inline Real realOf(Term::Op op, double value, std::vector<TermPtr> args) {
    return {value, operation(op, value, std::move(args))};
}

inline Real operator+(const Real& a, const Real& b) {
    return realOf(Term::Op::add, a.value + b.value, {a.term, b.term});
}
inline Real operator*(const Real& a, const Real& b) {
    return realOf(Term::Op::multiply, a.value * b.value, {a.term, b.term});
}
inline Real operator/(const Real& a, const Real& b) {
    return realOf(Term::Op::divide, a.value / b.value, {a.term, b.term});
}
inline Real larger(const Real& a, const Real& b) {
    return realOf(Term::Op::maximum, std::max(a.value, b.value), {a.term, b.term});
}
inline Real smaller(const Real& a, const Real& b) {
    return realOf(Term::Op::minimum, std::min(a.value, b.value), {a.term, b.term});
}

/// A named number; `source` is a scenario key, a JSON Pointer or a rule.
inline Real real(double value, std::string symbol, std::string unit, std::string source) {
    Term t;
    t.value = value;
    t.symbol = std::move(symbol);
    t.unit = std::move(unit);
    t.source = std::move(source);
    return {value, std::make_shared<const Term>(std::move(t))};
}
inline Real real(std::int64_t value, std::string symbol, std::string unit, std::string source) {
    return real(static_cast<double>(value), std::move(symbol), std::move(unit), std::move(source));
}

inline constexpr double gib = 1024.0 * 1024.0 * 1024.0;
inline constexpr double mib = 1024.0 * 1024.0;

/// So many bytes measured where no rule is known, shown in MiB.
inline Real measured(double bytes, const char* what, const char* source) {
    return real(std::round(bytes / mib * 100) / 100, what, "MiB", source) * real(mib, "bytes", "B", "1 MiB");
}

/// An estimate with its range; bytes are whole.
inline Estimate estimateOf(const Real& bytes, double low, double high, const char* key, std::string source) {
    Estimate e;
    const auto whole = [](double b) { return static_cast<std::int64_t>(std::clamp(std::ceil(b), 0.0, 9e15)); };
    const Real rounded =
        realOf(Term::Op::ceil_divide, std::ceil(bytes.value), {bytes.term, real(1.0, "", "B", "").term});
    e.bytes = whole(bytes.value);
    e.low = std::min(e.bytes, whole(low));
    e.high = std::max(e.bytes, whole(high));
    e.formula = rounded.term;
    e.key = key;
    e.source = std::move(source);
    return e;
}

/// A value that the scenario states, in units of so many bytes.
inline Estimate statedEstimate(double value, double unit, const char* key) {
    Estimate e = estimateOf(real(value * unit, key, "B", key), value * unit, value * unit, key, key);
    e.given = true;
    return e;
}

}  // namespace kvfit
