#include "engine/vllm/groups.hpp"

#include <algorithm>

namespace kvfit::vllm {

namespace {

using Keep = Spec::Keep;

Error ungroupable(const char* code, std::string message, std::string hint) {
    return {code, "", "hybridKvManager", std::move(message), std::move(hint), 0, 0, {}};
}

/// One spec for all layers that need the same.
std::vector<Spec> merged(std::vector<Spec> specs) {
    std::vector<Spec> out;
    for (Spec& s : specs) {
        const auto same = std::find_if(out.begin(), out.end(), [&](const Spec& o) { return o.mergesWith(s); });
        if (same == out.end()) {
            out.push_back(std::move(s));
            continue;
        }
        same->layers.insert(same->layers.end(), s.layers.begin(), s.layers.end());
        std::sort(same->layers.begin(), same->layers.end());
    }
    return out;
}

/// Window and chunked layers at full length, in the blocks of full attention.
bool promote(std::vector<Spec>& specs) {
    if (isUniform(specs)) return true;
    const auto full = std::find_if(specs.begin(), specs.end(), [](const Spec& s) { return s.keep == Keep::full; });
    if (full == specs.end()) return false;
    const std::int64_t block = full->block;
    for (Spec& s : specs) {
        if (s.keep != Keep::window && s.keep != Keep::chunked) continue;
        s.keep = Keep::full;
        s.window = 0;
        s.block = block;
        s.page = ownPage(s);
    }
    specs = merged(std::move(specs));
    return isUniform(specs);
}

/// Gives every layer the largest page: more tokens in a block where it divides, padding where the
/// attention backend finds pages by stride, which those of sparse attention over latents do not
/// (indexes_kv_by_block_stride of vllm/v1/attention/backends @7cfb97e337).
bool unifyPages(std::vector<Spec>& specs) {
    std::int64_t largest = 0;
    for (const Spec& s : specs) largest = std::max(largest, s.page);
    const bool sparse =
        std::any_of(specs.begin(), specs.end(), [](const Spec& s) { return s.holds == Spec::Holds::index; });
    for (Spec& s : specs) {
        if (s.page == largest) continue;
        if (s.keep != Keep::state && largest % s.page == 0)
            s.block *= largest / s.page;
        else if (s.latent && sparse)
            return false;
        s.page = largest;
    }
    return true;
}

/// Equal pages, groups of equal size: the smallest number of layers of a kind, or the largest while it
/// is below so many quarters of that.
Plan generalPlan(std::vector<Spec> specs, std::int64_t quarters) {
    Plan plan;
    plan.layout = Plan::Layout::general;
    plan.specs = merged(std::move(specs));
    std::int64_t least = plan.specs.front().count();
    std::int64_t most = least;
    for (const Spec& s : plan.specs) {
        least = std::min(least, s.count());
        most = std::max(most, s.count());
    }
    plan.groupSize = 4 * most < quarters * least ? most : least;
    for (std::size_t i = 0; i < plan.specs.size(); ++i) {
        const std::int64_t layers = plan.specs[i].count();
        const std::int64_t groups = (layers + plan.groupSize - 1) / plan.groupSize;
        const std::int64_t padding = groups * plan.groupSize - layers;
        plan.tables.push_back({{i}, groups});
        plan.paddingLayers += padding;
        plan.paddingPercent =
            std::max(plan.paddingPercent, 100.0 * static_cast<double>(padding) / static_cast<double>(layers));
    }
    return plan;
}

bool hasState(const std::vector<Spec>& specs) {
    return std::any_of(specs.begin(), specs.end(), [](const Spec& s) { return s.keep == Keep::state; });
}

Expected<std::vector<Spec>> specsOf(const Settings& q) {
    const bool compressed =
        std::any_of(q.parts.begin(), q.parts.end(), [](const CachePart& p) { return p.kind == Kind::compressed; });
    if (compressed) return compressedSpecs(q);
    std::vector<Spec> specs = attentionSpecs(q);
    std::vector<Spec> states = stateSpecs(q);
    if (states.empty()) splitBoundaryLayers(q, specs);
    specs.insert(specs.end(), std::make_move_iterator(states.begin()), std::make_move_iterator(states.end()));
    alignStates(q, specs);
    return specs;
}

}  // namespace

Plan uniformPlan(std::vector<Spec> specs) {
    Plan plan;
    plan.specs = std::move(specs);
    plan.tables.emplace_back();
    for (std::size_t i = 0; i < plan.specs.size(); ++i) {
        plan.tables.front().members.push_back(i);
        plan.groupSize += plan.specs[i].count();
    }
    return plan;
}

Error nothingCached() {
    return {"nothing_cached", "", "model", "this model keeps nothing between tokens", "choose another model"};
}

bool isUniform(const std::vector<Spec>& specs) {
    const Spec& first = specs.front();
    return std::all_of(specs.begin(), specs.end(), [&](const Spec& s) {
        return s.block == first.block && s.keep == first.keep &&
               (s.keep == Keep::full || s.keep == Keep::cross || s.window == first.window) &&
               (s.keep != Keep::window || s.latent == first.latent) && (s.keep != Keep::state || s.page == first.page);
    });
}

// vllm/v1/core/kv_cache_utils.py get_kv_cache_groups @7cfb97e337
Expected<Plan> planOf(const Settings& q) {
    Expected<std::vector<Spec>> found = specsOf(q);
    if (!found) return found.errors();
    std::vector<Spec> specs = merged(std::move(*found));
    if (specs.empty()) return nothingCached();

    if (!q.localGroups && !promote(specs))
        return ungroupable("hybrid_manager_required",
                           "without the hybrid KV cache manager all layers must be attention of one kind",
                           "leave hybridKvManager on");
    if (isUniform(specs)) return uniformPlan(std::move(specs));

    const auto windowLatent = [](const Spec& s) { return s.latent && s.keep == Keep::window; };
    const bool samePages =
        std::all_of(specs.begin(), specs.end(), [&](const Spec& s) { return s.page == specs[0].page; });
    const bool anyWindowLatent = std::any_of(specs.begin(), specs.end(), windowLatent);
    if (anyWindowLatent && !samePages) return packedPlan(std::move(specs), q.rules->packedByPage);

    std::vector<Spec> unified = specs;
    if (unifyPages(unified)) return generalPlan(std::move(unified), q.rules->paddedQuarters);
    if (!hasState(specs) && promote(specs)) {
        Plan plan = uniformPlan(std::move(specs));
        plan.promoted = true;
        return plan;
    }
    return ungroupable("pages_differ", "the pages of this model's layers cannot be brought to one size",
                       "choose another block size or cache type");
}

}  // namespace kvfit::vllm
