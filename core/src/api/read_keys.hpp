#pragma once

#include <string_view>
#include <vector>

#include "arch/scenario_keys.hpp"
#include "base/json.hpp"

namespace kvfit {

/// Reads values as people and programs give them: numbers and flags may be typed as text.
class ValueReader {
public:
    Errors errors;
    std::string_view unit;  ///< of the key that is being read: an error shows a right value by it

    void read(const std::string& key, const Json& value, Scenario::Count& out);
    void read(const std::string& key, const Json& value, Scenario::Real& out);
    void read(const std::string& key, const Json& value, Scenario::Flag& out);
    void read(const std::string& key, const Json& value, Scenario::Text& out);
    void read(const std::string& key, const Json& value, Scenario::Maybe<DraftLayers>& out);

    /// `thing` is what `key` is not, e.g. "a setting".
    void unknown(const std::string& key, const std::vector<std::string_view>& known, const char* thing);

private:
    void wrong(const std::string& key, const Json& value, const char* code, const std::string& what,
               const std::string& right);
    void notWhole(const std::string& key, const Json& value, const char* code);
};

/// Reads a key of this table into `out`; false if it is not in it.
template <class S>
bool readKey(ValueReader& reader, std::span<const Key<S>> keys, const std::string& key, const Json& value, S& out) {
    for (const Key<S>& known : keys) {
        if (known.key != key) continue;
        reader.unit = known.unit;
        std::visit([&](auto member) { reader.read(key, value, out.*member); }, known.member);
        return true;
    }
    return false;
}

template <class S>
void addNames(std::span<const Key<S>> keys, std::vector<std::string_view>& names) {
    for (const Key<S>& key : keys) names.push_back(key.key);
}

}  // namespace kvfit
