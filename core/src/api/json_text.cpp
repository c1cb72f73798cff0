#include "api/json_text.hpp"

#include <algorithm>
#include <cmath>

#include "base/json.hpp"

namespace kvfit {

namespace {

bool isPlain(char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; }

}  // namespace

void JsonText::separate() {
    if (!first_) out_ += ',';
    first_ = false;
}

void JsonText::raw(std::string_view token) {
    separate();
    out_ += token;
}

void JsonText::quote(std::string_view v) {
    if (std::all_of(v.begin(), v.end(), isPlain)) {
        out_ += '"';
        out_ += v;
        out_ += '"';
    } else {
        // The library escapes, and replaces what is not UTF-8.
        out_ += Json(v).dump(-1, ' ', false, Json::error_handler_t::replace);
    }
}

void JsonText::open(char bracket) {
    separate();
    out_ += bracket;
    first_ = true;
}

void JsonText::close(char bracket) {
    out_ += bracket;
    first_ = false;
}

void JsonText::key(std::string_view name) {
    separate();
    quote(name);
    out_ += ':';
    first_ = true;
}

void JsonText::integer(std::int64_t v) { raw(std::to_string(v)); }

void JsonText::real(double v) {
    constexpr double exact = 9007199254740992;  // 2^53
    if (v == std::floor(v) && std::fabs(v) <= exact) return integer(static_cast<std::int64_t>(v));
    raw(Json(v).dump());  // the shortest that reads back the same
}

void JsonText::text(std::string_view v) {
    separate();
    quote(v);
}

}  // namespace kvfit
