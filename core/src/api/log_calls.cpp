#include "api/log_calls.hpp"

#include "api/describe_logs.hpp"
#include "api/read_scenario.hpp"
#include "api/reply.hpp"

namespace kvfit {

namespace {

constexpr double anyNumber = 9e15;
constexpr std::size_t mostEntries = 1000;

/// What explain() reads of a figure or a setting; the rest is passed over.
class ReadingReader {
public:
    Errors errors;

    void read(const Json& given, LogReading& out) {
        if (!given.is_object()) return misread("reading");
        out.engine = text(given, "engine");
        forEach(given, "figures", [&](const Json& one) {
            LogFigure f;
            f.name = text(one, "name");
            f.value = number(one, "value");
            f.unit = text(one, "unit");
            f.decimals = whole(one, "decimals");
            f.key = text(one, "key");
            f.line = whole(one, "line");
            f.prints = whole(one, "prints");
            f.summed = one.contains("summed") && one["summed"] == true;
            out.figures.push_back(std::move(f));
        });
        forEach(given, "settings", [&](const Json& one) {
            const auto value = one.find("value");
            if (value == one.end() || !value->is_number()) return;
            LogSetting s;
            s.key = text(one, "key");
            s.rounding = number(one, "rounding");
            // A number of the scenario is compared with it: whole ones are counts there.
            const double printed = number(one, "value");
            s.value = value->is_number_integer() ? Metric(static_cast<std::int64_t>(printed)) : Metric(printed);
            out.settings.push_back(std::move(s));
        });
    }

private:
    void misread(const std::string& field) {
        errors.push_back({"wrong_type", "/reading", field, field + " is not what readLog returned", ""});
    }

    std::string text(const Json& object, const char* key) {
        const auto found = object.find(key);
        if (found == object.end() || !found->is_string()) return misread(key), std::string();
        return found->get<std::string>();
    }

    double number(const Json& object, const char* key) {
        const auto found = object.find(key);
        const double value = found != object.end() && found->is_number() ? found->get<double>() : anyNumber;
        if (!(value > -anyNumber && value < anyNumber)) return misread(key), 0;
        return value;
    }

    std::int64_t whole(const Json& object, const char* key) { return static_cast<std::int64_t>(number(object, key)); }

    template <class Use>
    void forEach(const Json& object, const char* key, Use use) {
        const auto list = object.find(key);
        if (list == object.end() || !list->is_array() || list->size() > mostEntries) return misread(key);
        for (const Json& one : *list) {
            if (one.is_object())
                use(one);
            else
                misread(key);
        }
    }
};

}  // namespace

std::string logAnswer(const Expected<LogReading>& reading) { return answer(reading); }

std::string explainCall(std::string_view request, const Architecture& model) {
    const Expected<Json> json = parseJson(request, {std::size_t{4} << 20, 64});
    if (!json) return refusal(json.errors());
    const Json none = Json::object();
    const auto part = [&](const char* key) -> const Json& {
        const auto found = json->is_object() ? json->find(key) : json->end();
        return found == json->end() ? none : *found;
    };
    ReadingReader reader;
    LogReading reading;
    reader.read(part("reading"), reading);
    if (!reader.errors.empty()) return refusal(reader.errors);
    const Expected<Scenario> scenario = scenarioOf(part("scenario"));
    if (!scenario) return refusal(scenario.errors());
    return answer(explain(model, reading, *scenario));
}

}  // namespace kvfit
