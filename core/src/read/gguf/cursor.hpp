#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "kvfit/error.hpp"

namespace kvfit::gguf {

/// Walks over the bytes given so far. The first failure stays: every later read returns nothing.
class Cursor {
public:
    explicit Cursor(std::string_view bytes) : bytes_(bytes) {}

    bool good() const { return error_.code.empty(); }
    const Error& error() const { return error_; }
    std::uint64_t at() const { return at_; }
    void swapBytes(bool swap) { swap_ = swap; }

    /// An unsigned integer of the file's byte order.
    template <class T>
    T read() {
        T value = 0;
        if (!has(sizeof(T))) return value;
        for (std::size_t i = 0; i < sizeof(T); ++i) {
            const std::size_t place = swap_ ? sizeof(T) - 1 - i : i;
            const auto byte = static_cast<unsigned char>(bytes_[static_cast<std::size_t>(at_) + i]);
            value = static_cast<T>(value | static_cast<T>(static_cast<T>(byte) << (8 * place)));
        }
        at_ += sizeof(T);
        return value;
    }

    /// `length` bytes as they stand in the file.
    std::string_view take(std::uint64_t length) {
        if (!has(length)) return {};
        const std::string_view out = bytes_.substr(static_cast<std::size_t>(at_), static_cast<std::size_t>(length));
        at_ += length;
        return out;
    }

    /// A length-prefixed text. No header holds one of more than 64 MiB.
    std::string_view text() {
        const auto length = read<std::uint64_t>();
        if (length > (std::uint64_t{64} << 20)) {
            fail("invalid_gguf", "a text of " + std::to_string(length) + " bytes at offset " + std::to_string(at_),
                 "the file is damaged or not a GGUF file");
            return {};
        }
        return take(length);
    }

    void fail(const char* code, std::string what, std::string hint) {
        if (good()) error_ = {code, "", "gguf", "the GGUF header is not readable: " + what, std::move(hint)};
    }

private:
    std::string_view bytes_;
    std::uint64_t at_ = 0;
    bool swap_ = false;
    Error error_ = {};

    /// Every claimed length below stays under 2^63, so the sum cannot wrap.
    bool has(std::uint64_t length) {
        if (!good()) return false;
        if (length <= bytes_.size() - at_) return true;
        const std::string needed = std::to_string(at_ + length);
        const std::string given = std::to_string(bytes_.size());
        error_ = {"need_more_bytes",
                  "",
                  "gguf",
                  "the header needs at least " + needed + " bytes, but only " + given + " are here",
                  "read more of the file from its start; a whole file that ends here is cut off",
                  0,
                  0,
                  {{"needed", needed}, {"given", given}}};
        return false;
    }
};

}  // namespace kvfit::gguf
