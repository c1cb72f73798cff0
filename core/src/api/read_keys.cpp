#include "api/read_keys.hpp"

#include <cmath>

#include "base/exact.hpp"
#include "base/text.hpp"

namespace kvfit {

void ValueReader::wrong(const std::string& key, const Json& value, const char* code, const std::string& what,
                        const std::string& right) {
    const std::string shown = shortened(value.dump(-1, ' ', false, Json::error_handler_t::replace));
    errors.push_back({code,
                      child("", key),
                      key,
                      key + " is " + shown + ", which is " + what,
                      "use " + right,
                      0,
                      0,
                      {{"value", shown}}});
}

void ValueReader::notWhole(const std::string& key, const Json& value, const char* code) {
    const std::string example = grouped(unit == "B" ? 85899345920 : unit == "tokens" ? 131072 : 8);
    wrong(key, value, code, "not a count", "a count such as " + example);
    errors.back().params["example"] = example;
}

void ValueReader::unknown(const std::string& key, const std::vector<std::string_view>& known, const char* thing) {
    const std::string near = nearest(key, known.data(), known.size());
    errors.push_back({"unknown_key",
                      child("", key),
                      shortened(key),
                      "\"" + shortened(key) + "\" is not " + thing,
                      near.empty() ? "see the reference of settings" : "did you mean " + near + "?",
                      0,
                      0,
                      {{"value", shortened(key)}, {"near", near}}});
}

void ValueReader::read(const std::string& key, const Json& value, Scenario::Count& out) {
    if (value.is_string()) {
        const Expected<std::int64_t> count = readCount(value.get_ref<const std::string&>(), key);
        if (count) {
            out = *count;
        } else if (count.errors().front().code == "invalid_count" && unit != "tokens") {
            notWhole(key, value, "invalid_count");
        } else {
            errors.push_back(count.errors().front());
            errors.back().pointer = child("", key);
        }
        return;
    }
    if (!value.is_number()) return notWhole(key, value, "wrong_type");
    const double v = value.get<double>();
    if (v != std::floor(v)) return notWhole(key, value, "not_whole");
    if (std::fabs(v) > static_cast<double>(Exact::limit))
        return wrong(key, value, "too_large", "larger than 2^53 - 1", "at most 9,007,199,254,740,991");
    out = static_cast<std::int64_t>(v);
}

void ValueReader::read(const std::string& key, const Json& value, Scenario::Real& out) {
    double v = 0;
    if (value.is_number()) {
        v = value.get<double>();
    } else {
        const Expected<Json> number =
            value.is_string() ? parseJson(value.get_ref<const std::string&>()) : Expected<Json>(Error{});
        if (!number || !number->is_number())
            return wrong(key, value, "wrong_type", "not a number", "a number such as 0.9");
        v = number->get<double>();
    }
    if (!(v >= 0) || v > static_cast<double>(Exact::limit))
        return wrong(key, value, "out_of_range", "out of range", "a number that is not negative");
    out = v;
}

void ValueReader::read(const std::string& key, const Json& value, Scenario::Flag& out) {
    if (value.is_boolean())
        out = value.get<bool>();
    else if (value == "true" || value == "false")
        out = value == "true";
    else
        wrong(key, value, "wrong_type", "neither true nor false", "true or false");
}

void ValueReader::read(const std::string& key, const Json& value, Scenario::Text& out) {
    if (takesDocument(key) && value.is_structured()) {
        out = value.dump(-1, ' ', false, Json::error_handler_t::replace);
        return;
    }
    if (!value.is_string()) return wrong(key, value, "wrong_type", "not a word", "a text in quotes");
    out = value.get<std::string>();
}

void ValueReader::read(const std::string& key, const Json& value, Scenario::Maybe<DraftLayers>& out) {
    if (value.is_boolean() || value == "true" || value == "false") {
        out = DraftLayers{0, value == true || value == "true"};
        return;
    }
    Scenario::Count count;
    read(key, value, count);
    if (count) out = DraftLayers{*count, false};
}

}  // namespace kvfit
