#include "read/config/python_json.hpp"

namespace kvfit::config {

std::string withoutInfinities(std::string_view text) {
    struct Word {
        std::string_view python, json;
    };
    constexpr Word words[] = {{"-Infinity", "null     "}, {"Infinity", "null    "}, {"NaN", "\"\" "}};
    std::string out(text);
    bool quoted = false;
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (quoted && out[i] == '\\') {
            ++i;
        } else if (out[i] == '"') {
            quoted = !quoted;
        } else if (!quoted && (out[i] == '-' || out[i] == 'I' || out[i] == 'N')) {
            for (const Word& word : words) {
                if (out.compare(i, word.python.size(), word.python) != 0) continue;
                out.replace(i, word.python.size(), word.json);
                i += word.json.size() - 1;  // its quotes begin no text
                break;
            }
        }
    }
    return out;
}

}  // namespace kvfit::config
