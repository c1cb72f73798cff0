#include <algorithm>

#include "cache/payload.hpp"
#include "engine/remarks.hpp"
#include "engine/vllm/spec.hpp"

namespace kvfit::vllm {

namespace {

// vllm/models/deepseek_v4/attention.py, compressor.py, vllm/v1/attention/backends/mla/sparse_swa.py @7cfb97e337
constexpr std::int64_t windowBlock = 64;

/// Pages of one-vector records are rounded up: the packed fp8 record's to 576 bytes, others to 512.
std::int64_t alignmentOf(const Settings& q) {
    return q.types.latent.dtype->layout == Dtype::Layout::packed_latent ? 576 : 512;
}

/// Keys and scores of the tokens of the entry that is being built, in fp32. Ratio 4 builds overlapping
/// entries: two groups of tokens, and twice the vector.
Spec compressorState(const Settings& q, const CachePart& p) {
    const std::int64_t groups = p.ratio == 4 ? 2 : 1;
    Spec s;
    s.keep = Spec::Keep::window;
    s.holds = Spec::Holds::compressor;
    s.latent = true;
    s.part = &p;
    s.layers = p.layers;
    s.window = groups * p.ratio;
    s.block = p.ratio == 4 ? 4 : 8;
    s.entry = 2 * groups * (p.keyWidth + p.ropeWidth) * 4;
    s.alignment = alignmentOf(q);
    s.page = ownPage(s);
    return s;
}

}  // namespace

Expected<std::vector<Spec>> compressedSpecs(const Settings& q) {
    std::vector<Spec> out;
    for (const CachePart& p : q.parts) {
        const bool compresses = p.kind == Kind::compressed || (p.kind == Kind::indexer && p.ratio > 1);
        if (compresses && p.ratio != 4 && p.ratio != 128) return unknownRatio(p.ratio);
        Spec s;
        s.keep = p.kind == Kind::window_latent ? Spec::Keep::window : Spec::Keep::full;
        s.holds = p.role == Role::indexer ? Spec::Holds::index : Spec::Holds::tokens;
        s.latent = true;
        s.part = &p;
        s.layers = p.layers;
        s.block = p.kind == Kind::window_latent ? windowBlock : q.blockSize;
        s.window = p.window;
        s.ratio = p.ratio;
        s.entry = rowOf(Ask<Exact>{p, q.types, 0, 0, q.ranks}).value;
        s.alignment = alignmentOf(q);
        s.page = ownPage(s);
        out.push_back(std::move(s));
        if (compresses) out.push_back(compressorState(q, p));
    }
    return out;
}

}  // namespace kvfit::vllm
