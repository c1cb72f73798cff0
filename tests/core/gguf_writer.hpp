#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

// Writes the head of a GGUF file byte by byte, as docs/gguf.md of ggml describes it.
namespace kvfit::test {

class GgufWriter {
public:
    explicit GgufWriter(std::uint32_t version = 3, bool bigEndian = false) : version_(version), big_(bigEndian) {}

    GgufWriter& number(std::string_view key, std::uint32_t value) {
        start(key, 4);
        put(keys_, value);
        return *this;
    }
    GgufWriter& wide(std::string_view key, std::uint64_t value) {
        start(key, 10);
        put(keys_, value);
        return *this;
    }
    GgufWriter& real(std::string_view key, float value) {
        start(key, 6);
        std::uint32_t bits;
        std::memcpy(&bits, &value, sizeof(bits));
        put(keys_, bits);
        return *this;
    }
    GgufWriter& flag(std::string_view key, bool value) {
        start(key, 7);
        keys_ += static_cast<char>(value);
        return *this;
    }
    GgufWriter& text(std::string_view key, std::string_view value) {
        start(key, 8);
        string(keys_, value);
        return *this;
    }
    GgufWriter& numbers(std::string_view key, const std::vector<std::uint32_t>& values) {
        list(key, 4, values.size());
        for (const std::uint32_t value : values) put(keys_, value);
        return *this;
    }
    GgufWriter& flags(std::string_view key, const std::vector<int>& values) {
        list(key, 7, values.size());
        for (const int value : values) keys_ += static_cast<char>(value);
        return *this;
    }
    GgufWriter& texts(std::string_view key, const std::vector<std::string>& values) {
        list(key, 8, values.size());
        for (const std::string& value : values) string(keys_, value);
        return *this;
    }
    /// A value of any type as raw bytes.
    GgufWriter& raw(std::string_view key, std::uint32_t type, std::string_view bytes) {
        start(key, type);
        keys_ += bytes;
        return *this;
    }
    GgufWriter& tensor(std::string_view name, const std::vector<std::uint64_t>& sizes, std::uint32_t type) {
        ++tensorCount_;
        string(tensors_, name);
        put(tensors_, static_cast<std::uint32_t>(sizes.size()));
        for (const std::uint64_t size : sizes) put(tensors_, size);
        put(tensors_, type);
        put(tensors_, std::uint64_t{0});
        return *this;
    }

    std::string bytes() const {
        std::string out = "GGUF";
        put(out, version_);
        put(out, tensorCount_);
        put(out, keyCount_);
        return out + keys_ + tensors_;
    }

    template <class T>
    void put(std::string& out, T value) const {
        for (std::size_t i = 0; i < sizeof(T); ++i)
            out += static_cast<char>(value >> (8 * (big_ ? sizeof(T) - 1 - i : i)) & 0xff);
    }

private:
    std::uint32_t version_;
    bool big_;
    std::uint64_t keyCount_ = 0;
    std::uint64_t tensorCount_ = 0;
    std::string keys_;
    std::string tensors_;

    void string(std::string& out, std::string_view value) const {
        put(out, static_cast<std::uint64_t>(value.size()));
        out += value;
    }
    void start(std::string_view key, std::uint32_t type) {
        ++keyCount_;
        string(keys_, key);
        put(keys_, type);
    }
    void list(std::string_view key, std::uint32_t type, std::uint64_t count) {
        start(key, 9);
        put(keys_, type);
        put(keys_, count);
    }
};

}  // namespace kvfit::test
