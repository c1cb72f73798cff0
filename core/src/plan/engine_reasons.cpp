#include "plan/engine_reasons.hpp"

#include "plan/reason_case.hpp"

namespace kvfit {

namespace {

/// The last block, page or run of cells of a request is partly filled.
void rounding(const Case& c, Notes& out) {
    std::int64_t granule = std::max(c.count("fullBlockSize"), c.count("blockSize"));
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
    for (const auto rule : {windowReasons, states, rounding, replicated, records}) rule(c, out);
    return out;
}

}  // namespace kvfit
