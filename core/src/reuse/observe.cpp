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
    std::vector<std::uint32_t> holders(trace.names());
    std::int64_t saved = 0;
    double sum = 0;
    BlockReader blocks(trace);
    for (std::size_t r = 0; r < trace.requests.size(); ++r) {
        for (const std::uint32_t block : blocks.of(r)) saved += holders[block]++ > 0 ? 1 : 0;
        if (r >= concurrent)
            for (const std::uint32_t block : blocks.of(r - concurrent)) saved -= --holders[block] > 0 ? 1 : 0;
        if (r < warmup) continue;
        sum += static_cast<double>(saved);
        out.peakBlocks = std::max(out.peakBlocks, saved);
    }
    if (trace.requests.size() > warmup) out.meanBlocks = sum / static_cast<double>(trace.requests.size() - warmup);
    return out;
}

Observed observe(const Trace& trace, std::size_t warmup) {
    Observed out;
    Recency recency(trace.names());
    std::vector<std::uint8_t> lastWindow(trace.names(), 255), bit;
    std::vector<std::uint32_t> reversed, depths;
    std::vector<std::int64_t> bins(33);
    const std::size_t count = trace.requests.size(), each = (count + windows - 1) / windows;
    ReuseWindow window;
    BlockReader reader(trace);
    for (std::size_t r = 0; r < count; ++r) {
        const std::span<const std::uint32_t> blocks = reader.of(r);
        Recency::Reader at(recency);
        for (const std::uint32_t block : blocks) {
            const std::uint32_t depth = at.depth(block);
            if (depth == 0) {
                ++window.newBlocks;
            } else {
                depths.push_back(depth);
                // Distance d is in bin k if 2^(k-1) < d <= 2^k.
                if (r >= warmup) ++bins[depth == 1 ? 0 : static_cast<std::size_t>(32 - __builtin_clz(depth - 1))];
            }
            const auto now = static_cast<std::uint8_t>(r / each);
            window.distinctBlocks += lastWindow[block] == now ? 0 : 1;
            lastWindow[block] = now;
        }
        reversed.assign(blocks.rbegin(), blocks.rend());
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
    std::vector<bool> out(trace.names());
    BlockReader reader(trace);
    if (blocks) {
        for (std::size_t r = 0; r < trace.requests.size(); ++r) {
            const std::span<const std::uint32_t> all = reader.of(r);
            for (const std::uint32_t block :
                 all.first(static_cast<std::size_t>(std::min<std::int64_t>(std::ssize(all), *blocks))))
                out[block] = true;
        }
        return out;
    }
    constexpr std::uint32_t nobody = 0xffffffff;
    std::vector<std::uint32_t> last(trace.names(), nobody), users(trace.names());
    std::uint32_t conversations = 0;
    for (std::size_t r = 0; r < trace.requests.size(); ++r) {
        const std::uint32_t c = trace.requests[r].conversation;
        conversations = std::max(conversations, c + 1);
        for (const std::uint32_t block : reader.of(r)) {
            users[block] += last[block] == c ? 0 : 1;
            last[block] = c;
        }
    }
    for (std::uint32_t b = 0; b < trace.names(); ++b) out[b] = users[b] >= std::max(2u, (conversations + 99) / 100);
    return out;
}

}  // namespace kvfit::reuse
