#include "engine/vllm/settings.hpp"
#include "plan/reason_case.hpp"

namespace kvfit {

namespace {

/// Window layers that keep every token.
void fullLength(const Case& c, Notes& out) {
    const CachePart* w = c.window();
    if (w == nullptr) return;
    const bool oneGroup = (c.is("vllm") || c.is("tensorrt-llm")) && c.count("numGroups") == 1;
    const bool cells = (c.is("llama.cpp") || c.is("ollama")) && c.count("swaCells") >= c.count("nCtxPerSequence");
    const bool onePool = c.is("sglang") && c.count("swaCapacityTokens") == 0;
    const bool onlyWindows = c.part([](const CachePart& p) { return p.kind != Kind::window; }) == nullptr;
    if (!c.is("lmdeploy") && !oneGroup && !cells && !onePool) return;
    if (onlyWindows && !cells && !onePool) return;
    const char* field = c.is("vllm")           ? "hybridKvManager"
                        : c.is("tensorrt-llm") ? "attentionWindows"
                        : cells                ? "swaFull"
                                               : "";
    out.push_back({"windows_at_full_length",
                   "layers with a window of " + number(w->window) + " keep every token of a request",
                   field,
                   {{"window", number(w->window)}}});
}

/// vLLM: a request sets aside its window and all tokens in flight in each group of window layers.
void windowReserve(const Case& c, Notes& out) {
    const CachePart* w = c.window();
    if (!c.is("vllm") || w == nullptr || c.count("numGroups") < 2) return;
    Notes unused;
    const Expected<vllm::Settings> q = vllm::settingsOf(c.a, c.s, unused);
    if (!q) return;
    out.push_back({"window_reserve",
                   "a request sets aside its window of " + number(w->window) + " tokens and the " +
                       number(q->inFlight) + " tokens that may be in flight, in every group of window layers",
                   "maxNumBatchedTokens",
                   {{"window", number(w->window)}, {"tokens", number(q->inFlight)}}});
}

/// vLLM: groups are filled up to one size, and all of them cost a whole block.
void groupPadding(const Case& c, Notes& out) {
    const std::int64_t layers = c.count("paddingLayers");
    if (!c.is("vllm") || layers == 0) return;
    out.push_back({"group_padding",
                   "layers are dealt to " + number(c.count("numGroups")) + " groups of one size, which leaves " +
                       number(layers) + " places empty",
                   "",
                   {{"groups", number(c.count("numGroups"))}, {"layers", number(layers)}}});
}

/// vLLM before 0.20: the token line divides the blocks by the groups.
void dividedTokens(const Case& c, Notes& out) {
    if (!c.is("vllm") || c.count("numGroups") < 2) return;
    Notes unused;
    const Expected<vllm::Settings> q = vllm::settingsOf(c.a, c.s, unused);
    if (!q || q->rules->tokensByConcurrency || q->rules->pool) return;
    out.push_back({"tokens_divided_by_groups",
                   "this release prints its blocks divided by the " + number(c.count("numGroups")) +
                       " groups, as if each took as many; its concurrency tells what it holds",
                   "engineVersion",
                   {{"groups", number(c.count("numGroups"))}}});
}

/// SGLang: the pool of window layers is a share of the full one, whatever the window.
void windowPoolRatio(const Case& c, Notes& out) {
    const CachePart* w = c.window();
    if (!c.is("sglang") || w == nullptr || c.count("swaCapacityTokens") == 0) return;
    out.push_back({"window_pool_ratio",
                   "window layers have a pool of " + number(c.count("swaCapacityTokens")) +
                       " tokens, a fixed share of the " + number(c.count("kvCapacityTokens")) +
                       " of full layers, though a request needs only its window of " + number(w->window) + " there",
                   "swaFullTokensRatio",
                   {{"swaTokens", number(c.count("swaCapacityTokens"))},
                    {"tokens", number(c.count("kvCapacityTokens"))},
                    {"window", number(w->window)}}});
}

/// TensorRT-LLM: each attention window has memory of its own.
void windowPoolSplit(const Case& c, Notes& out) {
    if (!c.is("tensorrt-llm") || c.window() == nullptr || c.count("numGroups") < 2) return;
    out.push_back({"window_pool_split",
                   "memory is divided among " + number(c.count("numGroups")) +
                       " attention windows when the engine starts, whatever requests need of each",
                   "attentionWindows",
                   {{"windows", number(c.count("numGroups"))},
                    {"fullBlocks", number(c.count("fullNumBlocks"))},
                    {"swaBlocks", number(c.count("swaNumBlocks"))}}});
}

/// llama.cpp: window layers have room for the windows of all slots and one micro batch.
void windowCells(const Case& c, Notes& out) {
    const std::int64_t cells = c.count("swaCells");
    if (!(c.is("llama.cpp") || c.is("ollama")) || cells == 0 || cells >= c.count("nCtxPerSequence")) return;
    out.push_back(
        {"window_cells",
         "window layers have " + number(cells) + " cells: the windows of the slots that share them and a micro batch",
         "nUbatch",
         {{"cells", number(cells)}}});
}

}  // namespace

void windowReasons(const Case& c, Notes& out) {
    for (const auto rule :
         {windowPoolRatio, windowPoolSplit, windowReserve, windowCells, fullLength, groupPadding, dividedTokens})
        rule(c, out);
}

}  // namespace kvfit
