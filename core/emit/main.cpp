#include <cstdio>
#include <string_view>

#include "emit/shape.hpp"

// Prints one of the files that wasm/generate.mjs keeps: `types.d.ts`, `schema.json` or `reference.md`.
int main(int argc, char** argv) {
    const std::string_view wanted = argc == 2 ? argv[1] : "";
    std::string text;
    if (wanted == "types.d.ts") text = kvfit::emit::typescript();
    if (wanted == "schema.json") text = kvfit::emit::schema();
    if (wanted == "reference.md") text = kvfit::emit::reference();
    if (text.empty()) {
        std::fputs("usage: kvfit_emit types.d.ts|schema.json|reference.md\n", stderr);
        return 2;
    }
    std::fputs(text.c_str(), stdout);
    return 0;
}
