#include <algorithm>
#include <cmath>
#include <numeric>

#include "kvfit/reuse_study.hpp"
#include "kvfit/size.hpp"

namespace kvfit {

namespace {

/// The bytes that grow with a sequence and those that do not, from two lengths behind all windows.
struct Line {
    double slope = 0;
    std::int64_t intercept = 0;

    Line(std::int64_t near, std::int64_t far, std::int64_t nearBlocks, std::int64_t farBlocks)
        : slope(static_cast<double>(far - near) / static_cast<double>(farBlocks - nearBlocks)),
          intercept(near - std::llround(slope * static_cast<double>(nearBlocks))) {}
};

std::int64_t figure(const SizeResult& r, const char* name) {
    const auto found = r.figures.find(name);
    return found == r.figures.end() ? r.bytesPerRank : found->second.bytes;
}

/// A length that whole blocks of both the trace and the engine fill, behind every window.
std::int64_t longLength(const ReusePlan& plan, const SizeResult& r, std::int64_t tokens) {
    std::int64_t step = tokens, longest = 1 << 16;
    for (const char* name : {"blockSize", "kvBlockSize", "fullBlockSize"}) {
        const auto found = r.metrics.find(name);
        const auto* block = found == r.metrics.end() ? nullptr : std::get_if<std::int64_t>(&found->second);
        if (block != nullptr && *block > 0 && step < (1 << 22)) step = std::lcm(step, *block);
    }
    for (const CachePart& part : plan.architecture.parts) {
        longest = std::max(longest, 2 * part.window);
        step = std::lcm(step, std::min<std::int64_t>(part.ratio, 1024));
    }
    return (longest + step - 1) / step * step;
}

}  // namespace

Expected<BlockBytes> blockBytes(const ReusePlan& plan, std::int64_t tokens) {
    BlockBytes out;
    if (plan.architecture.parts.empty()) return out;
    Scenario s = plan.scenario;
    s.sequences = 1;
    const auto at = [&](std::int64_t length) {
        s.tokens = s.maxModelLen = length;
        return size(plan.architecture, s);
    };
    const Expected<SizeResult> first = at(tokens);
    if (!first) return first.errors();
    const std::int64_t near = longLength(plan, *first, tokens);
    const Expected<SizeResult> a = at(near), b = at(2 * near);
    if (!a) return a.errors();
    if (!b) return b.errors();
    const auto line = [&](const char* name) {
        return Line(figure(*a, name), figure(*b, name), near / tokens, 2 * near / tokens);
    };
    const Line cached = line("cachedBytes"), live = line("liveBytes");
    out.basis = a->figures.count("cachedBytes") != 0 ? "engine" : "payload";
    out.cached = cached.slope;
    out.cachedEnd = cached.intercept;
    out.live = live.slope;
    out.liveEnd = live.intercept;
    if (out.cached > 0) return out;
    return Error{"nothing_kept", "/prefixCaching", "prefixCaching",
                 "this engine keeps nothing of a request for the next one", "switch prefix caching on"};
}

}  // namespace kvfit
