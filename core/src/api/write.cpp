#include "api/write.hpp"

namespace kvfit {

void write(JsonText& out, const TermPtr& term) {
    if (term == nullptr) return out.null();
    out.open('{');
    if (term->op != Term::Op::leaf) member(out, "op", nameOf(term->op));
    member(out, "value", term->value);
    if (!term->symbol.empty()) member(out, "symbol", term->symbol);
    if (!term->unit.empty()) member(out, "unit", term->unit);
    if (!term->source.empty()) member(out, "source", term->source);
    if (term->op != Term::Op::leaf) member(out, "args", term->args);
    out.close('}');
}

void write(JsonText& out, const Metric& metric) {
    std::visit([&](const auto& v) { write(out, v); }, metric);
}

}  // namespace kvfit
