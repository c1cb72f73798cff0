#include "emit/shape.hpp"

namespace kvfit::emit {

namespace {

template <class E, std::size_t n>
Json words(const Named<E> (&names)[n]) {
    Json all = Json::array();
    for (const Named<E>& one : names)
        if (one.name != nameOf(Term::Op::leaf)) all.push_back(one.name);
    return {{"enum", all}};
}

Json object(std::string_view doc, Json properties, Json required) {
    return {{"description", doc},
            {"type", "object"},
            {"properties", std::move(properties)},
            {"required", std::move(required)},
            {"additionalProperties", false}};
}

Json property(const Shape& shape, std::string_view doc, std::string_view unit) {
    Json out = shape.schema;
    out["description"] = doc;
    if (!unit.empty()) out["unit"] = unit;
    return out;
}

Json term() {
    const Json number = {{"type", "number"}};
    const Json text = {{"type", "string"}};
    const Json args = {{"type", "array"}, {"items", {{"$ref", "#/$defs/Term"}}}};
    const Json leaf = object("A number with its name and source.",
                             {{"value", number}, {"symbol", text}, {"unit", text}, {"source", text}}, {"value"});
    const Json node = object("An operation over other terms.",
                             {{"op", words(opNames)}, {"value", number}, {"args", args}}, {"op", "value", "args"});
    return {{"anyOf", {leaf, node}}};
}

template <class S>
void addKeys(Json& properties, std::span<const Key<S>> keys) {
    for (const Key<S>& key : keys) {
        Json& entry = properties[std::string(key.key)] = property(shapeOf(key), key.doc, key.unit);
        entry["absent"] = key.absent;
    }
}

Json traffic() {
    Json properties = Json::object();
    addKeys(properties, trafficKeys());
    return object("Traffic described by a few numbers, where there is no trace.", std::move(properties), Json::array());
}

Json scenario() {
    Json properties = {{"model", property(shapeOf<std::string>(), "Catalogue id.", "")},
                       {"config", {{"type", {"string", "object"}}, {"description", "A published configuration."}}},
                       {"architecture", property(shapeOf<Architecture>(), "What a reader returned.", "")}};
    addKeys(properties, scenarioKeys());
    addKeys(properties, reuseKeys());
    addKeys(properties, loadKeys());
    return object("One flat set of settings; exactly one of model, config and architecture.", std::move(properties),
                  Json::array());
}

}  // namespace

std::string schema() {
    Json defs = {{"Kind", words(kindNames)}, {"Role", words(roleNames)}, {"ModuleKind", words(moduleKindNames)},
                 {"Term", term()},           {"Scenario", scenario()},   {"Traffic", traffic()}};
    forEachStruct([&]<class S>() {
        Json properties = Json::object();
        Json required = Json::array();
        forEachField<S>([&](const auto& field, const Shape& shape) {
            properties[std::string(field.key)] = property(shape, field.doc, field.unit);
            required.push_back(field.key);
        });
        defs[std::string(Describe<S>::name)] = object(Describe<S>::doc, std::move(properties), std::move(required));
    });
    const Json all = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                      {"title", "KVFit: the scenario and its results"},
                      {"$defs", std::move(defs)}};
    return all.dump(2) + "\n";
}

}  // namespace kvfit::emit
