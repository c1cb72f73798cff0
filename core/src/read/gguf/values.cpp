#include "read/gguf/values.hpp"

#include <cmath>
#include <limits>

namespace kvfit::gguf {

namespace {

/// enum gguf_type of ggml/include/gguf.h.
enum Type : std::uint32_t { u8, i8, u16, i16, u32, i32, f32, boolean, text, array, u64, i64, f64 };

constexpr int deepest = 4;
constexpr std::uint64_t longestList = std::uint64_t{1} << 28;  ///< entries; beyond it the length is damage
constexpr std::uint64_t keptList = 65536;                      ///< entries of one value for each layer

/// Bytes of one value of a fixed width, 0 for texts, arrays and unknown types.
std::uint64_t widthOf(std::uint32_t type) {
    constexpr std::uint64_t widths[] = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};
    return type < std::size(widths) ? widths[type] : 0;
}

/// A real that is a whole number is one; any other is of no use to sizing.
bool whole(double real, std::int64_t& out) {
    if (!(std::fabs(real) <= 9007199254740991.0) || real != std::floor(real)) return false;
    out = static_cast<std::int64_t>(real);
    return true;
}

template <class Real, class Bits>
Real realOf(Bits bits) {
    Real out;
    std::memcpy(&out, &bits, sizeof(out));
    return out;
}

/// Reads a value of fixed width; false where it is no whole number.
bool readWhole(Cursor& cursor, std::uint32_t type, std::int64_t& out) {
    switch (type) {
        case u8:
            out = cursor.read<std::uint8_t>();
            return true;
        case boolean:
            out = cursor.read<std::uint8_t>() != 0 ? 1 : 0;
            return true;
        case i8:
            out = static_cast<std::int8_t>(cursor.read<std::uint8_t>());
            return true;
        case u16:
            out = cursor.read<std::uint16_t>();
            return true;
        case i16:
            out = static_cast<std::int16_t>(cursor.read<std::uint16_t>());
            return true;
        case u32:
            out = cursor.read<std::uint32_t>();
            return true;
        case i32:
            out = static_cast<std::int32_t>(cursor.read<std::uint32_t>());
            return true;
        case u64: {
            const auto value = cursor.read<std::uint64_t>();
            constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
            out = static_cast<std::int64_t>(std::min(value, most));
            return true;
        }
        case i64:
            out = static_cast<std::int64_t>(cursor.read<std::uint64_t>());
            return true;
        case f32:
            return whole(realOf<float>(cursor.read<std::uint32_t>()), out);
        default:
            return whole(realOf<double>(cursor.read<std::uint64_t>()), out);
    }
}

Value readTyped(Cursor& cursor, std::uint32_t type, std::string_view key, int depth);

Value readArray(Cursor& cursor, std::string_view key, int depth) {
    const auto type = cursor.read<std::uint32_t>();
    const auto count = cursor.read<std::uint64_t>();
    Value out;
    if (count > longestList || depth >= deepest)
        cursor.fail("invalid_gguf",
                    "a list of " + std::to_string(count) + " entries, " + std::to_string(depth) + " deep",
                    "the file is damaged");
    if (!cursor.good()) return out;
    out.count = static_cast<std::int64_t>(count);
    const std::uint64_t width = widthOf(type);
    if (width == 0) {
        for (std::uint64_t i = 0; i < count && cursor.good(); ++i) readTyped(cursor, type, key, depth + 1);
        return out;
    }
    if (count > keptList || key.substr(0, 10) == "tokenizer.") {
        cursor.take(count * width);
        return out;
    }
    out.kind = Value::Kind::list;
    for (std::uint64_t i = 0; i < count && cursor.good(); ++i) {
        std::int64_t entry = 0;
        if (!readWhole(cursor, type, entry)) out.kind = Value::Kind::other;
        out.list.push_back(entry);
    }
    if (out.kind != Value::Kind::list) out.list.clear();
    return out;
}

Value readTyped(Cursor& cursor, std::uint32_t type, std::string_view key, int depth) {
    Value out;
    if (type == array) return readArray(cursor, key, depth);
    if (type == text) {
        const std::string_view words = cursor.text();
        constexpr std::size_t keptText = 256;  // names; a chat template decides nothing
        if (depth == 0 && words.size() <= keptText) {
            out.kind = Value::Kind::text;
            out.text = words;
        }
        return out;
    }
    if (widthOf(type) == 0) {
        cursor.fail("invalid_gguf", "a value of unknown type " + std::to_string(type), "the file is damaged");
        return out;
    }
    if (readWhole(cursor, type, out.number)) out.kind = Value::Kind::number;
    return out;
}

}  // namespace

Value readValue(Cursor& cursor, std::string_view key) {
    const auto type = cursor.read<std::uint32_t>();
    if (!cursor.good()) return {};
    return readTyped(cursor, type, key, 0);
}

}  // namespace kvfit::gguf
