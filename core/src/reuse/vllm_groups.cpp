#include "reuse/vllm_groups.hpp"

#include <algorithm>

namespace kvfit::reuse {

namespace {

/// Groups of one kind and window are looked up together: a position counts only if all of them have it.
bool cachedInAll(const VllmPool& pool, const std::vector<std::uint32_t>& members, std::uint32_t name) {
    return std::all_of(members.begin(), members.end(), [&](std::uint32_t g) { return pool.cached(g, name) != 0; });
}

std::size_t fullHit(const VllmPool& pool, const std::vector<std::uint32_t>& members,
                    const std::vector<std::uint32_t>& names, std::size_t limit) {
    std::size_t n = 0;
    while (n < limit && cachedInAll(pool, members, names[n])) ++n;
    return n;
}

/// Searched from the end: the first run of `needed` cached blocks wins; a run at the very start may be shorter.
std::size_t slidingHit(const VllmPool& pool, const std::vector<std::uint32_t>& members,
                       const std::vector<std::uint32_t>& names, std::size_t limit, std::size_t needed) {
    std::size_t run = 0;
    for (std::size_t i = limit; i-- > 0;) {
        if (!cachedInAll(pool, members, names[i]))
            run = 0;
        else if (++run >= needed)
            return i + run;
    }
    return run;
}

}  // namespace

VllmHit findHit(const VllmPool& pool, const std::vector<VllmGroup>& groups, const std::vector<std::uint32_t>& names,
                std::size_t limit, std::int64_t blockSize) {
    struct Spec {
        VllmGroup group;
        std::vector<std::uint32_t> members;
    };
    std::vector<Spec> specs;
    for (std::uint32_t g = 0; g < groups.size(); ++g) {
        const auto same = std::find_if(specs.begin(), specs.end(), [&](const Spec& s) {
            return s.group.kind == groups[g].kind && s.group.window == groups[g].window;
        });
        if (same == specs.end())
            specs.push_back({groups[g], {g}});
        else
            same->members.push_back(g);
    }
    std::stable_partition(specs.begin(), specs.end(), [](const Spec& s) { return s.group.kind == CacheGroup::full; });

    VllmHit hit;
    std::size_t length = limit;
    std::optional<std::size_t> full;
    for (bool shorter = true; shorter;) {
        const std::size_t before = length;
        for (const Spec& spec : specs) {
            if (spec.group.kind == CacheGroup::full)
                // A prefix of a cached prefix is cached: one look suffices.
                length = full ? std::min(length, *full) : *(full = fullHit(pool, spec.members, names, length));
            else
                length = slidingHit(pool, spec.members, names, length, spec.group.blocksForHit(blockSize));
            hit.longest = std::max(hit.longest, length);
        }
        shorter = length < before && specs.size() > 1;
        // One full and one other kind agree after one round.
        if (specs.size() == 2 && full) shorter = false;
    }
    hit.blocks = length;
    for (std::uint32_t g = 0; g < groups.size(); ++g) {
        std::vector<BlockId> blocks(length, 0);
        const std::size_t needed = groups[g].kind == CacheGroup::full
                                       ? length
                                       : std::min(length, std::max<std::size_t>(1, groups[g].blocksForHit(blockSize)));
        for (std::size_t i = length - needed; i < length; ++i) blocks[i] = pool.cached(g, names[i]);
        hit.byGroup.push_back(std::move(blocks));
    }
    return hit;
}

std::vector<bool> keptBlocks(const VllmGroup& group, std::optional<std::int64_t> interval,
                             const std::vector<std::int64_t>& boundaries, std::size_t begin, std::size_t end,
                             std::int64_t blockSize) {
    if (group.kind == CacheGroup::full || !interval) return std::vector<bool>(end - begin, true);
    const std::size_t needed = group.blocksForHit(blockSize);
    std::vector<bool> kept(end - begin, false);
    if (*interval > 0) {
        const auto segment = static_cast<std::size_t>(*interval / blockSize);
        for (std::size_t i = begin; i < end; ++i)
            if (needed >= segment || i % segment >= segment - needed) kept[i - begin] = true;
    }
    for (const std::int64_t tokens : boundaries) {
        const auto last = static_cast<std::size_t>(tokens / blockSize);
        const std::size_t from = std::max(begin, last > needed ? last - needed : 0);
        for (std::size_t i = from; i < std::min(end, last); ++i) kept[i - begin] = true;
    }
    return kept;
}

}  // namespace kvfit::reuse
