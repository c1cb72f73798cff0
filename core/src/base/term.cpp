#include "kvfit/term.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"

namespace kvfit {

double evaluate(const Term& term) {
    if (term.op == Term::Op::leaf) return term.value;
    double total = evaluate(*term.args.front());
    for (std::size_t i = 1; i < term.args.size(); ++i) {
        const double next = evaluate(*term.args[i]);
        switch (term.op) {
            case Term::Op::leaf:
                break;
            case Term::Op::add:
                total += next;
                break;
            case Term::Op::subtract:
                total -= next;
                break;
            case Term::Op::multiply:
                total *= next;
                break;
            case Term::Op::minimum:
                total = std::min(total, next);
                break;
            case Term::Op::maximum:
                total = std::max(total, next);
                break;
            case Term::Op::divide:
                total /= next;
                break;
            case Term::Op::floor_divide:
                total = std::floor(total / next);
                break;
            case Term::Op::ceil_divide:
                total = std::ceil(total / next);
                break;
        }
    }
    return total;
}

namespace {

int strength(Term::Op op) {
    switch (op) {
        case Term::Op::add:
        case Term::Op::subtract:
            return 1;
        case Term::Op::multiply:
        case Term::Op::divide:
            return 2;
        default:
            return 3;
    }
}

std::string joined(const Term& term, const char* between) {
    std::string out;
    for (std::size_t i = 0; i < term.args.size(); ++i) {
        const Term& arg = *term.args[i];
        const bool wrap =
            strength(arg.op) < strength(term.op) || (i > 0 && strength(arg.op) == strength(term.op) &&
                                                     (term.op == Term::Op::subtract || term.op == Term::Op::divide));
        if (i > 0) out += between;
        out += wrap ? "(" + render(arg) + ")" : render(arg);
    }
    return out;
}

std::string call(const char* name, const Term& term, const char* between) {
    std::string out = std::string(name) + "(";
    for (std::size_t i = 0; i < term.args.size(); ++i) {
        if (i > 0) out += between;
        const Term& arg = *term.args[i];
        const bool wrap = between[1] == '/' && strength(arg.op) < 3 && arg.op != Term::Op::leaf;
        out += wrap ? "(" + render(arg) + ")" : render(arg);
    }
    return out + ")";
}

}  // namespace

std::string render(const Term& term) {
    switch (term.op) {
        case Term::Op::leaf:
            return grouped(term.value) + (term.symbol.empty() ? "" : " " + term.symbol);
        case Term::Op::add:
            return joined(term, " + ");
        case Term::Op::subtract:
            return joined(term, " - ");
        case Term::Op::multiply:
            return joined(term, " x ");
        case Term::Op::divide:
            return joined(term, " / ");
        case Term::Op::minimum:
            return call("min", term, ", ");
        case Term::Op::maximum:
            return call("max", term, ", ");
        case Term::Op::floor_divide:
            return call("floor", term, " / ");
        case Term::Op::ceil_divide:
            return call("ceil", term, " / ");
    }
    return {};
}

}  // namespace kvfit
