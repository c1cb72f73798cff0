#include "weights/width.hpp"

#include <algorithm>

#include "arch/ggml_types.hpp"
#include "base/digit.hpp"
#include "kvfit/dtype.hpp"

namespace kvfit {

namespace {

/// A number at the start of `text`, which loses it; 0 where there is none.
std::int64_t take(std::string_view& text) {
    std::int64_t n = 0;
    while (!text.empty() && isDigit(text.front()) && n < 100000) {
        n = n * 10 + (text.front() - '0');
        text.remove_prefix(1);
    }
    return n;
}

bool takeWord(std::string_view& text, std::string_view word) {
    if (text.substr(0, word.size()) != word) return false;
    text.remove_prefix(word.size());
    return true;
}

/// `int4_g128_z`: for a group a 16-bit scale, and with `_z` a zero point of as many bits as a weight
/// (AutoAWQ and AutoGPTQ files). Eight groups are whole bytes.
std::optional<Width> grouped(std::string_view name) {
    if (!takeWord(name, "int")) return {};
    const std::int64_t bits = take(name);
    if (bits < 1 || bits > 8 || !takeWord(name, "_g")) return {};
    const std::int64_t group = take(name);
    const bool zero = takeWord(name, "_z");
    if (group < 1 || !name.empty()) return {};
    return Width{8 * group, bits * group + 16 + (zero ? bits : 0)};
}

struct Named {
    std::string_view name;
    Width width;
};

// fp8_b128: DeepSeek-V3 (arXiv 2412.19437 section 3.3.2). nf4: bitsandbytes, 4 bits, an 8-bit absolute
// maximum for 64, a 32-bit one for 256 of those (arXiv 2305.14314 section 3).
constexpr Named own[] = {{"fp8_b128", {16384, 16388}}, {"nf4", {16384, 8452}}};

struct Alias {
    std::string_view from;
    std::string_view to;
};

constexpr Alias aliases[] = {
    {"awq", "int4_g128_z"},   {"gptq", "int4_g128_z"},   {"int4", "int4_g128_z"},
    {"w4a16", "int4_g128_z"}, {"int3", "int3_g128_z"},   {"int2", "int2_g128_z"},
    {"bnb", "nf4"},           {"bitsandbytes", "nf4"},   {"w8a8", "int8"},
    {"w8a16", "int8"},        {"fp8_block", "fp8_b128"}, {"fp4", "mxfp4"},
    {"fp8_e4m3", "fp8"},      {"fp8_e5m2", "fp8"},       {"bfloat16", "bf16"},
    {"float16", "fp16"},      {"half", "fp16"},          {"float32", "fp32"},
    {"f16", "fp16"},          {"f32", "fp32"},
};

}  // namespace

std::string weightTypeName(std::string_view word) {
    std::string name(word);
    std::transform(name.begin(), name.end(), name.begin(), [](char c) {
        return c == '-' ? '_' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    for (const Alias& alias : aliases)
        if (alias.from == name) return std::string(alias.to);
    return name;
}

std::optional<Width> widthOf(std::string_view name) {
    for (const Named& one : own)
        if (one.name == name) return one.width;
    if (const std::optional<Width> integer = grouped(name)) return integer;
    if (const Dtype* type = findDtype(name); type != nullptr && type->layout == Dtype::Layout::block)
        return Width{type->elements, type->bytes};
    if (const ggml::Type* type = ggml::findType(name)) return Width{type->elements, type->bytes};
    return {};
}

bool isFullWidth(std::string_view name) { return name == "bf16" || name == "fp16" || name == "fp32"; }

}  // namespace kvfit
