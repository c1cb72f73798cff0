#include "read/gguf/states.hpp"

#include <algorithm>

namespace kvfit::gguf {

namespace {

/// A width that was computed; fields are below 2^32 and so must be what they make.
Number width(Fields& f, const char* name, double value, const Number& from) {
    if (value < 4294967296.0) return {static_cast<std::int64_t>(value), from.source};
    f.refuse("out_of_range", name, "the state of a layer is larger than 2^32 elements");
    return {};
}

/// RWKV: a matrix for each head, and the last tokens that are shifted in.
std::vector<CachePart> rwkv(Fields& f) {
    const Number embedding = f.need("embedding_length", "RWKV keeps a state of this width");
    const Number head = f.number("wkv.head_size");
    const Number shifted = f.need("token_shift_count", "RWKV keeps this many shifted tokens");
    if (f.errors.empty() && embedding.value % head.value != 0)
        f.refuse("contradiction", "wkv.head_size", "the heads do not divide embedding_length");
    if (!f.errors.empty()) return {};
    return {statePart("rwkv", {embedding.value / head.value, head.source}, head, head),
            convPart("rwkv", embedding, {shifted.value + 1, shifted.source})};
}

/// Kimi delta attention: head_dim x head_dim for each head; q, k and v are convolved.
std::vector<CachePart> kda(Fields& f, std::int64_t layer) {
    const Number head = f.number("kda.head_dim");
    const Number heads = f.at("attention.head_count", layer, 1);
    const Number kernel = f.need("ssm.conv_kernel", "the convolution keeps kernel - 1 columns");
    const double channels = 3.0 * static_cast<double>(heads.value) * static_cast<double>(head.value);
    return {statePart("kda", heads, head, head), convPart("kda", width(f, "kda.head_dim", channels, heads), kernel)};
}

/// Mamba-1 has no groups; Mamba-2 and gated delta nets convolve 2 x groups x state beside the inner
/// width, and split the state over time_step_rank heads.
std::vector<CachePart> ssm(Fields& f) {
    const Number inner = f.need("ssm.inner_size", "it is the width of a state");
    const Number columns = f.need("ssm.state_size", "it is the depth of a state");
    const Number kernel = f.number("ssm.conv_kernel");
    const Number groups = f.number("ssm.group_count", 0);
    if (!f.errors.empty()) return {};
    if (groups.value == 0)
        return {statePart("mamba1", inner, {1, inner.source}, columns), convPart("mamba1", inner, kernel)};
    const Number rank = f.number("ssm.time_step_rank");
    const Number heads = rank && inner.value % rank.value == 0 ? rank : groups;
    if (inner.value % heads.value != 0) {
        f.refuse("contradiction", "ssm.inner_size", "the state heads do not divide ssm.inner_size");
        return {};
    }
    const double grouped = 2.0 * static_cast<double>(groups.value) * static_cast<double>(columns.value);
    const Number channels = width(f, "ssm.group_count", static_cast<double>(inner.value) + grouped, inner);
    CachePart conv = convPart("mamba2", channels, kernel);
    put(conv, &CachePart::groups, "groups", groups);
    put(conv, &CachePart::stateWidth, "stateWidth", columns);
    return {statePart("mamba2", heads, {inner.value / heads.value, inner.source}, columns), std::move(conv)};
}

}  // namespace

// Widths: n_embd_r and n_embd_s of llama.cpp src/llama-hparams.cpp @82bb48500.
std::vector<CachePart> statesOf(Fields& f, const std::vector<Layer>& layers) {
    const auto first = std::find_if(layers.begin(), layers.end(), [](const Layer& l) { return l.state; });
    if (first == layers.end()) return {};
    if (f.has("wkv.head_size")) return rwkv(f);
    if (f.has("shortconv.l_cache")) {
        const Number channels = f.need("embedding_length", "the short convolution has this many channels");
        return {convPart("short_conv", channels, f.number("shortconv.l_cache"))};
    }
    if (f.has("kda.head_dim")) return kda(f, first - layers.begin());
    return ssm(f);
}

}  // namespace kvfit::gguf
