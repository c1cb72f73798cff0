#include "api/field_reader.hpp"

#include <cmath>
#include <vector>

#include "base/text.hpp"

namespace kvfit {

void FieldReader::wrong(const char* code, const std::string& at, const std::string& field, const Json& value,
                        const std::string& should) {
    const std::string shown = shortened(value.dump(-1, ' ', false, Json::error_handler_t::replace));
    errors.push_back({code, at, field, field + " is " + shown + ", but " + should, should, 0, 0, {{"value", shown}}});
}

void FieldReader::fields(const Json& object, const std::string& at, const std::map<std::string, Read>& known,
                         const std::string& nulls) {
    if (!object.is_object()) return wrong("wrong_type", at, at.empty() ? "workload" : at, object, "it takes an object");
    for (const auto& [key, value] : object.items()) {
        const std::string name = kvfit::camelCase(key);
        if (name != key) snake_ = true;
        if (name == key && name.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") != std::string::npos) camel_ = true;
        const auto found = known.find(name);
        if (found == known.end()) {
            std::vector<std::string_view> names;
            for (const auto& entry : known) names.push_back(entry.first);
            const std::string near = nearest(name, names.data(), names.size());
            errors.push_back({"unknown_key",
                              child(at, key),
                              shortened(key),
                              "\"" + shortened(key) + "\" is not a key of a workload",
                              near.empty() ? "see the format of workloads" : "did you mean " + near + "?",
                              0,
                              0,
                              {{"value", shortened(key)}, {"near", near}}});
        } else if (found->second && (!value.is_null() || name == nulls)) {
            found->second(value, child(at, key));
        }
    }
}

std::int64_t FieldReader::count(const Json& value, const std::string& at, const std::string& field, std::int64_t least,
                                std::int64_t most) {
    const double v = value.is_number() ? value.get<double>() : std::nan("");
    if (!(v == std::floor(v))) {
        wrong(value.is_number() ? "not_whole" : "wrong_type", at, field, value, field + " takes a whole number");
    } else if (v < static_cast<double>(least) || v > static_cast<double>(most)) {
        wrong("out_of_range", at, field, value,
              field + " takes a number from " + grouped(static_cast<double>(least)) + " to " +
                  grouped(static_cast<double>(most)));
    } else {
        return static_cast<std::int64_t>(v);
    }
    return least;
}

double FieldReader::real(const Json& value, const std::string& at, const std::string& field, double most) {
    if (value.is_number() && value.get<double>() >= 0 && value.get<double>() <= most) return value.get<double>();
    wrong(value.is_number() ? "out_of_range" : "wrong_type", at, field, value,
          field + " takes a number from 0 to " + grouped(most));
    return 0;
}

bool FieldReader::flag(const Json& value, const std::string& at, const std::string& field) {
    if (value.is_boolean()) return value.get<bool>();
    wrong("wrong_type", at, field, value, field + " takes true or false");
    return false;
}

}  // namespace kvfit
