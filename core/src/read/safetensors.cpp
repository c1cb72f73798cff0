#include <algorithm>
#include <cmath>
#include <set>

#include "base/digit.hpp"
#include "base/exact.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "kvfit/read.hpp"

namespace kvfit {

namespace {

// A header is little-endian u64 length and JSON: huggingface/safetensors, README "Format".
constexpr std::size_t lengthBytes = 8;
constexpr std::uint64_t longest = std::uint64_t{64} << 20;
constexpr std::int64_t mostLayers = 4096;

Error damaged(const std::string& pointer, const std::string& what) {
    return {"invalid_safetensors", pointer, "safetensors", "the safetensors header is not readable: " + what,
            "choose a .safetensors file or model.safetensors.index.json"};
}

/// `BF16`, `F8_E4M3` ... as the words used elsewhere.
std::string dtypeName(const std::string& stored) {
    struct Alias {
        std::string_view stored, name;
    };
    constexpr Alias aliases[] = {{"BF16", "bf16"}, {"F16", "fp16"},         {"F32", "fp32"},
                                 {"F64", "fp64"},  {"F8_E4M3", "fp8_e4m3"}, {"F8_E5M2", "fp8_e5m2"}};
    for (const Alias& alias : aliases)
        if (alias.stored == stored) return std::string(alias.name);
    std::string lower = stored;
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return lower;
}

/// The layer in a name such as `model.layers.12.mlp.up_proj.weight`: its first whole number; -1 for none.
std::int64_t layerOf(std::string_view name) {
    for (std::size_t at = 0; at < name.size();) {
        const std::size_t dot = std::min(name.find('.', at), name.size());
        const std::string_view word = name.substr(at, dot - at);
        if (!word.empty() && word.size() <= 4 && std::all_of(word.begin(), word.end(), isDigit)) {
            std::int64_t layer = 0;
            for (const char c : word) layer = layer * 10 + (c - '0');
            return layer < mostLayers ? layer : -1;
        }
        at = dot + 1;
    }
    return -1;
}

/// The whole number that a value is, or -1.
std::int64_t wholeIn(const Json& value) {
    if (!value.is_number()) return -1;
    const double number = value.get<double>();
    return number >= 0 && number <= 9007199254740991.0 && number == std::floor(number)
               ? static_cast<std::int64_t>(number)
               : -1;
}

/// Bytes from where a tensor's data begins to where it ends, or -1.
std::int64_t bytesOf(const Json& tensor) {
    if (!tensor.is_object() || !tensor.contains("data_offsets") || !tensor["data_offsets"].is_array() ||
        tensor["data_offsets"].size() != 2)
        return -1;
    const std::int64_t from = wholeIn(tensor["data_offsets"][0]);
    const std::int64_t to = wholeIn(tensor["data_offsets"][1]);
    return from < 0 || to < from ? -1 : to - from;
}

/// Elements of a tensor; packed types store several in one.
Exact elementsOf(const Json& tensor) {
    Exact all(1);
    if (!tensor.contains("shape") || !tensor["shape"].is_array()) return lostValue();
    for (const Json& size : tensor["shape"]) all = wholeIn(size) < 0 ? lostValue() : all * Exact(wholeIn(size));
    return all;
}

Expected<Architecture> weightsOf(const Json& header) {
    Architecture a;
    Weights& w = a.weights;
    Exact total(0);
    Exact parameters(0);
    for (const auto& [name, tensor] : header.items()) {
        if (name == "__metadata__") continue;
        const std::int64_t bytes = bytesOf(tensor);
        if (bytes < 0 || !tensor.contains("dtype") || !tensor["dtype"].is_string())
            return damaged(child("", name), "\"" + shortened(name) + "\" has no dtype and data_offsets");
        total = total + Exact(bytes);
        parameters = parameters + elementsOf(tensor);
        if (total.lost) return damaged(child("", name), "the tensors are larger than 8 PiB");
        w.bytesByDtype[dtypeName(tensor["dtype"].get<std::string>())] += bytes;
        const std::int64_t layer = layerOf(name);
        if (layer < 0) {
            w.otherBytes += bytes;
            continue;
        }
        if (w.layerBytes.size() <= static_cast<std::size_t>(layer))
            w.layerBytes.resize(static_cast<std::size_t>(layer) + 1);
        w.layerBytes[static_cast<std::size_t>(layer)] += bytes;
    }
    w.bytes = total.value;
    w.totalParams = parameters.lost ? 0 : parameters.value;
    const auto most = std::max_element(w.bytesByDtype.begin(), w.bytesByDtype.end(),
                                       [](const auto& x, const auto& y) { return x.second < y.second; });
    if (most == w.bytesByDtype.end()) return damaged("", "it lists no tensor");
    w.dtype = most->first;
    return a;
}

/// An index names each tensor's file and states the bytes of all together.
Expected<Architecture> indexOf(const Json& index) {
    const Json* metadata = index.contains("metadata") ? &index["metadata"] : nullptr;
    const bool has = metadata != nullptr && metadata->is_object() && metadata->contains("total_size");
    const std::int64_t total = has ? wholeIn((*metadata)["total_size"]) : -1;
    if (total < 0) return damaged("/metadata/total_size", "the index states no total_size");
    std::set<std::string> files;
    for (const auto& [name, file] : index["weight_map"].items())
        if (file.is_string()) files.insert(file.get<std::string>());
    Architecture a;
    a.weights.bytes = total;
    a.notes.push_back({"index_total",
                       "the index states the bytes of " + std::to_string(files.size()) + " files, not their types",
                       "total_size",
                       {{"files", std::to_string(files.size())}}});
    return a;
}

Error needMore(std::uint64_t needed, std::size_t given) {
    return {"need_more_bytes",
            "",
            "safetensors",
            "the header needs " + std::to_string(needed) + " bytes, but only " + std::to_string(given) + " are here",
            "read more of the file from its start; a whole file that ends here is cut off",
            0,
            0,
            {{"needed", std::to_string(needed)}, {"given", std::to_string(given)}}};
}

}  // namespace

Expected<Architecture> readSafetensors(std::string_view bytes) {
    // Eight characters of text are a length far above what a header may have.
    const bool text = bytes.find_first_not_of(" \t\r\n\xef\xbb\xbf") == bytes.find('{');
    std::uint64_t length = 0;
    for (std::size_t i = 0; i < std::min(lengthBytes, bytes.size()); ++i)
        length |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
    std::string_view json = bytes;
    if (length <= longest || !text) {
        if (bytes.size() < lengthBytes) return needMore(lengthBytes, bytes.size());
        if (length < 2 || length > longest)
            return damaged("", "it claims " + std::to_string(length) + " bytes; at most 64 MiB are read");
        if (bytes.size() - lengthBytes < length) return needMore(lengthBytes + length, bytes.size());
        json = bytes.substr(lengthBytes, static_cast<std::size_t>(length));
    }
    const Expected<Json> parsed = parseJson(json, {static_cast<std::size_t>(longest), 16});
    if (!parsed) return parsed.errors();
    if (!parsed->is_object()) return damaged("", "it is no object");
    if (parsed->contains("weight_map")) return indexOf(*parsed);
    return weightsOf(*parsed);
}

}  // namespace kvfit
