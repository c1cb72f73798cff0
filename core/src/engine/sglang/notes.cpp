#include "engine/sglang/notes.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "engine/remarks.hpp"
#include "engine/sglang/cell.hpp"
#include "engine/sglang/request.hpp"

namespace kvfit::sglang {

namespace {

std::string number(std::int64_t value) { return grouped(static_cast<double>(value)); }

template <class Test>
bool any(const Settings& q, Test test) {
    return std::any_of(q.parts.begin(), q.parts.end(), test);
}

/// Layers at the end of the model, behind the last one that has a cache of its own: they read that of others.
std::int64_t sharingTail(const Architecture& architecture) {
    std::int64_t held = 0;
    for (const CachePart& p : architecture.parts)
        if (!p.draft && !p.layers.empty()) held = std::max(held, p.layers.back() + 1);
    return held > 0 ? architecture.layers - held : 0;
}

/// What the window pool takes of the memory, and the setting that changes it.
void noteWindowPool(const Settings& q, const std::vector<Buffer>& buffers, SizeResult& r) {
    if (q.layout != Layout::windowed || !hasFullPool(buffers) || fixedWindowTokens(q, buffers)) return;
    const double share = q.windowRatio * windowBytes(q, buffers) / cellBytes(q, buffers);
    const std::string percent = std::to_string(std::lround(100 * share));
    const std::string ratio = grouped(q.windowRatio);
    r.notes.push_back({"window_pool_ratio",
                       "window layers have a pool of " + ratio + " of the tokens of full layers, " + percent +
                           "% of the memory, although a sequence holds little more there than its window of " +
                           number(q.window) +
                           " tokens. A lower swaFullTokensRatio (--swa-full-tokens-ratio) leaves more tokens to the "
                           "full layers",
                       "swaFullTokensRatio",
                       {{"ratio", ratio},
                        {"percent", percent},
                        {"window", number(q.window)},
                        {"setting", "swaFullTokensRatio"},
                        {"flag", "--swa-full-tokens-ratio"}}});
}

}  // namespace

void addWarnings(const Settings& q, const Pools& pools, const std::optional<Fit>& fit, const Scenario& s,
                 SizeResult& r) {
    r.metrics["warning"] = std::string("none");
    const auto warn = [&](const char* code, const std::string& message, const char* field,
                          std::map<std::string, std::string> params) {
        r.warnings.push_back({code, message, field, std::move(params)});
    };
    warnAboveMaximum(s, q.maxModelLen, r);
    if (!fit) return;
    const std::int64_t floor = q.window + q.pageSize;
    if (pools.tokens && *pools.tokens == 0)
        warn("no_memory_for_tokens", "not one page of tokens fits; the engine does not start", "memFractionStatic", {});
    else if (pools.windowTokens && *pools.windowTokens <= floor)
        warn("window_pool_too_small",
             "the window pool has " + number(*pools.windowTokens) + " tokens, not more than a window and a page (" +
                 number(floor) + "); the engine does not start",
             "swaFullTokensRatio", {{"tokens", number(*pools.windowTokens)}, {"least", number(floor + 1)}});
    else if (pools.slots && *pools.slots < q.slotsPerRequest)
        warn("state_pool_too_small",
             "the state pool has " + number(*pools.slots) + " slots, fewer than the " + number(q.slotsPerRequest) +
                 " of one request; the engine does not start",
             "mambaFullMemoryRatio", {{"slots", number(*pools.slots)}, {"least", number(q.slotsPerRequest)}});
    else if (fit->longest < q.maxModelLen)
        warn("context_above_pool",
             "requests of more than " + number(fit->longest) + " tokens are rejected; the context length is " +
                 number(q.maxModelLen),
             "maxModelLen", {{"longest", number(fit->longest)}, {"length", number(q.maxModelLen)}});
    if (s.maxRunningRequests && pools.running && *pools.running < *q.running)
        warn("max_running_requests_reduced",
             "max_running_requests is lowered from " + number(*q.running) + " to " + number(*pools.running) +
                 " for each replica, by what the pools hold",
             "maxRunningRequests", {{"asked", number(*q.running)}, {"used", number(*pools.running)}});
}

void addNotes(const Settings& q, const std::vector<Buffer>& buffers, const Architecture& architecture,
              const Scenario& s, SizeResult& r) {
    const auto note = [&](const char* code, const char* message, const char* field) {
        r.notes.push_back({code, message, field, {}});
    };
    const bool states = slotBytes(q).both() > 0;
    if (const std::int64_t tail = sharingTail(architecture); tail > 0)
        r.notes.push_back({"sharing_layers_unproved",
                           "the last " + number(tail) +
                               " layers read the cache of others and are counted without one; whether the engine "
                               "gives them buffers was not seen",
                           "model",
                           {{"layers", number(tail)}}});
    noteWindowPool(q, buffers, r);
    if (q.layout == Layout::windowed) {
        note("window_pool_listed",
             "the engine lists the architectures whose windows have a pool of their own; others hold windows at full "
             "length",
             "model");
        if (q.rules->requestsWithinWindowPool)
            note("window_split_read", "the split before 0.5.11 rounded in another order, by a token or two",
                 "engineVersion");
    }
    if (q.windowsInFull)
        note("windows_in_full_pool",
             "the engine has no pool for the windows of this architecture: those layers keep every token. Give "
             "swaFullTokensRatio to see the split of a build that has one",
             "swaFullTokensRatio");
    if (q.layout == Layout::compressed)
        note("compressed_pool_padding",
             "the budget counts records without page padding, so the pools take more than it", "model");
    if (states && q.speculative && q.draftTokens == 0)
        note("draft_tokens_unknown", "copies of states for draft tokens need speculativeTokens", "speculativeTokens");
    if (states && q.radixCache && !s.stateSlotsPerRequest)
        note("state_slots_assumed", "a running request is given 3 state slots; the extra_buffer strategy takes up to 5",
             "stateSlotsPerRequest");
    if (!q.radixCache && s.stateSlotsPerRequest.value_or(1) > 1 && states)
        r.notes.push_back({"setting_not_used",
                           "without a prefix cache a request has one state slot",
                           "stateSlotsPerRequest",
                           {{"field", "stateSlotsPerRequest"}}});
    if (buffers.empty() && states)
        note("positions_without_cache",
             "a model without attention is given as many token positions as its context length; requests share them",
             "maxTotalNumTokens");
    const bool latents = any(q, [](const CachePart& p) { return p.kind == Kind::latent; });
    const bool indexers = any(q, [](const CachePart& p) { return p.role == Role::indexer; });
    if (latents && !indexers && !s.pageSize)
        note("page_size_assumed", "pages of 1 token; the FlashMLA backend has 64, CUTLASS 128, trtllm 32 or 64",
             "pageSize");
    if (latents && indexers && s.kvDtype.value_or("auto") == "auto")
        note("sparse_type_by_gpu",
             "auto stores fp8 on GPUs of compute capability 10 and later, the model's type before", "kvDtype");
    if (q.tokenRanks > 1)
        note("dcp_read", "decode context parallelism was read, not run: each rank holds its share of the pages", "dcp");
    if (!q.draftModel.empty())
        note("draft_model_cell",
             "a separate draft model is counted by its own geometry, as DFLASH is; STANDALONE counts its layers as if "
             "they were the model's",
             "draftConfig");
    if (any(q, [](const CachePart& p) { return p.kind == Kind::cross; }))
        note("cross_in_pool_read", "encoder tokens are held in the pages of the text; this was read, not run", "model");
    if (q.layout == Layout::plain && q.types.key.dtype->name == "nvfp4" &&
        any(q, [](const CachePart& p) { return p.kind == Kind::full; }))
        note("fp4_workspace", "the budget counts one fp8 workspace of all tokens beside the 4-bit cache", "kvDtype");
}

}  // namespace kvfit::sglang
