#include "cache/draft.hpp"

#include <algorithm>

#include "cache/expand.hpp"

namespace kvfit {

namespace {

bool owns(const CachePart& part, std::int64_t layer) {
    return std::binary_search(part.layers.begin(), part.layers.end(), layer);
}

bool isGlobal(Kind kind) { return kind == Kind::full || kind == Kind::latent; }
bool isLocal(Kind kind) { return kind == Kind::window || kind == Kind::window_latent || kind == Kind::chunked; }

/// Whether a layer owns a part of the wanted kind.
bool hasLike(const std::vector<CachePart>& parts, bool draft, bool (*wanted)(Kind)) {
    return std::any_of(parts.begin(), parts.end(),
                       [&](const CachePart& p) { return p.draft == draft && wanted(p.kind) && !p.layers.empty(); });
}

/// The layer that a speculative layer is shaped like: among those that own a part of the wanted kind,
/// the one that owns most parts (a layer with an indexer before one that shares it); -1 where none does.
std::int64_t layerLike(const std::vector<CachePart>& parts, bool draft, bool (*wanted)(Kind)) {
    std::int64_t best = -1;
    std::ptrdiff_t most = 0;
    for (const CachePart& candidate : parts) {
        if (candidate.draft != draft || !wanted(candidate.kind)) continue;
        for (const std::int64_t layer : candidate.layers) {
            const auto count = std::count_if(parts.begin(), parts.end(),
                                             [&](const CachePart& p) { return p.draft == draft && owns(p, layer); });
            if (count > most) {
                most = count;
                best = layer;
            }
        }
    }
    return best;
}

CachePart draftOf(const CachePart& model, std::int64_t first, std::int64_t count) {
    CachePart part = model;
    part.draft = true;
    part.layers.clear();
    for (std::int64_t i = 0; i < count; ++i) part.layers.push_back(first + i);
    return part;
}

}  // namespace

std::vector<CachePart> countedParts(const Architecture& architecture, const Scenario& scenario) {
    const std::vector<CachePart>& parts = architecture.parts;
    const bool states = scenario.includeState.value_or(true);
    const auto included = [&](const CachePart& p) {
        return states || (p.role != Role::recurrent && p.role != Role::conv);
    };

    std::vector<CachePart> out;
    for (const CachePart& part : parts)
        if (!part.draft && included(part)) out.push_back(part);

    // The configuration may describe its speculative layers; otherwise they are shaped like its own.
    std::int64_t next = architecture.layers;
    const auto add = [&](std::int64_t count, bool (*shape)(Kind)) {
        if (count == 0) return;
        const bool described = hasLike(parts, true, shape);
        const std::int64_t like = layerLike(parts, described, shape);
        for (const CachePart& part : parts)
            if (part.draft == described && owns(part, like) && included(part))
                out.push_back(draftOf(part, next, count));
        next += count;
    };

    const DraftLayers asked = scenario.draftLayers.value_or(DraftLayers{});
    if (asked.all && std::any_of(parts.begin(), parts.end(), [](const CachePart& p) { return p.draft; })) {
        for (const CachePart& part : parts)
            if (part.draft && included(part)) out.push_back(part);
        next += architecture.draftLayers;
    } else {
        add(asked.all ? architecture.draftLayers : asked.count, hasLike(parts, false, isGlobal) ? isGlobal : isLocal);
    }
    add(scenario.draftSlidingLayers.value_or(0), isLocal);
    for (const CachePart& part : architecture.draftModel)
        if (included(part)) out.push_back(part);
    if (scenario.mlaExpanded.value_or(false))
        for (CachePart& part : out) part = expanded(part);
    return out;
}

}  // namespace kvfit
