#include <algorithm>

#include "read/config/attention.hpp"
#include "read/config/count.hpp"
#include "read/config/parameter_keys.hpp"

namespace kvfit::config {

namespace {

/// The share of a head that turns with its position.
double rotaryShare(const Fields& f) {
    for (const Fields& level : {f, f.object(keys::rotaryParameters)}) {
        if (!level) continue;
        if (const auto share = level.real(keys::rotaryShare)) return std::clamp(share.value, 0.0, 1.0);
    }
    return 1;
}

std::int64_t rotaryWidth(const Fields& f, std::int64_t head) {
    if (const Number own = f.number(keys::rotaryWidth, orZero)) return own.value;
    return static_cast<std::int64_t>(static_cast<double>(head) * rotaryShare(f));
}

}  // namespace

/// Engines keep a table of sines and cosines for every position of the trained context: one for each
/// base, of which models with windows of their own have two.
void countRotary(Count& c) {
    const Fields& f = c.text;
    if (c.holds(keys::learntPositions) || c.holds(keys::alibi)) return;
    const auto any = [&](auto wanted) {
        return std::any_of(c.model.out.parts.begin(), c.model.out.parts.end(), wanted);
    };
    if (!any([](const CachePart& p) { return p.role == Role::kv || p.role == Role::latent; })) return;
    const bool latent = isLatent(f) || isCompressed(c.model);
    std::int64_t width = latent ? f.number(keys::ropeHeadDim, orZero).value : rotaryWidth(f, c.out.headWidth);
    const Fields parameters = f.object(keys::rotaryParameters);
    const bool two = f.has(keys::localTheta) || (parameters && parameters.has(keys::rotaryKinds));
    const bool local = any([](const CachePart& p) { return p.kind == Kind::window; });
    if (two && local && !latent) width += localHeads(f).key.value;
    c.out.rotaryElements = c.model.out.trainedContext * width;
}

}  // namespace kvfit::config
