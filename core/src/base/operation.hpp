#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "kvfit/term.hpp"

namespace kvfit {

/// The term of an operation. (a x b) x c is one product of three, so that an equation reads as people write it.
inline TermPtr operation(Term::Op op, double value, std::vector<TermPtr> args) {
    const bool chain = op == Term::Op::add || op == Term::Op::multiply;
    if (chain && args.front()->op == op) {
        std::vector<TermPtr> flat = args.front()->args;
        flat.insert(flat.end(), args.begin() + 1, args.end());
        args = std::move(flat);
    }
    Term t;
    t.op = op;
    t.value = value;
    t.args = std::move(args);
    return std::make_shared<const Term>(std::move(t));
}

}  // namespace kvfit
