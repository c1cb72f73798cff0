#include "kvfit/weights.hpp"

#include <algorithm>

#include "arch/checks.hpp"
#include "base/traced.hpp"
#include "cache/stage.hpp"
#include "weights/gguf_mix.hpp"
#include "weights/loaded.hpp"
#include "weights/share.hpp"
#include "weights/typed.hpp"
#include "weights/width.hpp"

namespace kvfit {

namespace {

/// Bytes of one copy of a module in one layer, all ranks together.
Exact copyBytes(const Module& m) {
    const Width w = widthOf(m.dtype).value_or(Width{});
    return ceilDivide(Exact(m.params) * Exact(w.bytes), Exact(w.elements));
}

/// Layers of a module within a pipeline stage; what lies outside the layers is on the first stage, the
/// head and the final norm on the last, a tied embedding on both.
std::int64_t layersIn(const Module& m, Stage stage, bool first, bool last, bool tied) {
    if (m.layers.empty()) {
        const bool end = m.kind == ModuleKind::head || m.kind == ModuleKind::norm;
        return end ? last : first || (last && tied && m.kind == ModuleKind::embedding);
    }
    return std::count_if(m.layers.begin(), m.layers.end(),
                         [&](std::int64_t i) { return i >= stage.first && (i < stage.last || last); });
}

bool counted(const Module& m, const Scenario& s) {
    const bool drafts = s.draftLayers && (s.draftLayers->all || s.draftLayers->count > 0);
    return !m.draft || drafts || s.speculative.value_or(false);
}

Traced rankTerm(const Module& m, const Share& share, std::int64_t layers) {
    const Width w = widthOf(m.dtype).value_or(Width{});
    const std::string source = m.sources.empty() ? "" : m.sources.begin()->second;
    Traced bytes =
        leaf(m.params, m.name, "parameters", source) * leaf(w.bytes, m.dtype + " bytes", "B", "weightsDtype");
    if (w.elements != 1) bytes = ceilDivide(bytes, leaf(w.elements, m.dtype + " elements", "elements", "weightsDtype"));
    if (layers != 1) bytes = leaf(layers, "layers", "layers", "") * bytes;
    if (share.copies != 1) bytes = bytes * leaf(share.copies, "experts", "", "num_experts");
    if (share.ranks != 1) bytes = ceilDivide(bytes, leaf(share.ranks, "ranks", "ranks", "tp"));
    return bytes;
}

std::vector<Traced> rankBytes(const std::vector<Module>& checkpoint, const Architecture& a, const Scenario& s) {
    const std::vector<Module> modules = laidOut(checkpoint, a, s);
    const RankLayout layout = rankLayoutOf(s);
    const std::vector<Stage> stages = stagesOf(a.layers, layout.pp);
    const bool tied =
        std::none_of(modules.begin(), modules.end(), [](const Module& m) { return m.kind == ModuleKind::head; });
    std::vector<Traced> out;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const bool last = i + 1 == stages.size();
        std::vector<Traced> terms;
        std::vector<Held> held;
        for (const Module& m : modules) {
            const std::int64_t layers = counted(m, s) ? layersIn(m, stages[i], i == 0, last, tied) : 0;
            if (layers == 0) continue;
            const Share share = shareOf(m, layout);
            terms.push_back(rankTerm(m, share, layers));
            held.push_back({&m, layers, (copyBytes(m) * Exact(share.copies)).value / share.ranks});
        }
        const Extras extras = extrasOf(held, a, s);
        const auto extra = [&](std::int64_t bytes, const char* symbol, const char* source) {
            if (bytes > 0) terms.push_back(leaf(bytes, symbol, "B", source));
        };
        extra(extras.rotary, "rotary tables", "max_position_embeddings");
        extra(extras.absorbed, "absorbed projections", "kv_lora_rank");
        extra(extras.rests, "rests of blocks", "PyTorch allocator");
        Traced total = terms.empty() ? leaf(0, "", "B", "") : terms.front();
        for (std::size_t t = 1; t < terms.size(); ++t) total = total + terms[t];
        out.push_back(std::move(total));
    }
    return out;
}

Exact wholeBytes(const std::vector<Module>& modules, const Scenario& s) {
    Exact total(0);
    for (const Module& m : modules)
        if (counted(m, s))
            total = total + copyBytes(m) * Exact(m.copies) *
                                Exact(std::max<std::int64_t>(1, static_cast<std::int64_t>(m.layers.size())));
    return total;
}

/// File types of llama.cpp that take several types of tensors.
bool isMixed(const std::string& dtype) {
    return isGgufMix(dtype) && (dtype.find("_k") != std::string::npos || dtype.compare(0, 2, "iq") == 0);
}

/// Files of one mix differ in the layers that they keep at more bits: nine of ten of the first half of the start-ups
/// hold 6% less to 3% more than the mix by the book; a header would tell.
WeightSize ggufRange(WeightSize out) {
    const auto widen = [](std::int64_t bytes, std::int64_t percent) {
        return static_cast<std::int64_t>(static_cast<double>(bytes) * static_cast<double>(percent) / 100);
    };
    out.low = widen(out.bytes, 94);
    out.high = widen(out.bytes, 103);
    for (RankWeights& stage : out.stages) {
        stage.low = widen(stage.bytes, 94);
        stage.high = widen(stage.bytes, 103);
    }
    return out;
}

/// Counted module by module.
Expected<WeightSize> counted(const Architecture& a, const Scenario& s) {
    const Expected<TypedModules> usual = typedModules(a, s);
    if (!usual) return usual.errors();
    WeightSize out;
    out.dtype = usual->dtype;
    out.source = "modules";
    out.layers.resize(static_cast<std::size_t>(a.layers));
    Exact params(0);
    for (const Module& m : usual->modules) {
        if (!counted(m, s)) continue;
        const std::int64_t bytes = (copyBytes(m) * Exact(m.copies)).value;
        const auto layers = static_cast<std::int64_t>(m.layers.size());
        params = params + Exact(m.params) * Exact(m.copies) * Exact(std::max<std::int64_t>(1, layers));
        if (m.layers.empty()) {
            (m.kind == ModuleKind::embedding ? out.embeddingBytes
             : m.kind == ModuleKind::head    ? out.headBytes
                                             : out.otherBytes) += bytes;
            continue;
        }
        for (const std::int64_t layer : m.layers) {
            if (layer >= a.layers) {
                out.otherBytes += bytes;
                continue;
            }
            LayerWeights& l = out.layers[static_cast<std::size_t>(layer)];
            l.bytes += bytes;
            if (m.kind == ModuleKind::expert) l.expertBytes += bytes;
        }
    }
    const Exact whole = wholeBytes(usual->modules, s);
    if (whole.lost || params.lost) return tooLarge();
    out.params = params.value;
    out.bytes = out.low = out.high = whole.value;
    for (const Traced& stage : rankBytes(usual->modules, a, s))
        out.stages.push_back({stage.number.value, stage.number.value, stage.number.value, stage.term});
    if (isMixed(usual->dtype)) return ggufRange(std::move(out));
    if (usual->decided) return out;
    for (const Taken taken : {Taken::most, Taken::experts}) {
        const Expected<TypedModules> other = typedModules(a, s, taken);
        if (!other) return other.errors();
        const std::int64_t bytes = wholeBytes(other->modules, s).value;
        out.low = std::min(out.low, bytes);
        out.high = std::max(out.high, bytes);
        const std::vector<Traced> stages = rankBytes(other->modules, a, s);
        for (std::size_t i = 0; i < stages.size(); ++i) {
            out.stages[i].low = std::min(out.stages[i].low, stages[i].number.value);
            out.stages[i].high = std::max(out.stages[i].high, stages[i].number.value);
        }
    }
    out.notes.push_back({"weights_range",
                         "a file of type " + out.dtype + " may keep some layers in 16 bits; its header would tell",
                         "weightsDtype",
                         {{"dtype", out.dtype}}});
    return out;
}

/// One total divided evenly, where the layers are not known.
WeightSize even(const Architecture& a, const Scenario& s, std::int64_t bytes, const char* symbol, const char* source) {
    const RankLayout layout = rankLayoutOf(s);
    WeightSize out;
    out.params = a.weights.totalParams;
    out.dtype = a.weights.dtype;
    out.source = source;
    out.bytes = out.low = out.high = bytes;
    for (std::int64_t i = 0; i < layout.pp; ++i) {
        const Traced term =
            layout.tp * layout.pp == 1
                ? leaf(bytes, symbol, "B", "")
                : ceilDivide(leaf(bytes, symbol, "B", ""), leaf(layout.tp * layout.pp, "ranks", "ranks", "tp"));
        out.stages.push_back({term.number.value, term.number.value, term.number.value, term.term});
    }
    return out;
}

/// Exact bytes of a header: by layer where it names layers.
WeightSize fromHeader(const Architecture& a, const Scenario& s) {
    WeightSize out = even(a, s, a.weights.bytes, "header bytes", "header");
    for (const std::int64_t bytes : a.weights.layerBytes) out.layers.push_back({bytes, 0});
    out.otherBytes = a.weights.otherBytes;
    return out;
}

Error unknownWeights(const Parameters& p) {
    const auto missing = p.sources.find("missing");
    const std::string field = missing == p.sources.end() ? "" : missing->second;
    return {"unknown_weights",
            "",
            field.empty() ? "weightsGib" : field,
            "nothing in this file tells how large the weights are",
            field.empty() ? "give weightsGib, or a file that states its dimensions"
                          : "add " + field + ", or give weightsGib",
            0,
            0,
            {{"missing", field}}};
}

}  // namespace

Expected<WeightSize> weights(const Architecture& a, const Scenario& s) {
    if (const Errors errors = checkScenario(a, s); !errors.empty()) return errors;
    if (a.weights.bytes > 0 && !s.weightsDtype) return fromHeader(a, s);
    if (!a.parameters.modules.empty()) return counted(a, s);
    const std::string asked = weightTypeName(s.weightsDtype ? *s.weightsDtype : a.weights.dtype);
    const std::optional<Width> width = widthOf(asked.empty() ? "bf16" : asked);
    if (a.weights.totalParams == 0 || !width) return unknownWeights(a.parameters);
    const Exact bytes = ceilDivide(Exact(a.weights.totalParams) * Exact(width->bytes), Exact(width->elements));
    if (bytes.lost) return tooLarge();
    WeightSize out = even(a, s, bytes.value, "parameters x width", "parameters");
    out.dtype = asked;
    out.notes.push_back({"weights_by_total",
                         "the weights are the published number of parameters at one width, divided evenly",
                         "totalParams",
                         {}});
    return out;
}

}  // namespace kvfit
