#pragma once

#include <cmath>
#include <cstdint>

namespace kvfit::reuse {

/// The natural logarithm and the exponential from additions and multiplications alone, so that every platform gives the
/// same bits (libraries differ in the last one).
inline double portableLog(double x) {
    int exponent = 0;
    const double m = std::frexp(x, &exponent), y = (m - 1) / (m + 1), square = y * y;
    double sum = 0;
    for (int k = 39; k >= 1; k -= 2) sum = sum * square + 1.0 / k;
    return 2 * y * sum + exponent * 0.6931471805599453;
}
inline double portableExp(double x) {
    const double whole = std::floor(x / 0.6931471805599453), rest = x - whole * 0.6931471805599453;
    double sum = 1;
    for (int k = 20; k >= 1; --k) sum = 1 + sum * rest / k;
    return std::ldexp(sum, static_cast<int>(whole));
}

/// SplitMix64 (Steele, Lea, Flood 2014).
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    /// Evenly in (0, 1].
    double unit() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        z ^= z >> 31;
        return static_cast<double>((z >> 11) + 1) / 9007199254740992.0;
    }
    double exponential(double mean) { return -portableLog(unit()) * mean; }

private:
    std::uint64_t state_;
};

}  // namespace kvfit::reuse
