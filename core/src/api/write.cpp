#include "api/write.hpp"

namespace kvfit {

void put(Json& object, std::string_view key, Json value) { object.emplace(key, std::move(value)); }

void append(Json& array, Json value) { array.push_back(std::move(value)); }

Json toJson(double v) {
    const auto whole = static_cast<std::int64_t>(v);
    if (static_cast<double>(whole) == v) return whole;
    return v;
}

Json toJson(std::int64_t v) { return v; }

Json toJson(std::string_view v) { return v; }

Json toJson(const TermPtr& term) {
    if (term == nullptr) return nullptr;
    Json out = Json::object();
    if (term->op != Term::Op::leaf) put(out, "op", nameOf(term->op));
    put(out, "value", toJson(term->value));
    if (!term->symbol.empty()) put(out, "symbol", toJson(term->symbol));
    if (!term->unit.empty()) put(out, "unit", toJson(term->unit));
    if (!term->source.empty()) put(out, "source", toJson(term->source));
    if (term->op != Term::Op::leaf) put(out, "args", toJson(term->args));
    return out;
}

}  // namespace kvfit
