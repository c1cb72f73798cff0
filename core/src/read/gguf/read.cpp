#include "kvfit/read.hpp"
#include "base/json.hpp"
#include "read/gguf/model.hpp"

namespace kvfit {

namespace {

using gguf::Value;

bool wholeNumber(const Json& json, std::int64_t& out) {
    if (json.is_boolean()) {
        out = json.get<bool>() ? 1 : 0;
        return true;
    }
    if (!json.is_number()) return false;
    const double value = json.get<double>();
    if (!(value >= -9007199254740991.0 && value <= 9007199254740991.0)) return false;
    out = static_cast<std::int64_t>(value);
    return static_cast<double>(out) == value;
}

Value valueOf(const Json& json) {
    Value value;
    if (wholeNumber(json, value.number)) {
        value.kind = Value::Kind::number;
    } else if (json.is_string()) {
        value.kind = Value::Kind::text;
        value.text = json.get<std::string>();
    } else if (json.is_array()) {
        value.kind = Value::Kind::list;
        value.count = static_cast<std::int64_t>(json.size());
        for (const Json& entry : json) {
            std::int64_t number = 0;
            if (!wholeNumber(entry, number)) value.kind = Value::Kind::other;
            value.list.push_back(number);
        }
    }
    return value;
}

}  // namespace

Expected<Architecture> readGguf(std::string_view bytes) {
    Expected<gguf::Header> header = gguf::readHeader(bytes);
    if (!header) return header.errors();
    Expected<Architecture> model = gguf::modelOf(header->metadata);
    if (!model) return model;
    model->weights = std::move(header->weights);
    for (Note& note : header->notes) model->notes.push_back(std::move(note));
    return model;
}

Expected<Architecture> readGgufMetadata(std::string_view text) {
    const Expected<Json> json = parseJson(text);
    if (!json) return json.errors();
    if (!json->is_object())
        return Error{"wrong_type", "", "", "GGUF metadata is an object", "write {\"general.architecture\": \"llama\"}"};
    gguf::Metadata metadata;
    for (const auto& [key, value] : json->items()) metadata.emplace(key, valueOf(value));
    return gguf::modelOf(metadata);
}

}  // namespace kvfit
