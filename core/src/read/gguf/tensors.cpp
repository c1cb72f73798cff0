#include "read/gguf/tensors.hpp"

#include <algorithm>

#include "arch/ggml_types.hpp"
#include "base/digit.hpp"
#include "base/exact.hpp"
#include "read/gguf/layers.hpp"

namespace kvfit::gguf {

namespace {

constexpr std::uint32_t mostDimensions = 4;  // GGML_MAX_DIMS

/// The layer in a name such as `blk.12.attn_k.weight`; -1 for a tensor of no layer.
std::int64_t layerOf(std::string_view name) {
    if (name.substr(0, 4) != "blk.") return -1;
    std::int64_t layer = 0;
    std::size_t i = 4;
    for (; i < name.size() && isDigit(name[i]) && layer < mostLayers; ++i) layer = layer * 10 + (name[i] - '0');
    return i == 4 || i == name.size() || name[i] != '.' || layer >= mostLayers ? -1 : layer;
}

struct Tensor {
    std::int64_t layer = -1;
    std::uint32_t type = 0;
    std::int64_t row = 1;       ///< elements of the first dimension, which blocks divide
    Exact elements = Exact(1);  ///< of all dimensions
};

Tensor readTensor(Cursor& cursor) {
    Tensor t;
    t.layer = layerOf(cursor.text());
    const auto dimensions = cursor.read<std::uint32_t>();
    if (cursor.good() && dimensions > mostDimensions)
        cursor.fail("invalid_gguf", "a tensor of " + std::to_string(dimensions) + " dimensions", "the file is damaged");
    for (std::uint32_t d = 0; d < dimensions && cursor.good(); ++d) {
        const auto size = cursor.read<std::uint64_t>();
        const Exact length(static_cast<std::int64_t>(std::min<std::uint64_t>(size, Exact::limit + std::uint64_t{1})));
        if (d == 0) t.row = length.value;
        t.elements = t.elements * length;
    }
    t.type = cursor.read<std::uint32_t>();
    cursor.read<std::uint64_t>();  // where the data lies
    return t;
}

std::int64_t counted(const Metadata& metadata, const char* key) {
    const Value* value = find(metadata, key);
    return value == nullptr || value->kind != Value::Kind::number ? 0 : value->number;
}

}  // namespace

void readTensors(Cursor& cursor, std::uint64_t count, Header& header) {
    Weights& w = header.weights;
    Exact total(0);
    Exact parameters(0);
    bool known = true;
    for (std::uint64_t i = 0; i < count && cursor.good(); ++i) {
        const Tensor t = readTensor(cursor);
        if (!cursor.good()) return;
        const ggml::Type* type = ggml::findType(t.type);
        const bool whole = type != nullptr && !t.elements.lost && t.row % type->elements == 0;
        if (type != nullptr && !whole)
            return cursor.fail("invalid_gguf", "a tensor whose rows are no whole blocks of " + std::string(type->name),
                               "the file is damaged");
        known = known && type != nullptr;
        if (type == nullptr) continue;
        const Exact bytes = floorDivide(t.elements, Exact(type->elements)) * Exact(type->bytes);
        total = total + bytes;
        parameters = parameters + t.elements;
        if (total.lost) return cursor.fail("invalid_gguf", "tensors of more than 8 PiB", "the file is damaged");
        w.bytesByDtype[std::string(type->name)] += bytes.value;
        if (t.layer < 0) {
            w.otherBytes += bytes.value;
        } else {
            if (w.layerBytes.size() <= static_cast<std::size_t>(t.layer))
                w.layerBytes.resize(static_cast<std::size_t>(t.layer) + 1);
            w.layerBytes[static_cast<std::size_t>(t.layer)] += bytes.value;
        }
    }
    if (!known) {
        w = {};
        header.notes.push_back(
            {"unknown_tensor_type",
             "the file stores tensors in a type that is not known; the bytes of the weights are not counted",
             "gguf",
             {}});
        return;
    }
    w.bytes = total.value;
    const auto most = std::max_element(w.bytesByDtype.begin(), w.bytesByDtype.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most != w.bytesByDtype.end()) w.dtype = most->first;
    const std::int64_t parts = counted(header.metadata, "split.count");
    if (parts <= 1) {
        w.totalParams = parameters.value;
        return;
    }
    header.notes.push_back({"split_weights",
                            "this is one of " + std::to_string(parts) + " files; the weights are those of this one",
                            "split.count",
                            {{"parts", std::to_string(parts)}}});
}

}  // namespace kvfit::gguf
