#pragma once

#include <map>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "api/describe.hpp"
#include "api/json_text.hpp"
#include "base/names.hpp"

namespace kvfit {

inline void write(JsonText& out, bool v) { out.flag(v); }
template <class T, class = std::enable_if_t<std::is_integral_v<T>>>
void write(JsonText& out, T v) {
    out.integer(static_cast<std::int64_t>(v));
}
inline void write(JsonText& out, double v) { out.real(v); }
inline void write(JsonText& out, std::string_view v) { out.text(v); }
inline void write(JsonText& out, const std::string& v) { out.text(v); }
inline void write(JsonText& out, Kind v) { out.text(nameOf(v)); }
inline void write(JsonText& out, Role v) { out.text(nameOf(v)); }
inline void write(JsonText& out, ModuleKind v) { out.text(nameOf(v)); }
void write(JsonText& out, const TermPtr& term);
void write(JsonText& out, const Metric& metric);

template <class S, class = decltype(Describe<S>::fields)>
void write(JsonText& out, const S& value);
template <class T>
void write(JsonText& out, const std::optional<T>& value);
template <class T>
void write(JsonText& out, const std::vector<T>& values);
template <class T>
void write(JsonText& out, const std::map<std::string, T>& values);

/// One member of an object. Every description goes through here: one call each in the downloaded module.
template <class T>
[[gnu::noinline]] void member(JsonText& out, std::string_view key, const T& value) {
    out.key(key);
    write(out, value);
}

template <class T>
void write(JsonText& out, const std::optional<T>& value) {
    if (value)
        write(out, *value);
    else
        out.null();
}

template <class T>
void writeItems(JsonText& out, std::span<const T> values) {
    for (const T& v : values) write(out, v);
}

template <class T>
void write(JsonText& out, std::span<const T> values) {
    out.open('[');
    writeItems(out, values);
    out.close(']');
}

template <class T>
void write(JsonText& out, const std::vector<T>& values) {
    write(out, std::span<const T>(values));
}

template <class T>
void write(JsonText& out, const std::map<std::string, T>& values) {
    out.open('{');
    for (const auto& [key, v] : values) member(out, key, v);
    out.close('}');
}

template <class S, class>
void write(JsonText& out, const S& value) {
    out.open('{');
    std::apply([&](const auto&... f) { (member(out, f.key, value.*f.member), ...); }, Describe<S>::fields);
    out.close('}');
}

}  // namespace kvfit
