#pragma once

#include <algorithm>
#include <string>

#include "arch/checks.hpp"
#include "base/text.hpp"
#include "kvfit/size.hpp"

namespace kvfit {

/// A scenario's result with what the reasons look at.
class Case {
public:
    Case(const Architecture& a, const Scenario& s, const SizeResult& r) : a(a), s(s), r(r) {}

    const Architecture& a;
    const Scenario& s;
    const SizeResult& r;

    bool is(const char* engine) const { return r.engine == engine; }
    std::int64_t longest() const { return s.maxModelLen.value_or(lengthOf(a, s)); }

    /// A count of the result, 0 where the engine does not define it.
    std::int64_t count(const char* metric) const {
        const auto found = r.metrics.find(metric);
        const auto* value = found == r.metrics.end() ? nullptr : std::get_if<std::int64_t>(&found->second);
        return value == nullptr ? 0 : *value;
    }
    bool noted(const char* code) const {
        return std::any_of(r.notes.begin(), r.notes.end(), [&](const Note& n) { return n.code == code; });
    }
    const CachePart* part(bool (*test)(const CachePart&)) const {
        const auto found = std::find_if(a.parts.begin(), a.parts.end(), test);
        return found == a.parts.end() ? nullptr : &*found;
    }
    /// The window layers' part, where a request of the maximum length is longer than its window.
    const CachePart* window() const {
        const CachePart* p = part([](const CachePart& p) { return p.kind == Kind::window || p.kind == Kind::chunked; });
        return p != nullptr && p->window < longest() ? p : nullptr;
    }
    const CachePart* state() const {
        return part([](const CachePart& p) { return p.role == Role::recurrent || p.role == Role::conv; });
    }
    std::int64_t ranks() const { return s.attentionDp.value_or(false) ? 1 : s.tp.value_or(1); }
};

inline std::string number(std::int64_t n) { return grouped(static_cast<double>(n)); }

/// What attention windows cost in each engine.
void windowReasons(const Case& c, Notes& out);

}  // namespace kvfit
