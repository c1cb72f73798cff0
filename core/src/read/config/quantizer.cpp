#include "read/config/quantizer.hpp"

#include <algorithm>
#include <map>

#include "read/config/parameter_keys.hpp"

namespace kvfit::config {

namespace {

std::string lower(std::string_view word) {
    std::string out(word);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return out;
}

const Json* at(const Json& object, std::string_view key) {
    if (!object.is_object()) return nullptr;
    for (const auto& [name, value] : object.get_ref<const Json::object_t&>())
        if (name == key && !value.is_null()) return &value;
    return nullptr;
}

std::string_view textAt(const Json& object, std::string_view key) {
    const Json* value = at(object, key);
    return value == nullptr ? std::string_view() : textIn(*value);
}

std::int64_t firstNumber(const Json& object, std::initializer_list<std::string_view> keys) {
    for (const std::string_view key : keys)
        if (const Json* value = at(object, key); value != nullptr && wholeIn(*value) > 0) return wholeIn(*value);
    return 0;
}

/// Integers of so many bits with a scale for each group; 8 bits a scale for each channel.
std::string integerType(std::int64_t bits, std::int64_t group, bool zero) {
    if (bits >= 8 || bits == 0) return "int8";
    return "int" + std::to_string(bits) + "_g" + std::to_string(group > 0 ? group : 128) + (zero ? "_z" : "");
}

/// The type that a word of a quantizer names outright.
std::string namedType(std::string_view word) {
    const std::string plain = lower(word);
    const auto holds = [&](const char* part) { return plain.find(part) != std::string::npos; };
    if (holds("nvfp4")) return "nvfp4";
    if (holds("mxfp4")) return "mxfp4";
    if (holds("mxfp8")) return "mxfp8";
    if (holds("fp8_pb") || holds("block")) return "fp8_b128";
    // torchao keeps weights beside 8-bit activations one to a byte, and those of its IntxWeight classes.
    if (holds("int8_dynamic_act") || holds("int8dynamicact") || holds("intxweight")) return "int8";
    if (holds("w4a16_awq") || holds("w4a16")) return "int4_g128";
    if (holds("w4a8") || holds("int4")) return "int4_g128";
    if (holds("fp8") || holds("float8")) return "fp8";
    if (holds("w8a8") || holds("int8")) return "int8";
    return {};
}

/// `weights` of compressed-tensors and ModelOpt: bits, integer or floating point, group.
std::string typeOfWeights(const Json& weights, std::string_view format) {
    if (const std::string named = namedType(format); named == "mxfp4" || named == "nvfp4") return named;
    const std::int64_t bits = firstNumber(weights, {"num_bits"});
    const std::int64_t group = firstNumber(weights, {"group_size"});
    if (textAt(weights, "type") != "float")
        return integerType(bits, group, at(weights, "symmetric") && *at(weights, "symmetric") == false);
    if (bits == 4) return group == 32 ? "mxfp4" : "nvfp4";
    if (group == 32) return "mxfp8";
    return textAt(weights, "strategy") == "block" ? "fp8_b128" : "fp8";
}

/// A tensor of AMD Quark; of a list the last is stored (fp8, then int4). vLLM quark.py @017e9f4448.
std::string typeOfTensor(const Json& tensor) {
    const Json& t = tensor.is_array() && !tensor.empty() ? tensor.back() : tensor;
    const std::string_view word = textAt(t, "dtype");
    const std::int64_t group = firstNumber(t, {"group_size"});
    if (word == "fp4") return group == 16 ? "nvfp4" : "mxfp4";
    return word == "int4" || word == "uint4" ? integerType(4, group, word == "uint4") : namedType(word);
}

/// A word of torchao, or a class with its arguments; of one that lists modules, what holds for the rest
/// (vLLM torchao.py @017e9f4448). Four bits have a scale and a zero point for each group.
std::string typeOfClass(const Json& quantizer, int depth = 0) {
    const Json* type = at(quantizer, "default");
    if (type == nullptr) type = &quantizer;
    const Json* data = at(*type, "_data");
    const Json* modules = data == nullptr ? nullptr : at(*data, "module_fqn_to_config");
    if (const Json* rest = modules == nullptr ? nullptr : at(*modules, "_default"); rest != nullptr && depth == 0)
        return typeOfClass(*rest, 1);
    const std::string named = namedType(type->is_string() ? textIn(*type) : textAt(*type, "_type"));
    if (named != "int4_g128" || data == nullptr) return named;
    return integerType(4, firstNumber(*data, {"group_size"}), true);
}

void addPatterns(const Json& object, std::initializer_list<std::string_view> keys, std::vector<NamePattern>& into) {
    for (const std::string_view key : keys) {
        const Json* list = at(object, key);
        if (list == nullptr || !list->is_array()) continue;
        for (const Json& entry : *list)
            if (!textIn(entry).empty()) into.emplace_back(textIn(entry));
    }
}

/// Layers that a list names one by one with a type each: ModelOpt's quantized_layers.
std::vector<Scheme> listedLayers(const Json& layers) {
    std::map<std::string, Scheme> byType;
    for (const auto& [name, value] : layers.items()) {
        const std::string type = namedType(textAt(value, "quant_algo"));
        Scheme& scheme = byType[type];
        scheme.type = type;
        scheme.targets.emplace_back(name);
    }
    std::vector<Scheme> out;
    for (auto& [type, scheme] : byType) out.push_back(std::move(scheme));
    std::sort(out.begin(), out.end(),
              [](const Scheme& a, const Scheme& b) { return a.targets.size() > b.targets.size(); });
    return out;
}

/// GPTQModel's `dynamic`: `-:` leaves modules alone, others state their own bits. AutoRound's extra_config,
/// Quark's layer_quant_config.
void addExceptions(const Json& q, std::vector<Scheme>& out) {
    for (const std::string_view key : {"dynamic", "extra_config", "layer_quant_config"}) {
        const Json* rules = at(q, key);
        if (rules == nullptr || !rules->is_object()) continue;
        for (const auto& [name, value] : rules->items()) {
            const bool leaves = name.substr(0, 2) == "-:";
            const bool regex = leaves || name.substr(0, 2) == "+:" || key == "dynamic";
            const std::string bare = leaves || name.substr(0, 2) == "+:" ? name.substr(2) : name;
            Scheme scheme;
            const std::int64_t bits = firstNumber(value, {"bits"});
            if (!leaves && bits > 0 && bits < 16)
                scheme.type = integerType(bits, firstNumber(value, {"group_size"}), false);
            if (const Json* weight = at(value, "weight")) scheme.type = typeOfTensor(*weight);
            scheme.targets.emplace_back(regex ? "re:" + bare : bare);
            out.insert(out.begin() + 1, std::move(scheme));
        }
    }
}

Scheme commonScheme(const Json& q) {
    Scheme s;
    const std::string method =
        lower(textAt(q, "quant_method").empty() ? textAt(q, "quant_algo") : textAt(q, "quant_method"));
    // HQQ describes its integers two objects down.
    const Json* described = at(q, "quant_config");
    const Json* halfQuadratic = described == nullptr ? nullptr : at(*described, "weight_quant_params");
    const Json& integers = halfQuadratic == nullptr ? q : *halfQuadratic;
    const std::int64_t bits = firstNumber(integers, {"bits", "w_bit", "nbits", "weight_bits", "wbits"});
    const std::int64_t group = firstNumber(integers, {"group_size", "q_group_size"});
    const Json* zero = at(q, "zero_point");
    const Json* common = at(q, "global_quant_config");
    const Json* tensor = common == nullptr ? nullptr : at(*common, "weight");
    const Json* torchao = at(q, "quant_type");
    if (tensor != nullptr)
        s.type = typeOfTensor(*tensor);
    else if (torchao != nullptr)
        s.type = typeOfClass(*torchao);
    else if (method == "bitnet")  // four to a byte, one scale for a matrix
        s.type = textAt(q, "quantization_mode") == "online" ? "" : integerType(2, 4096, false);
    else if (const std::string mode = namedType(textAt(q, "mode")); !mode.empty())
        s.type = mode;
    else if (method == "bitsandbytes")
        s.type = at(q, "load_in_8bit") && *at(q, "load_in_8bit") == true ? "int8" : "nf4";
    else if (method == "mxfp4")
        s.type = "mxfp4";
    else if (const Json* block = at(q, "weight_block_size"); block != nullptr && block->is_array())
        s.type = "fp8_b128";
    else if (bits > 0)
        s.type = integerType(bits, group,
                             (zero != nullptr && *zero == true) || method == "gptq" || halfQuadratic != nullptr);
    else
        for (const std::string_view word : {textAt(q, "quant_algo"), textAt(q, "weights"), textAt(q, "forward_dtype"),
                                            textAt(q, "model_quant_type"), std::string_view(method)})
            if (s.type.empty()) s.type = namedType(word);
    s.expertsAlone = s.type == "mxfp4" && method == "mxfp4";
    return s;
}

}  // namespace

std::vector<Scheme> schemesOf(const Fields& file) {
    const Node node = file.find(keys::quantization);
    if (!node || !node.value->is_object()) return {};
    const Json* q = node.value;
    if (const Json* inner = at(*q, "quantization"); inner != nullptr && inner->is_object()) q = inner;
    std::vector<NamePattern> ignored;
    addPatterns(*q,
                {"modules_to_not_convert", "ignore", "exclude_modules", "ignored_layers", "llm_int8_skip_modules",
                 "modules_to_not_quantize", "exclude", "skip_modules"},
                ignored);
    std::vector<Scheme> out;
    const Json* layers = at(*q, "quantized_layers");
    const Json* groups = at(*q, "config_groups");
    if (layers != nullptr && layers->is_object() && !layers->empty()) {
        out = listedLayers(*layers);
        // What the list leaves out follows the method beside it (fp8 of DeepSeek-V4 with nvfp4 experts).
        Scheme rest = commonScheme(*q);
        if (at(*q, "weight_block_size") != nullptr) {
            rest.ignored.clear();
            out.push_back(std::move(rest));
            return out;
        }
    } else if (groups != nullptr && groups->is_object()) {
        for (const auto& [name, group] : groups->items()) {
            const Json* weights = at(group, "weights");
            if (weights == nullptr) continue;
            Scheme scheme;
            const std::string_view own = textAt(group, "format");
            scheme.type = typeOfWeights(*weights, own.empty() ? textAt(*q, "format") : own);
            addPatterns(group, {"targets"}, scheme.targets);
            out.push_back(std::move(scheme));
        }
        std::stable_sort(out.begin(), out.end(),
                         [](const Scheme& a, const Scheme& b) { return a.targets.size() > b.targets.size(); });
    } else {
        out.push_back(commonScheme(*q));
        addExceptions(*q, out);
    }
    for (Scheme& scheme : out) scheme.ignored = ignored;
    if (out.empty() || std::all_of(out.begin(), out.end(), [](const Scheme& s) { return s.type.empty(); })) return {};
    return out;
}

std::string typeIn(const std::vector<Scheme>& schemes, const Module& m, std::int64_t layer) {
    const auto any = [&](const std::vector<NamePattern>& patterns) {
        return std::any_of(patterns.begin(), patterns.end(),
                           [&](const NamePattern& p) { return p.covers(m.name, layer); });
    };
    if (m.kind == ModuleKind::head && (schemes.front().targets.empty() || layer < 0)) {
        // Quantizers leave the head alone unless they name it.
        for (const Scheme& s : schemes)
            if (!s.targets.empty() && !any(s.ignored) && any(s.targets) && s.targets.size() > 1) return s.type;
        return {};
    }
    // Exceptions stand behind the common scheme and go before it.
    for (std::size_t i = schemes.size(); i-- > 0;) {
        const Scheme& s = schemes[i];
        if (s.expertsAlone && m.kind != ModuleKind::expert) continue;
        if (!s.targets.empty() && !any(s.targets)) continue;
        return any(s.ignored) ? std::string() : s.type;
    }
    return {};
}

}  // namespace kvfit::config
