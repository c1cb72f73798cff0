#include "plan/engine_reasons.hpp"

#include <algorithm>

#include "arch/checks.hpp"
#include "base/text.hpp"
#include "engine/vllm/settings.hpp"

namespace kvfit {

namespace {

/// A scenario's result with what the reasons look at.
class Case {
public:
    Case(const Architecture& a, const Scenario& s, const SizeResult& r) : a(a), s(s), r(r) {}

    const Architecture& a;
    const Scenario& s;
    const SizeResult& r;

    bool is(const char* engine) const { return r.engine == engine; }
    std::int64_t longest() const { return s.maxModelLen.value_or(lengthOf(a, s)); }

    /// A count of the result, 0 where the engine does not define it.
    std::int64_t count(const char* metric) const {
        const auto found = r.metrics.find(metric);
        const auto* value = found == r.metrics.end() ? nullptr : std::get_if<std::int64_t>(&found->second);
        return value == nullptr ? 0 : *value;
    }
    bool noted(const char* code) const {
        return std::any_of(r.notes.begin(), r.notes.end(), [&](const Note& n) { return n.code == code; });
    }
    const CachePart* part(bool (*test)(const CachePart&)) const {
        const auto found = std::find_if(a.parts.begin(), a.parts.end(), test);
        return found == a.parts.end() ? nullptr : &*found;
    }
    /// The window layers' part, where a request of the maximum length is longer than its window.
    const CachePart* window() const {
        const CachePart* p = part([](const CachePart& p) { return p.kind == Kind::window || p.kind == Kind::chunked; });
        return p != nullptr && p->window < longest() ? p : nullptr;
    }
    const CachePart* state() const {
        return part([](const CachePart& p) { return p.role == Role::recurrent || p.role == Role::conv; });
    }
    std::int64_t ranks() const { return s.attentionDp.value_or(false) ? 1 : s.tp.value_or(1); }
};

std::string number(std::int64_t n) { return grouped(static_cast<double>(n)); }

/// Window layers that keep every token.
void fullLength(const Case& c, Notes& out) {
    const CachePart* w = c.window();
    if (w == nullptr) return;
    const bool oneGroup = (c.is("vllm") || c.is("tensorrt-llm")) && c.count("numGroups") == 1;
    const bool cells = (c.is("llama.cpp") || c.is("ollama")) && c.count("swaCells") >= c.count("nCtxPerSequence");
    const bool onlyWindows = c.part([](const CachePart& p) { return p.kind != Kind::window; }) == nullptr;
    if (!c.is("lmdeploy") && !oneGroup && !cells) return;
    if (onlyWindows && !cells) return;
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

/// The last block, page or run of cells of a request is partly filled.
void rounding(const Case& c, Notes& out) {
    std::int64_t granule = std::max(c.count("fullBlockSize"), c.count("blockSize"));
    if (c.is("sglang")) granule = c.s.pageSize.value_or(1);
    const bool cells = c.noted("context_rounded");
    if (!cells && (granule < 2 || c.longest() % granule == 0)) return;
    if (cells) granule = c.s.nCtxPad.value_or(256);
    const std::int64_t room = (c.longest() + granule - 1) / granule * granule;
    out.push_back({"length_rounded",
                   "a request of " + number(c.longest()) + " tokens takes room for " + number(room),
                   cells                  ? "nCtxPad"
                   : c.is("sglang")       ? "pageSize"
                   : c.is("tensorrt-llm") ? "tokensPerBlock"
                                          : "blockSize",
                   {{"tokens", number(c.longest())}, {"room", number(room)}, {"granule", number(granule)}}});
}

/// Fewer KV heads than ranks, or a latent: every rank keeps what others keep too.
void replicated(const Case& c, Notes& out) {
    if (c.ranks() == 1 || c.is("llama.cpp") || c.is("ollama")) return;
    const CachePart* kv = c.part([](const CachePart& p) { return p.role == Role::kv; });
    if (kv != nullptr && kv->heads % c.ranks() != 0)
        out.push_back({"heads_on_ranks",
                       number(kv->heads) + " KV heads do not divide by " + number(c.ranks()) +
                           " ranks; a rank keeps whole heads, at least one",
                       "tp",
                       {{"heads", number(kv->heads)}, {"ranks", number(c.ranks())}}});
    if (c.part([](const CachePart& p) { return p.role == Role::latent; }) != nullptr)
        out.push_back({"latent_on_ranks",
                       "a latent is not divided: each of " + number(c.ranks()) + " ranks keeps all of it",
                       "attentionDp",
                       {{"ranks", number(c.ranks())}}});
}

/// States are kept apart from tokens, each engine in its way.
void states(const Case& c, Notes& out) {
    if (c.state() == nullptr || c.is("llama.cpp") || c.is("ollama")) return;
    if (c.is("vllm")) {
        out.push_back({"states_in_blocks",
                       "a state takes whole blocks of the same pool, so attention blocks grow to " +
                           number(c.count("fullBlockSize")) + " tokens to be as large as one",
                       "stateCacheMode",
                       {{"tokens", number(c.count("fullBlockSize"))}}});
        return;
    }
    out.push_back({"states_in_slots",
                   "memory for states is set aside for every slot when the engine starts, used or not",
                   c.is("sglang") ? "maxMambaCacheSize" : "maxNumSeqs",
                   {}});
}

/// Scales and alignment of a quantized cache.
void records(const Case& c, Notes& out) {
    if (c.noted("fp8_record"))
        out.push_back(
            {"fp8_record", "fp8 latents are stored in records of 656 bytes with their scales", "kvDtype", {}});
    const std::string type = c.s.kvDtype.value_or("");
    if (c.is("lmdeploy") && (type == "int8" || type == "int4" || type == "turbo_quant"))
        out.push_back({"scales_for_heads",
                       "each head and token has scales in the model's type beside its " + type + " values",
                       "kvDtype",
                       {{"type", type}}});
}

}  // namespace

Notes engineReasons(const Architecture& architecture, const Scenario& scenario, const SizeResult& result) {
    const Case c(architecture, scenario, result);
    Notes out;
    for (const auto rule : {windowPoolRatio, windowPoolSplit, windowReserve, windowCells, fullLength, groupPadding,
                            dividedTokens, states, rounding, replicated, records})
        rule(c, out);
    return out;
}

}  // namespace kvfit
