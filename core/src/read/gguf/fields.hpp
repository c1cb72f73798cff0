#pragma once

#include <string>
#include <string_view>

#include "base/json.hpp"
#include "kvfit/architecture.hpp"
#include "read/found.hpp"
#include "read/gguf/metadata.hpp"

namespace kvfit::gguf {

/// The keys of one model: `attention.head_count` stands for `llama.attention.head_count`. Behind the
/// file's own keys stand those that models/gguf-rules.json gives for its architecture.
class Fields {
public:
    Fields(const Metadata& metadata, std::string architecture);

    Errors errors;
    Notes notes;

    const std::string& architecture() const { return architecture_; }

    /// Whether the file itself or a rule has this key, as a number or as a list.
    bool has(std::string_view name) const;
    bool isList(std::string_view name) const;

    /// The number of the whole model; absent for a list. Reported once where it is out of range.
    Number number(std::string_view name, std::int64_t least = 1);
    /// The number of one layer: the list's entry, or the number of the whole model.
    Number at(std::string_view name, std::int64_t layer, std::int64_t least = 0);
    /// As `number`, but an absent value is an error.
    Number need(std::string_view name, const char* why);

    void refuse(const char* code, std::string_view name, const std::string& message, const std::string& hint = "");
    void note(const char* code, std::string_view name, const std::string& message);

private:
    const Metadata& metadata_;
    std::string architecture_;
    const Json* rules_ = nullptr;
    bool noted_ = false;

    std::string key(std::string_view name) const { return architecture_ + "." + std::string(name); }
    const Value* own(std::string_view name) const { return find(metadata_, key(name)); }
    Number rule(std::string_view name);
    Number checked(std::int64_t value, std::string_view name, std::int64_t least);
};

}  // namespace kvfit::gguf
