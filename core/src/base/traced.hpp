#pragma once

#include <string>
#include <type_traits>
#include <utility>

#include "base/exact.hpp"
#include "base/operation.hpp"

namespace kvfit {

/// A number that remembers how it came about. The formulas of cache/ and engine/ are templates over
/// the number type: with Exact they only compute, with Traced they also leave the equation.
struct Traced {
    Exact number;
    TermPtr term;
};

inline Traced traced(Exact number, Term::Op op, std::vector<TermPtr> args) {
    return {number, operation(op, static_cast<double>(number.value), std::move(args))};
}

inline Traced operator+(const Traced& a, const Traced& b) {
    return traced(a.number + b.number, Term::Op::add, {a.term, b.term});
}
inline Traced operator-(const Traced& a, const Traced& b) {
    return traced(a.number - b.number, Term::Op::subtract, {a.term, b.term});
}
inline Traced operator*(const Traced& a, const Traced& b) {
    return traced(a.number * b.number, Term::Op::multiply, {a.term, b.term});
}
inline Traced minimum(const Traced& a, const Traced& b) {
    return traced(minimum(a.number, b.number), Term::Op::minimum, {a.term, b.term});
}
inline Traced maximum(const Traced& a, const Traced& b) {
    return traced(maximum(a.number, b.number), Term::Op::maximum, {a.term, b.term});
}
inline Traced floorDivide(const Traced& a, const Traced& b) {
    return traced(floorDivide(a.number, b.number), Term::Op::floor_divide, {a.term, b.term});
}
inline Traced ceilDivide(const Traced& a, const Traced& b) {
    return traced(ceilDivide(a.number, b.number), Term::Op::ceil_divide, {a.term, b.term});
}
inline std::int64_t integerOf(const Traced& a) { return a.number.value; }

/// A named number at the end of an equation's branch.
inline Traced leaf(std::int64_t value, std::string symbol, std::string unit, std::string source) {
    Term t;
    t.value = static_cast<double>(value);
    t.symbol = std::move(symbol);
    t.unit = std::move(unit);
    t.source = std::move(source);
    return {Exact(value), std::make_shared<const Term>(std::move(t))};
}

/// A named number of type N; `source` is a scenario key, a JSON Pointer or a rule.
template <class N>
N named(std::int64_t value, const char* symbol, const char* unit, const char* source) {
    if constexpr (std::is_same_v<N, Exact>)
        return Exact(value);
    else
        return leaf(value, symbol, unit, source);
}

/// `n` rounded up to whole `unit`s.
template <class N>
N roundUp(const N& n, const N& unit) {
    return integerOf(unit) == 1 ? n : ceilDivide(n, unit) * unit;
}

}  // namespace kvfit
