#include <algorithm>
#include <iterator>
#include <numeric>

#include "cache/payload.hpp"
#include "engine/convolution.hpp"
#include "engine/vllm/spec.hpp"

namespace kvfit::vllm {

namespace {

/// Columns: speculative tokens are kept too where a rejected one must be undone.
std::int64_t columnsOf(const Settings& q, const CachePart& conv) {
    const bool undone = conv.variant == "gdn" || conv.variant == "kda" || conv.variant == "mamba2";
    return conv.kernel - 1 + (undone ? q.speculative : 0);
}

using Layers = std::vector<std::int64_t>;

Layers shared(const Layers& a, const Layers& b) {
    Layers out;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
    return out;
}

Layers without(const Layers& a, const Layers& b) {
    Layers out;
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
    return out;
}

}  // namespace

// vllm/model_executor/layers/mamba/mamba_utils.py MambaStateShapeCalculator @7cfb97e337
std::int64_t stateBytes(const Settings& q, const CachePart& part) {
    if (part.role == Role::conv) return channelsOnRank(part, q.ranks) * columnsOf(q, part) * q.types.conv.dtype->bytes;
    return rowOf(Ask<Exact>{part, q.types, 0, 0, q.ranks}).value;
}

std::vector<Spec> stateSpecs(const Settings& q) {
    std::vector<Spec> out;
    for (const CachePart& p : q.parts) {
        if ((p.role != Role::recurrent && p.role != Role::conv) || isConvolutionWindow(q, p)) continue;
        const std::int64_t bytes = stateBytes(q, p);
        const auto join = [&](Spec& s) {
            if (s.part == nullptr || p.role == Role::recurrent) s.part = &p;
            s.page = s.entry += bytes;
        };
        // Layers that own other state parts too keep all of them in one page.
        Layers rest = p.layers;
        for (std::size_t i = 0, known = out.size(); i < known && !rest.empty(); ++i) {
            if (out[i].layers == rest) {
                join(out[i]);
                rest.clear();
                continue;
            }
            const Layers common = shared(out[i].layers, rest);
            if (common.empty()) continue;
            rest = without(rest, common);
            Spec both = out[i];
            both.layers = common;
            join(both);
            out[i].layers = without(out[i].layers, common);
            out.push_back(std::move(both));
        }
        if (rest.empty()) continue;
        Spec s;
        s.keep = Spec::Keep::state;
        s.layers = std::move(rest);
        // Before an attention block has been aligned to it, a state stands for the whole request.
        s.block = q.maxModelLen;
        join(s);
        out.push_back(std::move(s));
    }
    out.erase(std::remove_if(out.begin(), out.end(), [](const Spec& s) { return s.layers.empty(); }), out.end());
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
    if (state == 0) return;
    // Without attention there is nothing to align to (vllm/model_executor/models/config.py MambaModelConfig).
    if (main == specs.end()) {
        for (Spec& s : specs)
            if (s.keep == Spec::Keep::state && q.stateMode != StateMode::none) s.block = q.blockSize;
        return;
    }

    const std::int64_t least = main->latent ? std::max(q.blockSize, q.rules->latentAlignment) : q.blockSize;
    const std::int64_t align = std::lcm(chunk, least);
    const std::int64_t block = (state + align * main->entry - 1) / (align * main->entry) * align;
    const std::int64_t page = block * main->entry;
    for (Spec& s : specs) {
        if (s.keep == Spec::Keep::state) {
            s.page = std::max(s.page, page);
            if (q.stateMode != StateMode::none) s.block = block;
        } else if (s.holds != Spec::Holds::convolution && (s.keep != Spec::Keep::window || !q.rules->windowBlock)) {
            s.block = block;
            s.page = ownPage(s);
        }
    }
}

}  // namespace kvfit::vllm
