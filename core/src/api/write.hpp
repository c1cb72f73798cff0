#pragma once

#include <span>

#include "api/describe.hpp"
#include "base/json.hpp"
#include "base/names.hpp"

namespace kvfit {

/// Adds a member; the object has none of this key yet. Every description below goes through here instead of holding a
/// copy of what the library does, which halves this folder in the downloaded module.
void put(Json& object, std::string_view key, Json value);
void append(Json& array, Json value);

/// A real number as JSON: an integer where it is one, so that counts never print as `1.0`.
Json toJson(double v);
Json toJson(std::int64_t v);
Json toJson(std::string_view v);
inline Json toJson(int v) { return v; }
inline Json toJson(bool v) { return v; }
inline Json toJson(const std::string& v) { return toJson(std::string_view(v)); }
inline Json toJson(Kind v) { return nameOf(v); }
inline Json toJson(Role v) { return nameOf(v); }
inline Json toJson(ModuleKind v) { return nameOf(v); }
Json toJson(const TermPtr& term);
inline Json toJson(const Metric& m) {
    return std::visit([](const auto& v) { return toJson(v); }, m);
}

template <class S, class = decltype(Describe<S>::fields)>
Json toJson(const S& value);
template <class T>
Json toJson(const std::optional<T>& value) {
    return value ? toJson(*value) : Json(nullptr);
}
template <class T>
Json toJson(const std::vector<T>& values);
template <class T>
Json toJson(const std::map<std::string, T>& values);

template <class T>
Json toJson(std::span<const T> values) {
    Json out = Json::array();
    for (const T& v : values) append(out, toJson(v));
    return out;
}

template <class T>
Json toJson(const std::vector<T>& values) {
    return toJson(std::span<const T>(values));
}

template <class T>
Json toJson(const std::map<std::string, T>& values) {
    Json out = Json::object();
    for (const auto& [key, v] : values) put(out, key, toJson(v));
    return out;
}

template <class S, class>
Json toJson(const S& value) {
    Json out = Json::object();
    std::apply([&](const auto&... f) { (put(out, f.key, toJson(value.*f.member)), ...); }, Describe<S>::fields);
    return out;
}

}  // namespace kvfit
