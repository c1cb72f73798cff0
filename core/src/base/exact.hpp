#pragma once

#include <cstdint>

namespace kvfit {

/// A non-negative integer that knows whether it is still exact. Past 2^53 - 1, the largest integer
/// that every consumer of a result can hold, it is `lost` for good.
struct Exact {
    static constexpr std::int64_t limit = (std::int64_t{1} << 53) - 1;

    std::int64_t value = 0;
    bool lost = false;

    constexpr Exact() = default;
    constexpr Exact(std::int64_t v) : value(v), lost(v > limit || v < -limit) {}
};

constexpr Exact lostValue() {
    Exact e;
    e.lost = true;
    return e;
}

constexpr Exact operator+(Exact a, Exact b) { return a.lost || b.lost ? lostValue() : Exact(a.value + b.value); }
constexpr Exact operator-(Exact a, Exact b) { return a.lost || b.lost ? lostValue() : Exact(a.value - b.value); }
constexpr Exact operator*(Exact a, Exact b) {
    // Both are below 2^53, so a product that overflows 64 bits is far above the limit in double too.
    if (a.lost || b.lost || static_cast<double>(a.value) * static_cast<double>(b.value) > 9.1e15) return lostValue();
    return Exact(a.value * b.value);
}
constexpr Exact minimum(Exact a, Exact b) { return a.lost ? b : b.lost ? a : a.value < b.value ? a : b; }
constexpr Exact maximum(Exact a, Exact b) { return a.lost || b.lost ? lostValue() : a.value < b.value ? b : a; }
constexpr Exact floorDivide(Exact a, Exact b) { return a.lost || b.lost ? lostValue() : Exact(a.value / b.value); }
constexpr Exact ceilDivide(Exact a, Exact b) {
    return a.lost || b.lost ? lostValue() : Exact((a.value + b.value - 1) / b.value);
}
constexpr std::int64_t integerOf(Exact a) { return a.value; }

}  // namespace kvfit
