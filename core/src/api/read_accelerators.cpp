#include "api/read_accelerators.hpp"

#include "base/json.hpp"

namespace kvfit {

namespace {

Error wrong(const char* field, const std::string& what) {
    return {"wrong_type", std::string("/") + field, field, std::string(field) + ": " + what,
            "give an entry of hardware() as it is"};
}

std::string textOf(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// `{"value": 80, "source": "...", "basis": "..."}`; absent or without a value: unknown.
PublishedFigure figureOf(const Json& object, const char* key) {
    const auto found = object.find(key);
    if (found == object.end() || !found->is_object()) return {};
    const auto value = found->find("value");
    const bool known = value != found->end() && value->is_number() && value->get<double>() > 0;
    return {known ? value->get<double>() : 0.0, textOf(*found, "source"), textOf(*found, "basis")};
}

Expected<Accelerator> readAccelerator(const std::string& text, const char* field) {
    const Expected<Json> json = parseJson(text);
    if (!json) return json.errors();
    if (!json->is_object()) return wrong(field, "an accelerator is an object");
    Accelerator a;
    a.id = textOf(*json, "id");
    a.name = textOf(*json, "name");
    a.vendor = textOf(*json, "vendor");
    a.unifiedMemory = json->contains("unifiedMemory") && (*json)["unifiedMemory"] == true;
    const auto devices = json->find("devicesPerPackage");
    if (devices != json->end()) {
        if (!devices->is_number_integer() || devices->get<std::int64_t>() < 1 || devices->get<std::int64_t>() > 64)
            return wrong(field, "devicesPerPackage is from 1 to 64");
        a.devicesPerPackage = devices->get<std::int64_t>();
    }
    a.soldGb = figureOf(*json, "soldGb");
    a.usableGib = figureOf(*json, "usableGib");
    a.inferredGib = figureOf(*json, "inferredGib");
    a.bandwidthGbS = figureOf(*json, "bandwidthGbS");
    a.link = figureOf(*json, "link");
    a.hostLink = figureOf(*json, "hostLink");
    a.bf16Tflops = figureOf(*json, json->contains("bf16Tflops") ? "bf16Tflops" : "fp16Tflops");
    a.fp8Tflops = figureOf(*json, "fp8Tflops");
    a.fp4Tflops = figureOf(*json, "fp4Tflops");
    if (a.soldGb.value == 0 && a.usableGib.value == 0) return wrong(field, "it states no memory");
    return a;
}

}  // namespace

Expected<Accelerators> readAccelerators(const Scenario& s) {
    Accelerators all;
    Errors errors;
    const auto read = [&](const Scenario::Text& text, const Scenario::Text& id, const char* field, const char* idField,
                          std::optional<Accelerator>& out) {
        if (text) {
            Expected<Accelerator> one = readAccelerator(*text, field);
            if (one)
                out = std::move(*one);
            else
                errors.insert(errors.end(), one.errors().begin(), one.errors().end());
        } else if (id && !id->empty()) {
            errors.push_back({"unknown_hardware", std::string("/") + idField, idField,
                              std::string(idField) + " needs its facts", std::string("give them as ") + field});
        }
    };
    read(s.accelerator, s.hardware, "accelerator", "hardware", all.first);
    read(s.accelerator2, s.hardware2, "accelerator2", "hardware2", all.second);
    if (!errors.empty()) return errors;
    return all;
}

}  // namespace kvfit
