#include "engine/sglang/settings.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "arch/checks.hpp"
#include "cache/question.hpp"

namespace kvfit::sglang {

namespace {

template <class Test>
bool any(const std::vector<CachePart>& parts, Test test) {
    return std::any_of(parts.begin(), parts.end(), test);
}

bool isLocal(const CachePart& p) {
    return p.kind == Kind::window || p.kind == Kind::chunked || p.kind == Kind::window_latent;
}
bool isLatent(const CachePart& p) { return p.kind == Kind::latent; }
bool isIndexer(const CachePart& p) { return p.role == Role::indexer; }
bool isCompressed(const CachePart& p) { return p.kind == Kind::compressed; }

/// Index keys on every layer with a latent, also where it shares another layer's indexer.
void fillIndexers(std::vector<CachePart>& parts) {
    std::set<std::int64_t> layers;
    for (const CachePart& p : parts)
        if (isLatent(p) && !p.draft) layers.insert(p.layers.begin(), p.layers.end());
    for (CachePart& p : parts) {
        if (!isIndexer(p) || p.draft || p.ratio > 1) continue;
        p.layers.assign(layers.begin(), layers.end());
        layers.clear();
    }
}

/// Layers with windows keep every token where their class is not listed (python/sglang/srt/configs/model_config.py
/// is_hybrid_swa_model @d315eb7250).
void holdWindowsInFull(Settings& q) {
    for (CachePart& p : q.parts) {
        if (p.kind != Kind::window && p.kind != Kind::chunked) continue;
        p.kind = Kind::full;
        p.window = 0;
        q.windowsInFull = true;
    }
}

/// A layer is one layer of the pool, also where it has cross attention beside its own.
void dropSharedCross(std::vector<CachePart>& parts) {
    for (CachePart& p : parts) {
        if (p.kind != Kind::cross) continue;
        const auto held = [&](std::int64_t layer) {
            return any(parts, [&](const CachePart& o) {
                return o.role == Role::kv && std::binary_search(o.layers.begin(), o.layers.end(), layer);
            });
        };
        p.layers.erase(std::remove_if(p.layers.begin(), p.layers.end(), held), p.layers.end());
    }
}

/// What the attention backends of a model can address (python/sglang/srt/server_args.py,
/// arg_groups/deepseek_v4_hook.py @d315eb7250).
std::int64_t pageSizeOf(const Settings& q, const Scenario& s, Notes& notes) {
    constexpr std::int64_t compressedPage = 256;
    if (q.layout == Layout::compressed) {
        const std::int64_t page = s.pageSize.value_or(compressedPage);
        if (page % 128 == 0) return page;
        notes.push_back({"page_size_raised",
                         "compressed attention needs pages of a multiple of 128 tokens; 256 are used",
                         "pageSize",
                         {{"value", std::to_string(page)}, {"used", std::to_string(compressedPage)}}});
        return compressedPage;
    }
    if (s.pageSize) return *s.pageSize;
    const bool sparse = any(q.parts, isLatent) && any(q.parts, isIndexer);
    return sparse ? 64 : 1;
}

/// Running requests of a replica at most: asked for, or where the engine has a default of its own
/// (arg_groups/speculative_hook.py, deepseek_v4_hook.py @d315eb7250).
std::optional<std::int64_t> runningOf(const Settings& q, const Scenario& s) {
    const auto each = [&](std::int64_t all) { return std::max<std::int64_t>(1, all / q.replicas); };
    if (s.maxRunningRequests) return each(*s.maxRunningRequests);
    if (q.speculative) return each(48);
    if (q.layout == Layout::compressed) return each(256);
    return std::nullopt;
}

}  // namespace

Expected<Settings> settingsOf(const Architecture& architecture, const Scenario& s, Notes& notes) {
    Errors errors = checkSettings(s);
    Expected<Types> types = typesOf(architecture, s, notes);
    if (!types) errors.insert(errors.end(), types.errors().begin(), types.errors().end());
    Architecture ownLayers = architecture;
    ownLayers.draftModel.clear();
    Expected<Question> asked = question(ownLayers, s);
    if (!asked) errors.insert(errors.end(), asked.errors().begin(), asked.errors().end());
    if (!errors.empty()) return errors;

    Settings q;
    q.rules = &rulesFor(s, notes);
    q.types = *types;
    q.parts = asked->stage;
    q.draftModel = architecture.draftModel;
    const bool split = s.swaFullTokensRatio || s.swaTotalNumTokens;
    if (architecture.windowsInFullPool && !split) holdWindowsInFull(q);
    if (any(q.parts, isCompressed))
        q.layout = Layout::compressed;
    else if (any(q.parts, isLocal))
        q.layout = Layout::windowed;
    if (s.allocateAllIndexers.value_or(!q.rules->sharedIndexers)) fillIndexers(q.parts);
    dropSharedCross(q.parts);

    q.maxModelLen = s.maxModelLen.value_or(asked->tokens);
    q.tokens = std::min(asked->tokens, q.maxModelLen);
    q.sequences = asked->rankSequences;
    q.ranks = asked->ranks;
    q.tokenRanks = asked->tokenRanks;
    q.replicas = replicasOf(s);
    q.gpuRanks = s.tp.value_or(1) * s.pp.value_or(1);

    q.pageSize = pageSizeOf(q, s, notes);
    for (const CachePart& p : q.parts) {
        if (isLocal(p)) q.window = std::max(q.window, p.window);
        if (p.kind == Kind::cross) q.encoderTokens = std::max(q.encoderTokens, p.window);
    }
    q.windowRatio = s.swaFullTokensRatio.value_or(q.layout == Layout::compressed ? 0.1 : 0.8);
    q.radixCache = s.radixCache.value_or(true);
    q.overlap = s.overlap.value_or(true);
    q.draftTokens = s.speculativeTokens.value_or(0);
    const bool drafts = any(q.parts, [](const CachePart& p) { return p.draft; }) || !q.draftModel.empty();
    q.speculative = s.speculative.value_or(false) || q.draftTokens > 0 || drafts;
    q.countIndexer = s.countIndexer.value_or(true);
    q.chunk = s.chunkedPrefillSize.value_or(8192);
    q.running = runningOf(q, s);
    // Without a prefix cache a request holds the state that it uses, no other.
    q.slotsPerRequest = q.radixCache ? s.stateSlotsPerRequest.value_or(3) : 1;
    q.stateRatio = s.mambaFullMemoryRatio.value_or(0.9);
    return q;
}

}  // namespace kvfit::sglang
