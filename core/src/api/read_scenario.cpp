#include "api/read_scenario.hpp"

#include <cmath>
#include <vector>

#include "arch/scenario_keys.hpp"
#include "base/exact.hpp"
#include "base/text.hpp"

namespace kvfit {

namespace {

class Reader {
public:
    Expected<Scenario> run(const Json& object) {
        for (const auto& [key, value] : object.items()) {
            if (key == "model" || key == "config" || key == "architecture") continue;
            readKey(key, value);
        }
        if (!errors_.empty()) return errors_;
        return scenario_;
    }

private:
    Scenario scenario_;
    Errors errors_;

    void wrong(const std::string& key, const Json& value, const char* code, const std::string& should) {
        const std::string shown = shortened(value.dump(-1, ' ', false, Json::error_handler_t::replace));
        errors_.push_back(
            {code, child("", key), key, key + " is " + shown + ", but " + should, should, 0, 0, {{"value", shown}}});
    }

    void readKey(const std::string& key, const Json& value) {
        for (const ScenarioKey& known : scenarioKeys()) {
            if (known.key != key) continue;
            std::visit([&](auto member) { read(key, value, scenario_.*member); }, known.member);
            return;
        }
        std::vector<std::string_view> names;
        for (const ScenarioKey& known : scenarioKeys()) names.push_back(known.key);
        const std::string near = nearest(key, names.data(), names.size());
        errors_.push_back({"unknown_key",
                           child("", key),
                           shortened(key),
                           "\"" + shortened(key) + "\" is not a setting",
                           near.empty() ? "see the reference of settings" : "did you mean " + near + "?",
                           0,
                           0,
                           {{"value", shortened(key)}, {"near", near}}});
    }

    void read(const std::string& key, const Json& value, Scenario::Count& out) {
        if (value.is_string()) {
            const Expected<std::int64_t> count = readCount(value.get_ref<const std::string&>(), key);
            if (count)
                out = *count;
            else {
                errors_.push_back(count.errors().front());
                errors_.back().pointer = child("", key);
            }
            return;
        }
        if (!value.is_number()) return wrong(key, value, "wrong_type", key + " takes a whole number");
        const double v = value.get<double>();
        if (v != std::floor(v)) return wrong(key, value, "not_whole", key + " takes a whole number");
        if (std::fabs(v) > static_cast<double>(Exact::limit))
            return wrong(key, value, "too_large", key + " takes at most 9,007,199,254,740,991");
        out = static_cast<std::int64_t>(v);
    }

    void read(const std::string& key, const Json& value, Scenario::Real& out) {
        double v = 0;
        if (value.is_number()) {
            v = value.get<double>();
        } else {
            const Expected<Json> number =
                value.is_string() ? parseJson(value.get_ref<const std::string&>()) : Expected<Json>(Error{});
            if (!number || !number->is_number())
                return wrong(key, value, "wrong_type", key + " takes a number such as 0.9");
            v = number->get<double>();
        }
        if (!(v >= 0) || v > static_cast<double>(Exact::limit))
            return wrong(key, value, "out_of_range", key + " takes a number that is not negative");
        out = v;
    }

    void read(const std::string& key, const Json& value, Scenario::Flag& out) {
        if (value.is_boolean())
            out = value.get<bool>();
        else if (value == "true" || value == "false")
            out = value == "true";
        else
            wrong(key, value, "wrong_type", key + " takes true or false");
    }

    void read(const std::string& key, const Json& value, Scenario::Text& out) {
        if (takesDocument(key) && value.is_object()) {
            out = value.dump(-1, ' ', false, Json::error_handler_t::replace);
            return;
        }
        if (!value.is_string()) return wrong(key, value, "wrong_type", key + " takes a word");
        out = value.get<std::string>();
    }

    void read(const std::string& key, const Json& value, Scenario::Maybe<DraftLayers>& out) {
        if (value.is_boolean() || value == "true" || value == "false") {
            out = DraftLayers{0, value == true || value == "true"};
            return;
        }
        Scenario::Count count;
        read(key, value, count);
        if (count) out = DraftLayers{*count, false};
    }
};

}  // namespace

Expected<Scenario> readScenario(std::string_view text) {
    const Expected<Json> json = parseJson(text);
    if (!json) return json.errors();
    return scenarioOf(*json);
}

Expected<Scenario> scenarioOf(const Json& json) {
    if (!json.is_object()) return Error{"wrong_type", "", "", "a scenario is an object", "write {\"tokens\": 131072}"};
    return Reader().run(json);
}

}  // namespace kvfit
