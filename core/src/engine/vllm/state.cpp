#include <algorithm>
#include <numeric>

#include "cache/payload.hpp"
#include "engine/vllm/spec.hpp"

namespace kvfit::vllm {

namespace {

/// Inputs of a convolution on one rank. Mamba-2 has at least one B/C group on each: groups that do not
/// divide are raised to one for every rank.
std::int64_t channelsOf(const Settings& q, const CachePart& conv) {
    const std::int64_t raised = conv.groups > 0 && conv.groups % q.ranks != 0 ? q.ranks - conv.groups : 0;
    return (conv.channels + 2 * raised * conv.stateWidth) / q.ranks;
}

/// Columns: speculative tokens are kept too where a rejected one must be undone.
std::int64_t columnsOf(const Settings& q, const CachePart& conv) {
    const bool undone = conv.variant == "gdn" || conv.variant == "kda" || conv.variant == "mamba2";
    return conv.kernel - 1 + (undone ? q.speculative : 0);
}

}  // namespace

// vllm/model_executor/layers/mamba/mamba_utils.py MambaStateShapeCalculator @7cfb97e337
std::int64_t stateBytes(const Settings& q, const CachePart& part) {
    if (part.role == Role::conv) return channelsOf(q, part) * columnsOf(q, part) * q.types.conv.dtype->bytes;
    return rowOf(Ask<Exact>{part, q.types, 0, 0, q.ranks}).value;
}

std::vector<Spec> stateSpecs(const Settings& q) {
    // Pairs of layer and part, so that the parts of a layer stand side by side.
    std::vector<std::pair<std::int64_t, const CachePart*>> owned;
    for (const CachePart& p : q.parts)
        if ((p.role == Role::recurrent || p.role == Role::conv) && !isConvolutionWindow(q, p))
            for (const std::int64_t layer : p.layers) owned.emplace_back(layer, &p);
    std::sort(owned.begin(), owned.end());

    std::vector<Spec> out;
    for (std::size_t i = 0; i < owned.size();) {
        Spec s;
        s.keep = Spec::Keep::state;
        const std::int64_t layer = owned[i].first;
        for (; i < owned.size() && owned[i].first == layer; ++i) {
            const CachePart* p = owned[i].second;
            if (s.part == nullptr || p->role == Role::recurrent) s.part = p;
            s.page = s.entry += stateBytes(q, *p);
        }
        // Before an attention block has been aligned to it, a state stands for the whole request.
        s.block = q.maxModelLen;
        const auto same = std::find_if(out.begin(), out.end(), [&](const Spec& o) { return o.mergesWith(s); });
        if (same == out.end()) {
            s.layers.push_back(layer);
            out.push_back(std::move(s));
        } else {
            same->layers.push_back(layer);
        }
    }
    return out;
}

// vllm/platforms/interface.py _align_hybrid_block_size @7cfb97e337: block = align x ceil(state / (align x
// bytes of a token)), align = max(kernel block, block), at least 128 beside latents. In mode `all` blocks
// are also multiples of the state kernels' chunk.
void alignStates(const Settings& q, std::vector<Spec>& specs) {
    const auto isMain = [](const Spec& s) { return s.keep == Spec::Keep::full && s.holds == Spec::Holds::tokens; };
    const auto main = std::find_if(specs.begin(), specs.end(), isMain);
    std::int64_t state = 0;
    std::int64_t chunk = 1;
    for (const Spec& s : specs) {
        if (s.keep != Spec::Keep::state) continue;
        state = std::max(state, s.page);
        if (q.stateMode == StateMode::all) chunk = std::lcm(chunk, s.part->chunk > 0 ? s.part->chunk : 2048);
    }
    if (state == 0 || main == specs.end()) return;

    const std::int64_t least = main->latent ? std::max(q.blockSize, q.rules->latentAlignment) : q.blockSize;
    const std::int64_t align = std::lcm(chunk, least);
    const std::int64_t block = (state + align * main->entry - 1) / (align * main->entry) * align;
    const std::int64_t page = block * main->entry;
    for (Spec& s : specs) {
        if (s.keep == Spec::Keep::state) {
            s.page = std::max(s.page, page);
            if (q.stateMode != StateMode::none) s.block = block;
        } else if (s.holds != Spec::Holds::convolution) {
            s.block = block;
            s.page = ownPage(s);
        }
    }
}

}  // namespace kvfit::vllm
