#include "read/config/document.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"

namespace kvfit::config {

namespace {

/// Keys are few enough that a scan beats an index; an ordered object has no index of its own.
const Json* lookup(const Json* object, std::string_view key) {
    if (object == nullptr || !object->is_object()) return nullptr;
    for (const auto& [name, value] : object->get_ref<const Json::object_t&>())
        if (name == key) return &value;
    return nullptr;
}

std::string where(const std::string& at) { return at.empty() ? "the top level" : at; }

}  // namespace

std::string_view textIn(const Json& value) {
    return value.is_string() ? std::string_view(value.get_ref<const std::string&>()) : std::string_view();
}

std::int64_t wholeIn(const Json& value) {
    if (value.is_boolean()) return value.get<bool>() ? 1 : 0;
    const double v = value.is_number() ? value.get<double>() : -1;
    return v == std::floor(v) && v >= 0 && v <= static_cast<double>(Range{}.most) ? static_cast<std::int64_t>(v) : -1;
}

std::string shown(const Json& value) { return shortened(value.dump(-1, ' ', false, Json::error_handler_t::replace)); }

void Report::error(const char* code, const std::string& pointer, std::string_view field, const std::string& message,
                   const std::string& hint) {
    // One key is one mistake, however many formulas ask for it.
    const auto same = [&](const Error& e) { return e.code == code && e.pointer == pointer && e.field == field; };
    // A file that is wrong in every layer says so often enough in the first hundred.
    if (errors.size() == 100 || std::any_of(errors.begin(), errors.end(), same)) return;
    errors.push_back({code, pointer, std::string(field), message, hint, 0, 0, {}});
}

void Report::note(const char* code, std::string_view field, const std::string& message) {
    const auto same = [&](const Note& n) { return n.code == code && n.field == field; };
    if (std::any_of(notes.begin(), notes.end(), same)) return;
    notes.push_back({code, message, std::string(field), {}});
}

Fields Fields::atLayer(std::int64_t layer, Node overrides) const {
    Fields one = *this;
    one.layer_ = layer;
    one.overrides_ = std::move(overrides);
    return one;
}

Fields Fields::into(Report& report) const {
    Fields same = *this;
    same.report_ = &report;
    return same;
}

Node Fields::find(Names names) const {
    const auto inside = [&](const Json* object, const std::string& at) {
        for (const std::string_view name : names) {
            const Json* value = lookup(object, name);
            if (value != nullptr && !value->is_null()) return Node{value, child(at, name)};
        }
        return Node{};
    };
    if (Node own = inside(overrides_.value, overrides_.source)) return own;
    if (Node own = inside(object_, at_)) return own;
    if (rules_.empty() || writes(names)) return {};
    for (const Rule& rule : rules_)
        for (const std::string_view name : names)
            if (const Json* value = lookup(rule.given, name)) {
                report_->note(
                    "class_rule", name,
                    std::string(name) + " is not in the file; the default of its class is used (" + rule.from + ")");
                return {value, rule.from};
            }
    return {};
}

bool Fields::writes(Names names) const {
    return std::any_of(names.begin(), names.end(),
                       [&](std::string_view name) { return lookup(object_, name) != nullptr; });
}

Number Fields::integer(const Json& value, const std::string& source, Range range) const {
    const std::string field = keyOf(source);
    const std::string says = field + " is " + shown(value) + " at " + source;
    if (!value.is_number()) {
        report_->error("wrong_type", source, field, says + ", but it takes a whole number");
        return {};
    }
    const double v = value.get<double>();
    if (v != std::floor(v)) {
        report_->error("wrong_type", source, field, says + ", but it takes a whole number");
        return {};
    }
    if (v < static_cast<double>(range.least) || v > static_cast<double>(range.most)) {
        report_->error("out_of_range", source, field, says + ", which is out of range",
                       "a whole number from " + grouped(static_cast<double>(range.least)) + " to " +
                           grouped(static_cast<double>(range.most)));
        return {};
    }
    return {static_cast<std::int64_t>(v), source};
}

Number Fields::number(Names names, Range range) const {
    const Node node = find(names);
    if (!node) return {};
    if (!node.value->is_array()) return integer(*node.value, node.source, range);
    const Json& list = *node.value;
    if (layer_ >= 0 && !list.empty()) {
        // A list shorter than the layers is repeated over them.
        const std::size_t i = static_cast<std::size_t>(layer_) % list.size();
        return list[i].is_null() ? Number{} : integer(list[i], child(node.source, i), range);
    }
    // Some files repeat a scalar for every layer.
    if (!list.empty() && std::all_of(list.begin(), list.end(), [&](const Json& v) { return v == list.front(); }))
        return integer(list.front(), node.source, range);
    report_->error(
        "wrong_type", node.source, keyOf(node.source),
        keyOf(node.source) + " is a list of different values at " + node.source + ", but one whole number is expected");
    return {};
}

Found<double> Fields::real(Names names) const {
    const Node node = find(names);
    if (!node) return {};
    const bool listed = layer_ >= 0 && node.value->is_array() && !node.value->empty();
    const Json& value = listed ? (*node.value)[static_cast<std::size_t>(layer_) % node.value->size()] : *node.value;
    return value.is_number() ? Found<double>{value.get<double>(), node.source} : Found<double>{};
}

Flag Fields::flag(Names names) const {
    const Node node = find(names);
    if (!node) return {};
    if (node.value->is_boolean()) return {node.value->get<bool>(), node.source};
    const std::int64_t bit = wholeIn(*node.value);
    if (bit == 0 || bit == 1) return {bit == 1, node.source};
    report_->error(
        "wrong_type", node.source, keyOf(node.source),
        keyOf(node.source) + " is " + shown(*node.value) + " at " + node.source + ", but it takes true or false");
    return {};
}

Word Fields::word(Names names) const {
    const Node node = find(names);
    if (!node) return {};
    if (node.value->is_string()) return {node.value->get<std::string>(), node.source};
    report_->error("wrong_type", node.source, keyOf(node.source),
                   keyOf(node.source) + " is " + shown(*node.value) + " at " + node.source + ", but it takes a text");
    return {};
}

Fields Fields::object(Names names) const {
    const Node node = find(names);
    if (!node) return {nullptr, at_, *report_};
    if (node.value->is_object()) return {node.value, node.source, *report_};
    report_->error(
        "wrong_type", node.source, keyOf(node.source),
        keyOf(node.source) + " is " + shown(*node.value) + " at " + node.source + ", but it takes an object");
    return {nullptr, at_, *report_};
}

Number Fields::need(Names names, const std::string& why, Range range) const {
    const Number found = number(names, range);
    // A value that was there and wrong has been reported as such.
    if (!found && !has(names)) missing(names, why);
    return found;
}

void Fields::missing(Names names, const std::string& why) const {
    std::string others;
    for (const std::string_view name : names.subspan(1)) others += (others.empty() ? "" : ", ") + std::string(name);
    const std::string field(names.front());
    report_->error("missing_field", at_, field, "`" + field + "` is missing at " + where(at_) + "; " + why,
                   others.empty() ? "add it" : "add it; these spellings are read too: " + others);
}

void Fields::refuse(const char* code, const std::string& source, std::string_view field, const std::string& message,
                    const std::string& hint) const {
    report_->error(code, source, field, message, hint);
}

std::string keyOf(const std::string& pointer) {
    std::string last = pointer.substr(pointer.rfind('/') + 1);
    // An element of a list is known by the list's name.
    if (!last.empty() && last.find_first_not_of("0123456789") == std::string::npos) {
        const std::size_t end = pointer.rfind('/');
        const std::size_t start = end == 0 ? std::string::npos : pointer.rfind('/', end - 1);
        if (start != std::string::npos) return pointer.substr(start + 1, end - start - 1) + "[" + last + "]";
    }
    return last;
}

}  // namespace kvfit::config
