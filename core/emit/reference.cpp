#include "emit/shape.hpp"
#include "kvfit/dtype.hpp"

namespace kvfit::emit {

namespace {

/// One row of a table; a bar inside a cell is escaped.
template <class... Cell>
std::string row(const Cell&... cells) {
    std::string out = "|";
    const auto add = [&](std::string_view cell) {
        out += ' ';
        for (const char c : cell) out += c == '|' ? std::string("\\|") : std::string(1, c);
        out += " |";
    };
    (add(cells), ...);
    return out + "\n";
}

std::string code(std::string_view word) { return "`" + std::string(word) + "`"; }

}  // namespace

std::string reference() {
    std::string out =
        "# Reference\n\n"
        "Generated from `core/src/api` by `npm run generate`. Keys are written in camelCase in JavaScript and in the\n"
        "page's address, in kebab-case on the command line, in snake_case in case files.\n\n"
        "## Scenario\n\n";
    const auto add = [&](const auto& keys) {
        for (const auto& key : keys) out += row(code(key.key), key.type, key.unit, key.absent, key.doc);
    };
    const std::string head = row("key", "type", "unit", "absent", "meaning") + row("---", "---", "---", "---", "---");
    out += head;
    add(scenarioKeys());
    add(reuseKeys());
    add(loadKeys());
    out += "\n## Described traffic\n\nWhere there is no trace.\n\n" + head;
    add(trafficKeys());

    out += "\n## Stored types\n\nA row of n elements takes ceil(n / elements) x bytes.\n\n";
    out += row("type", "elements", "bytes") + row("---", "---", "---");
    for (const Dtype& d : dtypes()) out += row(code(d.name), std::to_string(d.elements), std::to_string(d.bytes));

    forEachStruct([&]<class S>() {
        out += "\n## " + std::string(Describe<S>::name) + "\n\n" + std::string(Describe<S>::doc) + "\n\n";
        out += row("key", "type", "unit", "meaning") + row("---", "---", "---", "---");
        forEachField<S>([&](const auto& field, const Shape& shape) {
            out += row(code(field.key), code(shape.typescript), field.unit, field.doc);
        });
    });
    return out;
}

}  // namespace kvfit::emit
