#include "cache/expand.hpp"

namespace kvfit {

namespace {

void rename(CachePart& part, const char* from, const char* to) {
    const auto found = part.sources.find(from);
    if (found != part.sources.end()) part.sources[to] = found->second;
}

}  // namespace

CachePart expanded(const CachePart& part) {
    if (part.kind != Kind::latent) return part;
    CachePart wide = part;
    wide.kind = Kind::full;
    wide.role = Role::kv;
    wide.heads = part.expandedHeads;
    wide.keyWidth = part.expandedKeyWidth;
    wide.valueWidth = part.expandedValueWidth;
    wide.ropeWidth = 0;
    rename(wide, "expandedHeads", "heads");
    rename(wide, "expandedKeyWidth", "keyWidth");
    rename(wide, "expandedValueWidth", "valueWidth");
    return wide;
}

Errors checkExpansion(const Architecture& architecture) {
    for (const CachePart& part : architecture.parts)
        if (part.kind == Kind::latent &&
            (part.expandedHeads == 0 || part.expandedKeyWidth == 0 || part.expandedValueWidth == 0))
            return {{"missing_field", "/mlaExpanded", "mlaExpanded",
                     "the model does not say how wide the K and V of its latents are",
                     "qk_nope_head_dim, qk_rope_head_dim and v_head_dim say it"}};
    return {};
}

}  // namespace kvfit
