#include "emit/shape.hpp"

namespace kvfit::emit {

namespace {

std::string comment(const std::string& indent, std::string_view doc, std::string_view unit) {
    const std::string measured = unit.empty() ? "" : " Unit: " + std::string(unit) + ".";
    return indent + "/** " + std::string(doc) + measured + " */\n";
}

template <class E, std::size_t n>
std::string words(const char* name, const Named<E> (&names)[n]) {
    std::string out = std::string("export type ") + name + " =";
    for (const Named<E>& one : names)
        if (one.name != nameOf(Term::Op::leaf)) out += "\n  | \"" + std::string(one.name) + "\"";
    return out + ";\n\n";
}

}  // namespace

std::string typescript() {
    std::string out = "// Generated from core/src/api by `npm run generate`.\n\n";
    out += words("Kind", kindNames) + words("Role", roleNames) + words("ModuleKind", moduleKindNames) +
           words("TermOperation", opNames);
    out +=
        "/** One node of an equation: a number with its name and source, or an operation over others. */\n"
        "export type Term =\n"
        "  | { op?: undefined; value: number; symbol?: string; unit?: string; source?: string; args?: undefined }\n"
        "  | { op: TermOperation; value: number; symbol?: undefined; unit?: undefined; source?: undefined; args: "
        "Term[] };\n\n";

    forEachStruct([&]<class S>() {
        out += comment("", Describe<S>::doc, "");
        out += "export interface " + std::string(Describe<S>::name) + " {\n";
        forEachField<S>([&](const auto& field, const Shape& shape) {
            out += comment("  ", field.doc, field.unit);
            out += "  " + std::string(field.key) + ": " + shape.typescript + ";\n";
        });
        out += "}\n\n";
    });

    out +=
        "/** One flat set of settings; exactly one of model, config and architecture. */\n"
        "export interface Scenario {\n"
        "  /** Catalogue id. */\n"
        "  model?: string;\n"
        "  /** A published configuration, as text or as an object. */\n"
        "  config?: string | object;\n"
        "  /** What a reader returned. */\n"
        "  architecture?: Architecture;\n";
    const auto add = [&](const auto& keys) {
        for (const auto& key : keys) {
            out += comment("  ", std::string(key.doc) + " Default: " + std::string(key.absent) + ".", key.unit);
            out += "  " + std::string(key.key) + "?: " + shapeOf(key).typescript + ";\n";
        }
    };
    add(scenarioKeys());
    add(reuseKeys());
    add(loadKeys());
    out += "}\n\n/** Traffic described by a few numbers, where there is no trace. */\nexport interface Traffic {\n";
    add(trafficKeys());
    return out + "}\n";
}

}  // namespace kvfit::emit
