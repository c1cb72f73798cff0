#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "kvfit/architecture.hpp"
#include "kvfit/error.hpp"
#include "read/found.hpp"

namespace kvfit::config {

/// The spellings of one field, the common one first.
using Names = std::span<const std::string_view>;

using Flag = Found<bool>;
using Word = Found<std::string>;
using Node = Found<const Json*>;

/// What reading one text has found out so far, beside the values themselves.
struct Report {
    Errors errors;
    Notes notes;

    void error(const char* code, const std::string& pointer, std::string_view field, const std::string& message,
               const std::string& hint = "");
    void note(const char* code, std::string_view field, const std::string& message);
};

/// The smallest and largest value that a field may take.
struct Range {
    std::int64_t least = 1;
    std::int64_t most = (std::int64_t{1} << 32) - 1;
};
inline constexpr Range atLeastOne = {};
inline constexpr Range orZero = {0, Range{}.most};
/// Several times as many as any published model has; llama.cpp stops at 512.
inline constexpr Range layerTotal = {1, 1024};
inline constexpr Range layerIndex = {0, layerTotal.most - 1};

/// The keys of one JSON object, and behind them those that a class rule supplies. `null` is absent, and
/// no class rule speaks for it. A value of the wrong type or out of range is reported once and then absent.
class Fields {
public:
    Fields(const Json* object, std::string at, Report& report)
        : object_(object), at_(std::move(at)), report_(&report) {}

    explicit operator bool() const { return object_ != nullptr; }
    const Json& json() const { return *object_; }
    const std::string& at() const { return at_; }
    Report& report() const { return *report_; }

    /// Puts the keys of a class rule behind the file's own.
    void supply(const Json* given, std::string from) { rules_.push_back({given, std::move(from)}); }
    /// The file's own keys alone.
    Fields own() const { return {object_, at_, *report_}; }
    /// As one layer sees them: `overrides` before the common keys, and its own entry of a list.
    Fields atLayer(std::int64_t layer, Node overrides) const;
    /// The same keys, with what is wrong in another report.
    Fields into(Report& report) const;

    bool has(Names names) const { return static_cast<bool>(find(names)); }
    /// Whether the file itself has the key, be it null.
    bool writes(Names names) const;
    Node find(Names names) const;
    Number number(Names names, Range range = atLeastOne) const;
    /// A factor: any number, of a list the one of this layer; anything else is absent.
    Found<double> real(Names names) const;
    Flag flag(Names names) const;
    Word word(Names names) const;
    Fields object(Names names) const;

    /// As `number`, but an absent value is an error.
    Number need(Names names, const std::string& why, Range range = atLeastOne) const;
    void missing(Names names, const std::string& why) const;
    void refuse(const char* code, const std::string& source, std::string_view field, const std::string& message,
                const std::string& hint = "") const;

    /// One number out of JSON: an integer, or a real that is one.
    Number integer(const Json& value, const std::string& source, Range range = atLeastOne) const;

private:
    struct Rule {
        const Json* given;
        std::string from;
    };
    const Json* object_;
    std::string at_;
    Report* report_;
    std::vector<Rule> rules_ = {};
    std::int64_t layer_ = -1;
    Node overrides_ = {};
};

/// The text that a value is, or empty.
std::string_view textIn(const Json& value);
/// The whole number that a value is (true is 1), or -1.
std::int64_t wholeIn(const Json& value);
/// The value as it stands in the file, short enough for a message.
std::string shown(const Json& value);

/// The last reference token of a pointer: the key that a person typed.
std::string keyOf(const std::string& pointer);

}  // namespace kvfit::config
