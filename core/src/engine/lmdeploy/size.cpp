#include "engine/lmdeploy/size.hpp"

#include <algorithm>

#include "arch/checks.hpp"
#include "base/text.hpp"
#include "engine/lmdeploy/blocks.hpp"
#include "engine/lmdeploy/capacity.hpp"
#include "engine/lmdeploy/figures.hpp"
#include "engine/remarks.hpp"

namespace kvfit::lmdeploy {

namespace {

std::string number(std::int64_t value) { return grouped(static_cast<double>(value)); }

/// The largest length up to the maximum whose blocks are there.
std::int64_t longestLength(const Settings& q, std::int64_t blocks) {
    std::int64_t low = 0;
    std::int64_t beyond = q.maxModelLen + 1;
    while (beyond - low > 1) {
        const std::int64_t middle = low + (beyond - low) / 2;
        (reservedBlocks(q, Exact(middle)).value <= blocks ? low : beyond) = middle;
    }
    return low;
}

void addMetrics(const Settings& q, std::int64_t block, std::int64_t state, const std::optional<Capacity>& c,
                SizeResult& r) {
    const std::int64_t request = reservedBlocks(q, Exact(q.maxModelLen)).value;
    const double perToken = q.window > 0 ? 0 : static_cast<double>(block) / static_cast<double>(q.blockSize);
    for (const char* name : {"blockSize", "fullBlockSize", "kvBlockSize"}) r.metrics[name] = q.blockSize;
    r.metrics["blockBytes"] = block;
    r.metrics["kvBytesPerToken"] = perToken;
    r.metrics["kvBytesPerTokenPerRank"] = static_cast<double>(block) / static_cast<double>(q.blockSize);
    r.metrics["stateBytesPerSequence"] = state;
    r.metrics["stateBytesPerSlot"] = state;
    r.metrics["blocksPerSequence"] = heldBlocks(q, Exact(q.tokens)).value;
    r.metrics["blocksPerRequest"] = request;
    r.metrics["numGroups"] = std::int64_t{1};
    const Exact needed = Exact(request) * Exact(block);
    if (!needed.lost) r.metrics["kvBytesNeeded"] = needed.value;
    if (!c) return;
    if (c->available) r.metrics["availableKvBytes"] = *c->available;
    const Exact allocated = Exact(c->blocks) * Exact(block);
    const double concurrency = static_cast<double>(c->blocks) / static_cast<double>(request);
    r.metrics["numBlocks"] = c->blocks;
    r.metrics["allocatedBytes"] = allocated.value;
    r.metrics["kvBytesTotal"] = allocated.value;
    r.metrics["kvCapacityTokens"] = (Exact(c->blocks) * Exact(q.blockSize)).value;
    r.metrics["maxConcurrency"] = concurrency;
    r.metrics["requestsThatFit"] = static_cast<std::int64_t>(concurrency);
    r.metrics["maxModelLenFits"] = request <= c->blocks;
    r.metrics["fits"] = request <= c->blocks;
    r.metrics["estimatedMaxModelLen"] = longestLength(q, c->blocks);
}

void addWarnings(const Settings& q, const std::optional<Capacity>& c, const Scenario& s, SizeResult& r) {
    r.metrics["warning"] = std::string("none");
    warnAboveMaximum(s, q.maxModelLen, r);
    if (!c) return;
    if (c->blocks <= 2)
        r.warnings.push_back(
            {"no_memory_for_cache",
             "the memory holds " + number(c->blocks) + " blocks; the engine does not start with two or fewer",
             "cacheMaxEntryCount",
             {{"blocks", number(c->blocks)}}});
    else if (!std::get<bool>(r.metrics["fits"]))
        r.warnings.push_back({"session_len_does_not_fit",
                              "one sequence of " + number(q.maxModelLen) +
                                  " tokens does not fit; the longest that does is " +
                                  number(std::get<std::int64_t>(r.metrics["estimatedMaxModelLen"])),
                              "maxModelLen",
                              {{"asked", number(q.maxModelLen)},
                               {"longest", number(std::get<std::int64_t>(r.metrics["estimatedMaxModelLen"]))}}});
}

void addNotes(const Settings& q, SizeResult& r) {
    const auto note = [&](const char* code, const char* message, const char* field) {
        r.notes.push_back({code, message, field, {}});
    };
    const auto any = [&](auto test) { return std::any_of(q.parts.begin(), q.parts.end(), test); };
    note("rules_read", "the rules of lmdeploy's PyTorch engine were read in its source of August 2026, not run",
         "engine");
    if (q.window == 0 && any([](const CachePart& p) { return p.kind == Kind::window || p.kind == Kind::chunked; }))
        note("windows_at_full_length", "window layers beside others keep every token in this engine", "model");
    if (any([](const CachePart& p) { return p.role == Role::cross || (p.role == Role::indexer && p.ratio == 1); }))
        note("layout_assumed", "index keys and cross attention are taken as tensors of their own in every block",
             "model");
    if (any([](const CachePart& p) { return p.role == Role::conv; }))
        note("whole_kernels", "convolution states keep as many columns as the kernel is wide, one more than it needs",
             "model");
}

}  // namespace

Errors apply(const Architecture& architecture, const Scenario& scenario, SizeResult& r) {
    const Expected<Settings> settings = settingsOf(architecture, scenario, r.notes);
    if (!settings) return settings.errors();
    const Settings& q = *settings;
    r.engineVersion = version().id;
    const Exact block = blockBytes<Exact>(q);
    const Exact state = stateBytes<Exact>(q);
    if (block.lost || state.lost) return {tooLarge()};
    if (block.value == 0)
        return {{"nothing_cached", "", "model", "this model keeps nothing that grows with its tokens",
                 "choose another engine"}};
    const std::optional<Capacity> capacity = capacityOf(q, block.value, state.value, scenario, r.notes);
    if (capacity && (Exact(capacity->blocks) * block).lost) return {tooLarge()};

    if (const Errors errors = addFigures(q, r); !errors.empty()) return errors;
    addMetrics(q, block.value, state.value, capacity, r);
    addWarnings(q, capacity, scenario, r);
    addNotes(q, r);
    return {};
}

}  // namespace kvfit::lmdeploy
