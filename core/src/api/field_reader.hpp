#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "base/json.hpp"
#include "base/names.hpp"
#include "kvfit/error.hpp"

namespace kvfit {

/// Reads the members of JSON objects whose keys are known, and collects all that is wrong with them.
class FieldReader {
public:
    using Read = std::function<void(const Json&, const std::string&)>;

    Errors errors;

    /// Whether every key that has words was spelt in camelCase.
    bool camelCase() const { return camel_ && !snake_; }

    void wrong(const char* code, const std::string& at, const std::string& field, const Json& value,
               const std::string& should);

    /// Calls the reader of every key, whichever way it is spelt. `null` stands for an absent value, except where
    /// `nulls` names the key.
    void fields(const Json& object, const std::string& at, const std::map<std::string, Read>& known,
                const std::string& nulls = {});

    std::int64_t count(const Json& value, const std::string& at, const std::string& field, std::int64_t least,
                       std::int64_t most);
    double real(const Json& value, const std::string& at, const std::string& field, double most);
    bool flag(const Json& value, const std::string& at, const std::string& field);

    /// False if the value is none of the words.
    template <class E, std::size_t N>
    bool word(const Json& value, const std::string& at, const std::string& field, const Named<E> (&names)[N], E& out) {
        std::string words;
        for (const Named<E>& entry : names) {
            if (value.is_string() && value.get_ref<const std::string&>() == entry.name) {
                out = entry.value;
                return true;
            }
            words += (words.empty() ? "" : ", ") + std::string(entry.name);
        }
        wrong("unknown_word", at, field, value, field + " takes one of " + words);
        return false;
    }

private:
    bool camel_ = false, snake_ = false;
};

}  // namespace kvfit
