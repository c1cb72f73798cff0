#include "engine/tensorrtllm/notes.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "engine/remarks.hpp"

namespace kvfit::tensorrtllm {

namespace {

std::string number(std::int64_t value) { return grouped(static_cast<double>(value)); }

}  // namespace

void addWarnings(const Settings& q, const std::vector<Pool>& pools, const Budget& budget,
                 const std::optional<Capacity>& capacity, const Scenario& s, SizeResult& r) {
    r.metrics["warning"] = std::string("none");
    warnAboveMaximum(s, q.maxModelLen, r);
    if (budget.tokens && q.rules->equalShares && pools.size() > 1)
        r.warnings.push_back({"max_tokens_ignored",
                              "max_tokens is ignored for a model with several attention windows; give memory instead",
                              "maxTokens",
                              {{"value", number(*budget.tokens)}}});
    if (capacity && !capacity->fits)
        r.warnings.push_back({"max_seq_len_reduced",
                              "the cache does not hold one request of " + number(q.maxModelLen) +
                                  " tokens; the engine lowers max_seq_len to " + number(capacity->longest),
                              "maxModelLen",
                              {{"asked", number(q.maxModelLen)}, {"longest", number(capacity->longest)}}});
}

void addNotes(const Settings& q, const std::vector<Pool>& pools, SizeResult& r) {
    const auto note = [&](const char* code, const char* message, const char* field) {
        r.notes.push_back({code, message, field, {}});
    };
    const auto any = [&](auto test) { return std::any_of(q.parts.begin(), q.parts.end(), test); };
    note("rules_read", "the rules of TensorRT-LLM were read in single files of several releases, not run", "engine");

    const auto windows =
        std::count_if(pools.begin(), pools.end(), [](const Pool& p) { return p.keep == Pool::Keep::window; });
    if (windows > 0 && pools.size() > 1)
        note(
            "window_split_read",
            q.rules->equalShares
                ? "every attention window gets the same memory unless TRTLLM_WINDOW_SIZE_SHARES is set; "
                  "attentionWindows false holds all layers at full length, as a start without max_attention_window does"
                : "memory is split by window x bytes of a token, which the engine computes in single precision",
            "attentionWindows");
    if (!q.windows && any([](const CachePart& p) { return p.kind == Kind::window; }))
        note("windows_not_asked",
             "window layers have full length, as the engine's start without max_attention_window makes them",
             "attentionWindows");
    if (windows > 0)
        note("prompt_of_windows",
             "while a prompt is read, window layers may hold all of it; the reservation is what the scheduler counts",
             "maxNumBatchedTokens");
    if (any([](const CachePart& p) { return p.role == Role::kv && p.keyWidth != p.valueWidth; }))
        note("widths_unified", "K and V are stored in one width, the larger one; this was read for equal widths only",
             "model");
    if (any([](const CachePart& p) { return p.kind == Kind::chunked; }))
        note("chunks_at_full_length", "layers with chunked attention are taken to keep every token", "model");
    if (any([](const CachePart& p) { return p.role == Role::recurrent || p.role == Role::conv; }))
        r.notes.push_back(
            {"states_in_slots",
             "memory for the states of " + number(q.slots) +
                 " sequences (max_batch_size, here the scenario's sequences unless given) is taken first; "
                 "how many snapshots stay for reuse depends on the release",
             "maxNumSeqs",
             {{"slots", number(q.slots)}}});
    if (any([](const CachePart& p) { return p.kind == Kind::compressed; }))
        note("compressed_read",
             "windows and compressor states of compressed attention are rounded up to whole blocks for each slot; how "
             "later releases share them was not followed",
             "tokensPerBlock");
    if (any([](const CachePart& p) { return p.role == Role::cross; }))
        note("cross_read", "cross attention has its own pool, of cross_kv_cache_fraction of the memory",
             "crossKvCacheFraction");
    if (any([](const CachePart& p) { return p.role == Role::indexer && p.ratio == 1; }))
        note("indexer_read", "index keys have a pool beside the latents with as many blocks", "indexerDtype");
    if (q.contextRanks > 1)
        note("helix_read", "context parallelism (Helix) deals whole blocks to its ranks in turn", "dcp");
}

}  // namespace kvfit::tensorrtllm
