#include "reuse/observe.hpp"

#include <algorithm>
#include <numeric>

#include "reuse/recency.hpp"

namespace kvfit::reuse {

namespace {

constexpr std::size_t windows = 100;

}  // namespace

Sharing sharing(const Trace& trace, std::size_t warmup, std::size_t concurrent) {
    Sharing out;
    out.requests = static_cast<std::int64_t>(concurrent);
    std::vector<std::uint32_t> holders(trace.names);
    std::int64_t saved = 0;
    double sum = 0;
    for (std::size_t r = 0; r < trace.requests.size(); ++r) {
        for (std::size_t i = trace.requests[r].firstBlock; i < trace.end(r); ++i)
            saved += holders[trace.blocks[i]]++ > 0 ? 1 : 0;
        if (r >= concurrent)
            for (std::size_t i = trace.requests[r - concurrent].firstBlock; i < trace.end(r - concurrent); ++i)
                saved -= --holders[trace.blocks[i]] > 0 ? 1 : 0;
        if (r < warmup) continue;
        sum += static_cast<double>(saved);
        out.peakBlocks = std::max(out.peakBlocks, saved);
    }
    if (trace.requests.size() > warmup) out.meanBlocks = sum / static_cast<double>(trace.requests.size() - warmup);
    return out;
}

Observed observe(const Trace& trace, std::size_t warmup) {
    Observed out;
    Recency recency(trace.names);
    std::vector<std::uint8_t> lastWindow(trace.names, 255), bit;
    std::vector<std::uint32_t> reversed, depths;
    std::vector<std::int64_t> bins(33);
    const std::size_t count = trace.requests.size(), each = (count + windows - 1) / windows;
    ReuseWindow window;
    for (std::size_t r = 0; r < count; ++r) {
        const std::uint32_t *begin = trace.blocks.data() + trace.requests[r].firstBlock,
                            *end = trace.blocks.data() + trace.end(r);
        Recency::Reader at(recency);
        for (const std::uint32_t* b = begin; b != end; ++b) {
            const std::uint32_t depth = at.depth(*b);
            if (depth == 0) {
                ++window.newBlocks;
            } else {
                depths.push_back(depth);
                // Distance d is in bin k if 2^(k-1) < d <= 2^k.
                if (r >= warmup) ++bins[depth == 1 ? 0 : static_cast<std::size_t>(32 - __builtin_clz(depth - 1))];
            }
            const auto now = static_cast<std::uint8_t>(r / each);
            window.distinctBlocks += lastWindow[*b] == now ? 0 : 1;
            lastWindow[*b] = now;
        }
        reversed.assign(std::make_reverse_iterator(end), std::make_reverse_iterator(begin));
        recency.use(reversed.data(), reversed.size());
        if ((r + 1) % each != 0 && r + 1 != count) continue;
        window.request = static_cast<std::int64_t>(r + 1);
        window.timeMs = trace.requests[r].timeMs;
        if (!depths.empty()) {
            const auto middle = depths.begin() + static_cast<std::ptrdiff_t>((depths.size() - 1) / 2);
            std::nth_element(depths.begin(), middle, depths.end());
            window.medianDistanceBlocks = *middle;
        }
        out.timeline.push_back(window);
        window = {};
        depths.clear();
    }
    while (!bins.empty() && bins.back() == 0) bins.pop_back();
    const std::int64_t uses = std::accumulate(bins.begin(), bins.end(), std::int64_t{0});
    std::int64_t within = 0;
    for (std::size_t k = 0; k < bins.size(); ++k) {
        within += bins[k];
        out.distances.push_back(
            {std::int64_t{1} << k, 0, bins[k], static_cast<double>(within) / static_cast<double>(uses)});
    }
    return out;
}

std::vector<bool> systemPromptBlocks(const Trace& trace, std::optional<std::int64_t> blocks) {
    std::vector<bool> out(trace.names);
    const auto run = [&](auto each) {
        for (std::size_t r = 0; r < trace.requests.size(); ++r)
            for (std::size_t i = trace.requests[r].firstBlock; i < trace.end(r) && each(r, i); ++i) {
            }
    };
    if (blocks) {
        run([&](std::size_t r, std::size_t i) {
            if (static_cast<std::int64_t>(i - trace.requests[r].firstBlock) >= *blocks) return false;
            out[trace.blocks[i]] = true;
            return true;
        });
        return out;
    }
    constexpr std::uint32_t nobody = 0xffffffff;
    std::vector<std::uint32_t> last(trace.names, nobody), users(trace.names);
    std::uint32_t conversations = 0;
    run([&](std::size_t r, std::size_t i) {
        const std::uint32_t c = trace.requests[r].conversation;
        users[trace.blocks[i]] += last[trace.blocks[i]] == c ? 0 : 1;
        last[trace.blocks[i]] = c;
        conversations = std::max(conversations, c + 1);
        return true;
    });
    for (std::uint32_t b = 0; b < trace.names; ++b) out[b] = users[b] >= std::max(2u, (conversations + 99) / 100);
    return out;
}

}  // namespace kvfit::reuse
