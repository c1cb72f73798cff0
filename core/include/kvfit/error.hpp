#pragma once

#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace kvfit {

/// One thing that is wrong with an input.
struct Error {
    std::string code;     ///< Stable word, e.g. `unknown_dtype`; the same in cases, API and page.
    std::string pointer;  ///< JSON Pointer into the document at fault, empty for the whole.
    std::string field;    ///< The key a person typed, e.g. `kvDtype` or `head_dim`.
    std::string message;  ///< What is wrong, in one English sentence.
    std::string hint;     ///< What would be right.
    int line = 0;         ///< 1-based position in the text, 0 where there is none.
    int column = 0;
    std::map<std::string, std::string> params = {};  ///< The values in the message, for translation.
};

using Errors = std::vector<Error>;

/// A value, or everything that is wrong with the input it was asked of.
template <class T>
class Expected {
public:
    Expected(T value) : held_(std::move(value)) {}
    Expected(Errors errors) : held_(std::move(errors)) {}
    Expected(Error error) : held_(Errors{std::move(error)}) {}

    explicit operator bool() const { return held_.index() == 0; }
    const T& operator*() const { return *std::get_if<0>(&held_); }
    T& operator*() { return *std::get_if<0>(&held_); }
    const T* operator->() const { return std::get_if<0>(&held_); }
    T* operator->() { return std::get_if<0>(&held_); }
    const Errors& errors() const { return *std::get_if<1>(&held_); }

private:
    std::variant<T, Errors> held_;
};

/// Something the reader or an engine assumed or will do, attached to a result.
struct Note {
    std::string code;
    std::string message;
    std::string field;
    std::map<std::string, std::string> params = {};
};

using Notes = std::vector<Note>;

}  // namespace kvfit
