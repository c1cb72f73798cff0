#include <algorithm>

#include "cache/payload.hpp"
#include "engine/vllm/spec.hpp"

namespace kvfit::vllm {

namespace {

Spec::Keep keepOf(Kind kind) {
    switch (kind) {
        case Kind::window:
        case Kind::window_latent:
            return Spec::Keep::window;
        case Kind::chunked:
            return Spec::Keep::chunked;
        case Kind::cross:
            return Spec::Keep::cross;
        default:
            return Spec::Keep::full;
    }
}

/// A latent in a type with a scale for each head keeps one for K and one for V
/// (vllm/model_executor/layers/attention/mla_attention.py @7cfb97e337).
std::int64_t latentScales(const Settings& q, const CachePart& p) {
    const Dtype& d = *q.types.latent.dtype;
    return p.role == Role::latent && d.layout == Dtype::Layout::per_head ? 2 * d.headBytes : 0;
}

/// Short convolutions beside attention keep their inputs as a window of `kernel` tokens in blocks of
/// as many, one vector for each KV head, padded to a power of two
/// (vllm/models/inkling/nvidia/sconv_swa_attn.py @7cfb97e337).
Spec convolutionWindow(const Settings& q, const CachePart& conv, const CachePart& attention) {
    std::int64_t width = 1;
    while (width * attention.heads < conv.channels) width *= 2;
    Spec s;
    s.keep = Spec::Keep::window;
    s.holds = Spec::Holds::convolution;
    s.part = &conv;
    s.layers = conv.layers;
    s.block = s.window = conv.kernel;
    s.entry = std::max<std::int64_t>(1, attention.heads / q.ranks) * width * q.types.conv.dtype->bytes;
    s.page = ownPage(s);
    return s;
}

const CachePart* attentionBeside(const Settings& q, const CachePart& part) {
    for (const CachePart& p : q.parts)
        if ((p.role == Role::kv || p.role == Role::latent) &&
            std::binary_search(p.layers.begin(), p.layers.end(), part.layers.front()))
            return &p;
    return nullptr;
}

/// Pooled index keys follow the blocks of the attention beside them and share its storage: so much more for a token
/// (vllm/models/qwen4_exp/common/qsa_cache.py QSACompressedKeyCache @d4d0f73ef1).
bool joinPooledIndex(const Settings& q, const CachePart& p, std::vector<Spec>& specs) {
    if (p.role != Role::indexer || p.ratio == 1) return false;
    const auto beside = std::find_if(specs.begin(), specs.end(),
                                     [&](const Spec& s) { return s.keep == Spec::Keep::full && s.layers == p.layers; });
    if (beside == specs.end()) return false;
    const std::int64_t row = rowOf(Ask<Exact>{p, q.types, 0, 0, q.ranks}).value;
    beside->entry += (row + p.ratio - 1) / p.ratio;
    beside->page = ownPage(*beside);
    return true;
}

}  // namespace

bool isConvolutionWindow(const Settings& q, const CachePart& part) {
    if (part.role != Role::conv || attentionBeside(q, part) == nullptr) return false;
    return std::none_of(q.parts.begin(), q.parts.end(), [&](const CachePart& p) {
        return p.role == Role::recurrent && std::binary_search(p.layers.begin(), p.layers.end(), part.layers.front());
    });
}

// vllm/v1/kv_cache_interface.py AttentionSpec and its kinds @7cfb97e337: page = block x bytes of an entry
std::vector<Spec> attentionSpecs(const Settings& q) {
    std::vector<Spec> out;
    for (const CachePart& p : q.parts) {
        if (isConvolutionWindow(q, p)) {
            out.push_back(convolutionWindow(q, p, *attentionBeside(q, p)));
            continue;
        }
        if (p.role == Role::recurrent || p.role == Role::conv || joinPooledIndex(q, p, out)) continue;
        Spec s;
        s.keep = keepOf(p.kind);
        s.holds = p.role == Role::indexer ? Spec::Holds::index : Spec::Holds::tokens;
        s.latent = p.role == Role::latent || p.role == Role::indexer;
        s.part = &p;
        s.layers = p.layers;
        // vllm/model_executor/layers/attention/attention.py get_kv_cache_spec @7cfb97e337
        s.block = s.keep == Spec::Keep::window && q.rules->windowBlock ? leastBlock : q.blockSize;
        s.window = p.window;
        s.entry = rowOf(Ask<Exact>{p, q.types, 0, 0, q.ranks}).value + latentScales(q, p);
        s.page = ownPage(s);
        out.push_back(std::move(s));
    }
    return out;
}

}  // namespace kvfit::vllm
