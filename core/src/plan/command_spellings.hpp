#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kvfit {

/// How an engine's start spells a setting.
struct Spelling {
    enum class Form {
        value,     ///< an option and its value
        on,        ///< an option that stands alone where the setting is true
        off,       ///< one where it is false
        variable,  ///< a variable of the environment
        file,      ///< a line of the file of options; a dot goes one level down
    };
    std::string_view key;
    std::string_view flag;
    Form form = Form::value;
    std::string_view fixed = {};  ///< what follows an option that stands for a truth value
};

/// The engine's word for a value, where it is not this project's.
struct ValueSpelling {
    std::string_view key;
    std::string_view ours;
    std::string_view theirs;
};

/// How an engine is started.
struct Program {
    std::string_view engine;
    std::string_view start;
    std::string_view model;  ///< what stands for the model; empty: the start names none
    std::vector<Spelling> spellings = {};
    std::vector<ValueSpelling> values = {};
    std::string_view optionsFile = {};  ///< the option that takes the file of options
};

/// nullptr: no engine of this name is started.
const Program* programOf(std::string_view engine);

/// The engine's word for this value of this key.
std::string spelledValue(const Program& program, std::string_view key, std::string value);

}  // namespace kvfit
