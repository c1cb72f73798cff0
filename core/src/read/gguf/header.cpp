#include "read/gguf/header.hpp"

#include "read/gguf/cursor.hpp"
#include "read/gguf/tensors.hpp"
#include "read/gguf/values.hpp"

namespace kvfit::gguf {

namespace {

constexpr std::uint64_t mostKeys = 65536;
constexpr std::uint64_t mostTensors = 1 << 20;

/// Reads the fixed part; the order of bytes shows in the version, which is a small number.
bool readStart(Cursor& cursor, std::uint64_t& tensors, std::uint64_t& keys) {
    const std::string_view magic = cursor.take(4);
    if (cursor.good() && magic != "GGUF")
        cursor.fail("not_gguf", "it does not start with \"GGUF\"", "choose a file that ends in .gguf");
    auto version = cursor.read<std::uint32_t>();
    if ((version & 0xffff) == 0) {
        version = version >> 24 | (version >> 8 & 0xff00);
        cursor.swapBytes(true);
    }
    if (cursor.good() && version == 1)
        cursor.fail("gguf_version", "version 1 is of the first weeks of the format",
                    "convert the file with a tool of 2024 or later");
    if (cursor.good() && version != 2 && version != 3)
        cursor.fail("gguf_version", "version " + std::to_string(version) + " is not known",
                    "versions 2 and 3 are read");
    tensors = cursor.read<std::uint64_t>();
    keys = cursor.read<std::uint64_t>();
    if (cursor.good() && (tensors > mostTensors || keys > mostKeys))
        cursor.fail("invalid_gguf", std::to_string(tensors) + " tensors and " + std::to_string(keys) + " keys",
                    "the file is damaged");
    return cursor.good();
}

}  // namespace

Expected<Header> readHeader(std::string_view bytes) {
    Cursor cursor(bytes);
    std::uint64_t tensors = 0;
    std::uint64_t keys = 0;
    Header header;
    if (!readStart(cursor, tensors, keys)) return cursor.error();
    for (std::uint64_t i = 0; i < keys && cursor.good(); ++i) {
        const std::string_view key = cursor.text();
        Value value = readValue(cursor, key);
        if (cursor.good() && !header.metadata.emplace(key, std::move(value)).second)
            cursor.fail("invalid_gguf", "the key \"" + std::string(key.substr(0, 60)) + "\" appears twice",
                        "the file is damaged");
    }
    if (cursor.good()) readTensors(cursor, tensors, header);
    if (!cursor.good()) return cursor.error();
    return header;
}

}  // namespace kvfit::gguf
