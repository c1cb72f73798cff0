#include "read/gguf/fields.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "gguf_rules.hpp"

namespace kvfit::gguf {

namespace {

constexpr std::int64_t most = (std::int64_t{1} << 32) - 1;

/// What the rows give for this architecture, or nullptr.
const Json* rulesFor(const std::string& architecture) {
    static const Json rows = [] {
        const Expected<Json> json = parseJson(ggufRulesText);
        return json ? (*json)["rules"] : Json::array();
    }();
    for (const Json& row : rows) {
        const Json& names = row["architectures"];
        if (std::find(names.begin(), names.end(), architecture) != names.end()) return &row["gives"];
    }
    return nullptr;
}

}  // namespace

Fields::Fields(const Metadata& metadata, std::string architecture)
    : metadata_(metadata), architecture_(std::move(architecture)), rules_(rulesFor(architecture_)) {}

bool Fields::has(std::string_view name) const {
    const Value* value = own(name);
    if (value != nullptr) return value->kind == Value::Kind::number || value->kind == Value::Kind::list;
    return rules_ != nullptr && rules_->contains(name);
}

bool Fields::isList(std::string_view name) const {
    const Value* value = own(name);
    return value != nullptr && value->kind == Value::Kind::list;
}

Number Fields::rule(std::string_view name) {
    if (rules_ == nullptr || !rules_->contains(name)) return {};
    if (!noted_)
        notes.push_back({"class_rule",
                         "the file leaves out " + key(name) + "; the rule of its architecture is used",
                         key(name),
                         {{"architecture", architecture_}}});
    noted_ = true;
    return {rules_->at(std::string(name)).get<std::int64_t>(), "class rule " + architecture_};
}

Number Fields::checked(std::int64_t value, std::string_view name, std::int64_t least) {
    if (value >= least && value <= most) return {value, key(name)};
    const bool known =
        std::any_of(errors.begin(), errors.end(), [&](const Error& e) { return e.pointer == key(name); });
    if (!known)
        refuse("out_of_range", name, key(name) + " is " + std::to_string(value) + ", which is out of range",
               "a whole number from " + std::to_string(least) + " to 4,294,967,295");
    return {};
}

Number Fields::number(std::string_view name, std::int64_t least) {
    const Value* value = own(name);
    if (value == nullptr) return rule(name);
    if (value->kind == Value::Kind::number) return checked(value->number, name, least);
    if (value->kind == Value::Kind::text || value->kind == Value::Kind::list)
        refuse("wrong_type", name,
               key(name) + (value->kind == Value::Kind::text ? " is a text" : " is a list") +
                   ", but a whole number is needed");
    return {};
}

Number Fields::at(std::string_view name, std::int64_t layer, std::int64_t least) {
    const Value* value = own(name);
    if (value == nullptr || value->kind != Value::Kind::list) return number(name, least);
    if (layer < static_cast<std::int64_t>(value->list.size()))
        return checked(value->list[static_cast<std::size_t>(layer)], name, least);
    if (errors.empty())
        refuse("contradiction", name,
               key(name) + " lists " + std::to_string(value->list.size()) + " layers, but the model has more",
               "one value for each layer");
    return {};
}

Number Fields::need(std::string_view name, const char* why) {
    const Number found = number(name);
    if (!found && errors.empty()) refuse("missing_field", name, key(name) + " is missing: " + why);
    return found;
}

void Fields::refuse(const char* code, std::string_view name, const std::string& message, const std::string& hint) {
    errors.push_back({code, key(name), key(name), message, hint});
}

void Fields::note(const char* code, std::string_view name, const std::string& message) {
    notes.push_back({code, message, key(name), {}});
}

}  // namespace kvfit::gguf
