#include "weights/gguf_mix.hpp"

#include <algorithm>
#include <string>

#include "arch/ggml_types.hpp"

namespace kvfit {

namespace {

/// The tensors between which llama.cpp's quantizer distinguishes.
enum class Slot : std::uint8_t { embedding, head, value, key, query, output, down, other };

/// Where a row holds: a share of the layers, or a property of the model.
enum class When : std::uint8_t {
    always,
    grouped,    ///< four query heads or more for one KV head
    first8th,   ///< i < layers / 8
    first16th,  ///< i < layers / 16
    firstTwo,   ///< i < 2
    firstFour,  ///< i < 4
    moreBits,   ///< the first and the last eighth, and every third layer between
    middle,     ///< neither the first nor the last eighth
};

struct Row {
    Slot slot;
    When when;
    std::string_view type;
};

struct FileType {
    std::string_view name;
    std::string_view base;
    std::vector<Row> rows;  ///< the first that applies; else the base type
};

// src/llama-quant.cpp llama_tensor_get_type_impl, ggml-org/llama.cpp @007dbbf3fd, for models without an
// importance matrix and other than of eight experts. The head, or the embedding where it is tied, is q6_k
// (q5_k beside types below three bits) unless the file is q8_0 or wider.
const std::vector<FileType>& fileTypes() {
    using S = Slot;
    using W = When;
    static const std::vector<FileType> table = {
        {"q8_0", "q8_0", {}},
        {"q6_k", "q6_k", {}},
        {"q5_1", "q5_1", {}},
        {"q5_0", "q5_0", {}},
        {"q5_k_s", "q5_k", {}},
        {"q5_k_m", "q5_k", {{S::value, W::moreBits, "q6_k"}, {S::down, W::moreBits, "q6_k"}}},
        {"q4_1", "q4_1", {}},
        {"q4_0", "q4_0", {}},
        {"q4_k_s", "q4_k", {{S::value, W::firstFour, "q5_k"}, {S::down, W::first8th, "q5_k"}}},
        {"q4_k_m", "q4_k", {{S::value, W::moreBits, "q6_k"}, {S::down, W::moreBits, "q6_k"}}},
        {"q3_k_s", "q3_k", {}},
        {"q3_k_m",
         "q3_k",
         {{S::value, W::firstTwo, "q5_k"},
          {S::value, W::always, "q4_k"},
          {S::down, W::first16th, "q5_k"},
          {S::down, W::always, "q4_k"},
          {S::output, W::always, "q4_k"}}},
        {"q3_k_l",
         "q3_k",
         {{S::value, W::always, "q5_k"}, {S::down, W::always, "q5_k"}, {S::output, W::always, "q5_k"}}},
        {"q2_k",
         "q2_k",
         {{S::value, W::grouped, "q4_k"},
          {S::value, W::always, "q3_k"},
          {S::down, W::always, "q3_k"},
          {S::output, W::always, "q3_k"}}},
        {"q2_k_s", "q2_k", {{S::value, W::grouped, "q4_k"}, {S::down, W::first8th, "q4_k"}}},
        {"iq4_nl", "iq4_nl", {{S::value, W::grouped, "q5_k"}, {S::down, W::first8th, "q5_k"}}},
        {"iq4_xs", "iq4_xs", {{S::value, W::grouped, "q5_k"}, {S::down, W::first8th, "q5_k"}}},
        {"iq3_m",
         "iq3_s",
         {{S::value, W::always, "q4_k"}, {S::down, W::first8th, "q4_k"}, {S::output, W::always, "q4_k"}}},
        {"iq3_s", "iq3_s", {{S::value, W::grouped, "q4_k"}}},
        {"iq3_xs",
         "iq3_s",
         {{S::value, W::grouped, "q4_k"},
          {S::key, W::always, "iq3_xxs"},
          {S::query, W::always, "iq3_xxs"},
          {S::other, W::middle, "iq3_xxs"}}},
        {"iq3_xxs",
         "iq3_xxs",
         {{S::embedding, W::always, "iq3_s"},
          {S::value, W::grouped, "q4_k"},
          {S::value, W::always, "iq3_s"},
          {S::key, W::always, "iq2_s"},
          {S::query, W::always, "iq2_s"},
          {S::down, W::first8th, "q4_k"},
          {S::down, W::always, "q3_k"},
          {S::output, W::always, "iq3_s"}}},
        {"iq2_m",
         "iq2_s",
         {{S::embedding, W::always, "iq3_s"},
          {S::head, W::always, "q5_k"},
          {S::value, W::grouped, "q4_k"},
          {S::value, W::always, "iq3_s"},
          {S::down, W::first8th, "iq3_s"},
          {S::output, W::always, "iq3_s"}}},
        {"iq2_xs",
         "iq2_xs",
         {{S::embedding, W::always, "q2_k"},
          {S::head, W::always, "q5_k"},
          {S::value, W::grouped, "q4_k"},
          {S::value, W::always, "q2_k"},
          {S::down, W::first8th, "q2_k"}}},
        {"iq2_xxs",
         "iq2_xxs",
         {{S::embedding, W::always, "q2_k"},
          {S::head, W::always, "q5_k"},
          {S::value, W::grouped, "q4_k"},
          {S::value, W::always, "q2_k"},
          {S::down, W::first8th, "q2_k"}}},
        {"iq1_m",
         "iq1_m",
         {{S::embedding, W::always, "q2_k"},
          {S::head, W::always, "q5_k"},
          {S::value, W::grouped, "q4_k"},
          {S::value, W::always, "q2_k"},
          {S::down, W::first8th, "q2_k"},
          {S::output, W::always, "iq2_xxs"}}},
        {"iq1_s",
         "iq1_s",
         {{S::embedding, W::always, "q2_k"},
          {S::head, W::always, "q5_k"},
          {S::value, W::grouped, "q4_k"},
          {S::value, W::always, "q2_k"},
          {S::down, W::first8th, "q2_k"},
          {S::output, W::always, "iq2_xxs"}}},
        {"mxfp4_moe", "q8_0", {}},
    };
    return table;
}

const FileType* find(std::string_view name) {
    for (const FileType& one : fileTypes())
        if (one.name == name) return &one;
    return nullptr;
}

bool endsWith(const std::string& name, std::string_view end) {
    return name.size() >= end.size() && std::string_view(name).substr(name.size() - end.size()) == end;
}

Slot slotOf(const Module& m, bool tied) {
    if (m.kind == ModuleKind::head || (tied && m.kind == ModuleKind::embedding)) return Slot::head;
    if (m.kind == ModuleKind::embedding) return Slot::embedding;
    if (endsWith(m.name, ".v_proj") || endsWith(m.name, ".kv_b_proj")) return Slot::value;
    if (endsWith(m.name, ".k_proj")) return Slot::key;
    if (endsWith(m.name, ".q_proj")) return Slot::query;
    if (endsWith(m.name, ".o_proj")) return Slot::output;
    return endsWith(m.name, ".down_proj") ? Slot::down : Slot::other;
}

bool applies(When when, std::int64_t layer, std::int64_t layers, bool grouped) {
    switch (when) {
        case When::always:
            return true;
        case When::grouped:
            return grouped;
        case When::first8th:
            return layer < layers / 8;
        case When::first16th:
            return layer < layers / 16;
        case When::firstTwo:
            return layer < 2;
        case When::firstFour:
            return layer < 4;
        case When::moreBits:
            return layer < layers / 8 || layer >= 7 * layers / 8 || (layer - layers / 8) % 3 == 2;
        case When::middle:
            return layer >= layers / 8 && layer < 7 * layers / 8;
    }
    return false;
}

/// Types of 256 elements fall back where a row is no multiple (tensor_type_fallback, same file).
std::string_view fitting(std::string_view type, std::int64_t row) {
    const ggml::Type* known = ggml::findType(type);
    if (row <= 0 || known == nullptr || row % known->elements == 0) return type;
    if (row % 32 != 0) return "f16";
    if (type == "q4_k") return "q5_0";
    if (type == "q5_k") return "q5_1";
    if (type == "q6_k") return "q8_0";
    return type == "q2_k" || type == "q3_k" ? "q4_0" : "iq4_nl";
}

}  // namespace

bool isGgufMix(std::string_view name) { return find(name) != nullptr; }

std::vector<Module> ggufModules(const Architecture& a, std::string_view fileType) {
    const FileType& file = *find(fileType);
    const auto& modules = a.parameters.modules;
    const bool tied =
        std::none_of(modules.begin(), modules.end(), [](const Module& m) { return m.kind == ModuleKind::head; });
    std::int64_t kvHeads = 0;
    for (const Module& m : modules) kvHeads = std::max(kvHeads, m.heads);
    const bool grouped = (kvHeads > 0 && a.attentionHeads / kvHeads >= 4) || a.parameters.experts >= 4;
    const bool wide = file.base == "q8_0";
    std::vector<Module> out;
    const auto add = [&](const Module& m, std::int64_t layer) {
        const Slot slot = slotOf(m, tied);
        std::string_view type = slot == Slot::head && !wide ? "q6_k" : file.base;
        for (const Row& row : file.rows)
            if (row.slot == slot && applies(row.when, layer, a.layers, grouped)) {
                type = row.type;
                break;
            }
        if (fileType == "mxfp4_moe" && m.kind == ModuleKind::expert) type = "mxfp4";
        type = fitting(type, slot == Slot::down ? m.width : a.hiddenSize);
        if (m.kind == ModuleKind::norm || m.kind == ModuleKind::router) type = "f32";
        // A GGUF file of the text model holds no towers.
        if (m.kind == ModuleKind::vision) return;
        Module one = m;
        one.dtype = std::string(type);
        if (layer >= 0) one.layers = {layer};
        const bool same = !out.empty() && out.back().name == one.name && out.back().dtype == one.dtype && layer >= 0;
        if (same)
            out.back().layers.push_back(layer);
        else
            out.push_back(std::move(one));
    };
    for (const Module& m : modules) {
        if (m.layers.empty()) add(m, -1);
        for (const std::int64_t layer : m.layers) add(m, layer);
    }
    return out;
}

}  // namespace kvfit
