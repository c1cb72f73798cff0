#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace kvfit {

/// One node of an equation. A leaf has a symbol, a value and the place it was read from; an inner
/// node has an operation over its arguments. `value` is the value of the whole subtree, so a total
/// and its explanation are the same object. Integers are exact (below 2^53).
struct Term {
    enum class Op : std::uint8_t {
        leaf,
        add,
        multiply,
        minimum,
        maximum,
        subtract,
        divide,  ///< exact quotient, for rates
        floor_divide,
        ceil_divide,
    };

    Op op = Op::leaf;
    double value = 0;
    std::string symbol = {};  ///< leaf: the field's own word, e.g. `num_key_value_heads`
    std::string unit = {};    ///< `B`, `tokens`, `layers`, ...
    std::string source = {};  ///< leaf: JSON Pointer into the configuration, or the scenario key
    std::vector<std::shared_ptr<const Term>> args = {};
};

using TermPtr = std::shared_ptr<const Term>;

/// Evaluates the tree anew from its leaves, ignoring the stored values of inner nodes.
double evaluate(const Term& term);

/// The equation as one line of text with its numbers, e.g. `64 layers x 131,072 tokens x ...`.
std::string render(const Term& term);

}  // namespace kvfit
