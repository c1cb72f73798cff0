#include "engine/llamacpp/size.hpp"

#include <string>

#include "arch/checks.hpp"
#include "base/text.hpp"
#include "engine/llamacpp/allocation.hpp"
#include "engine/llamacpp/budget.hpp"
#include "engine/llamacpp/metrics.hpp"
#include "engine/llamacpp/refuse.hpp"
#include "engine/llamacpp/versions.hpp"

namespace kvfit::llamacpp {

namespace {

constexpr const char* source =
    "llama.cpp src/llama-context.cpp, llama-kv-cache*.cpp, llama-memory-recurrent.cpp @82bb48500";

Figure figure(const Traced& bytes, const char* rule, const char* sentence, const std::string& versions) {
    return {bytes.number.value, bytes.term, rule, sentence, source, versions};
}

std::string count(std::int64_t n) { return grouped(static_cast<double>(n)); }

void addFigures(SizeResult& r, const Settings& s, const Traced& reserved, const std::string& versions) {
    const Traced live = totalOf(allocateAll<Traced>(s, Holding::live, s.ctx));
    const Traced content = totalOf(allocateAll<Traced>(s, Holding::content, s.ctx));
    r.figures["reservedBytes"] = figure(reserved, "llamacpp_context",
                                        "All cells and states of the context are allocated when it starts.", versions);
    r.figures["liveBytes"] =
        figure(live, "llamacpp_cells_in_use", "Cells and states that these sequences occupy at this length.", versions);
    r.figures["cachedBytes"] =
        figure(live, "llamacpp_slot_keeps_prompt",
               "A slot keeps its cells after the request, for the next prompt with the same start.", versions);
    r.figures["paddingBytes"] =
        figure(reserved - content, "llamacpp_padding",
               "Allocated beyond what the context asked for can hold: rounding, micro batch, wider V rows, "
               "unread V, rollback and compressor states.",
               versions);
}

/// Settings of other engines that were given here and change nothing.
void addUnused(SizeResult& r, const Settings& s, const Scenario& scenario) {
    const auto unused = [&](bool given, const char* field, const char* message) {
        if (given) r.notes.push_back({"setting_not_used", message, field, {{"field", field}}});
    };
    const auto differs = [](const Scenario::Text& type, const ChosenType& used) {
        return type && *type != "auto" && findDtype(*type) != used.dtype;
    };
    unused(differs(scenario.indexerDtype, s.types.indexer), "indexerDtype", "index keys are stored in the type of K");
    unused(differs(scenario.stateDtype, s.types.recurrent), "stateDtype", "states are stored in f32");
    unused(differs(scenario.convDtype, s.types.conv), "convDtype", "states are stored in f32");
    unused(scenario.tp.value_or(1) > 1, "tp",
           "the bytes are those of all devices together, whichever layers they hold");
}

void addNotes(SizeResult& r, const Settings& s, const Architecture& architecture, const Scenario& scenario) {
    const Context<Exact> context = contextOf<Exact>(s, s.ctx);
    const std::int64_t slot = context.perStream.value;
    if (context.total.value != s.ctx)
        r.notes.push_back({"context_rounded",
                           "a context of " + count(s.ctx) + " becomes " + count(context.total.value) + " cells",
                           "ctx",
                           {{"asked", count(s.ctx)}, {"total", count(context.total.value)}}});
    if (s.sequences > s.slots)
        r.warnings.push_back({"sequences_above_slots",
                              count(s.sequences) + " sequences share " + count(s.slots) + " slots; the others wait",
                              "nParallel",
                              {{"sequences", count(s.sequences)}, {"slots", count(s.slots)}}});
    const bool given = scenario.tokens.has_value();
    const std::int64_t room = s.unified && !s.perSequence ? slot / std::min(s.sequences, s.slots) : slot;
    if (given && s.tokens > room)
        r.warnings.push_back({"tokens_above_context",
                              count(s.tokens) + " tokens do not fit into the " + count(room) + " of a sequence",
                              "ctx",
                              {{"tokens", count(s.tokens)}, {"room", count(room)}}});
    if (architecture.trainedContext > 0 && slot > architecture.trainedContext &&
        r.tokens <= architecture.trainedContext)
        r.warnings.push_back(
            {"context_above_trained",
             "a context of " + count(slot) + " is above the trained context of " + count(architecture.trainedContext),
             "ctx",
             {{"tokens", count(slot)}, {"trained", count(architecture.trainedContext)}}});
    bool window = false;
    bool cross = false;
    for (const CachePart& part : s.parts) {
        window = window || part.kind == Kind::window || part.kind == Kind::chunked;
        cross = cross || !isStored(s, part);
    }
    if (window && !s.windowCache)
        r.notes.push_back({"window_not_used",
                           "every layer of this model has a window; the engine stores such layers at full length",
                           "swaFull",
                           {}});
    if (cross)
        r.notes.push_back(
            {"cross_not_stored", "cross attention is computed anew and holds no cache in this engine", "", {}});
}

Errors apply(const Architecture& architecture, const Scenario& scenario, Program program, const EngineVersion& version,
             SizeResult& r) {
    Errors errors = refuseScenario(scenario);
    if (!errors.empty()) return errors;
    const Settings s = settingsOf(architecture, scenario, program, r.tokens);
    errors = refuseTypes(s);
    if (!errors.empty()) return errors;

    const std::vector<Allocation<Exact>> reserved = allocateAll<Exact>(s, Holding::reserved, s.ctx);
    const Exact bytes = totalOf(reserved);
    if (bytes.lost) return {tooLarge()};
    r.engine = program == Program::ollama ? "ollama" : "llama.cpp";
    r.engineVersion = version.id;
    if (scenario.engineVersion && version.id != *scenario.engineVersion)
        r.notes.push_back({"engine_version_unknown",
                           "the rules of " + std::string(version.title) + " apply",
                           "engineVersion",
                           {{"value", shortened(*scenario.engineVersion)}, {"used", std::string(version.title)}}});
    addFigures(r, s, totalOf(allocateAll<Traced>(s, Holding::reserved, s.ctx)), std::string(version.title));
    addMetrics(r, s, reserved);
    addBudget(r, s, architecture, scenario, bytes.value);
    addNotes(r, s, architecture, scenario);
    addUnused(r, s, scenario);
    return {};
}

}  // namespace

Errors applyLlama(const Architecture& architecture, const Scenario& scenario, SizeResult& result) {
    return apply(architecture, scenario, Program::llama, rulesOf(scenario).version, result);
}

Errors applyOllama(const Architecture& architecture, const Scenario& scenario, SizeResult& result) {
    static const EngineVersion newest = ollamaVersion();
    return apply(architecture, scenario, Program::ollama, newest, result);
}

}  // namespace kvfit::llamacpp
