#include "engine/llamacpp/settings.hpp"

#include <algorithm>

#include "cache/draft.hpp"
#include "engine/llamacpp/versions.hpp"

namespace kvfit::llamacpp {

namespace {

bool isKeyValue(const CachePart& part) { return part.role == Role::kv; }

/// Default num_ctx by the memory of all devices: ollama server/routes.go @fb3076099.
std::int64_t contextOfMemory(double gib) { return gib >= 47 ? 262144 : gib >= 23 ? 32768 : 4096; }

/// `type` of `text`, f16 where it is absent or `auto`. Names are checked before (refuse.cpp).
ChosenType typeOf(const Scenario::Text& text, const char* field, const ChosenType& otherwise) {
    const Dtype* dtype = text ? findDtype(*text) : nullptr;
    return dtype == nullptr ? otherwise : ChosenType{dtype, field};
}

/// K and V as asked (`-ctk`, `-ctv`); latents and index keys are stored as K; states always in f32
/// (llama.cpp src/llama-model.cpp create_memory @82bb48500).
Types typesOf(const Scenario& s) {
    const ChosenType all = typeOf(s.kvDtype, "kvDtype", {findDtype("f16"), "llama.cpp: f16"});
    Types t;
    t.key = typeOf(s.kDtype, "kDtype", all);
    t.value = typeOf(s.vDtype, "vDtype", all);
    t.latent = t.indexer = t.key;
    t.recurrent = t.conv = {findDtype("f32"), "llama.cpp: f32"};
    return t;
}

}  // namespace

Settings settingsOf(const Architecture& architecture, const Scenario& s, Program program, std::int64_t tokens) {
    const VersionRules& rules = program == Program::ollama ? versionRules().back() : rulesOf(s);
    Settings c;
    c.program = program;
    c.parts = countedParts(architecture, s);
    c.types = typesOf(s);
    c.tokens = tokens;
    c.sequences = s.sequences.value_or(1);
    c.slots = s.nParallel.value_or(c.sequences);
    c.ubatch = s.nUbatch.value_or(512);
    c.rollback = s.nRsSeq.value_or(0);
    c.unified = s.kvUnified.value_or(c.slots == 1 || !rules.streams || program == Program::ollama);
    c.flashAttention = s.flashAttn.value_or(rules.flashAttention);
    c.padding = s.nCtxPad.value_or(c.flashAttention ? rules.flashPadding : rules.padding);
    c.swaFull = s.swaFull.value_or(!rules.windowCache);
    c.storeLatentV = s.mlaStoreV.value_or(false);

    if (program == Program::ollama && s.totalVramGib) c.defaultContext = contextOfMemory(*s.totalVramGib);
    if (s.ctx) {
        c.ctx = *s.ctx;
    } else if (c.defaultContext > 0 && !s.tokens && !s.maxModelLen) {
        c.ctx = c.defaultContext * c.slots;
        c.ctxSource = "totalVramGib";
    } else {
        c.ctx = s.maxModelLen.value_or(tokens) * c.slots;
        c.ctxSource = s.maxModelLen ? "maxModelLen" : "tokens";
    }

    const auto any = [&](auto test) { return std::any_of(c.parts.begin(), c.parts.end(), test); };
    c.perSequence = any([](const CachePart& p) { return p.kind == Kind::compressed; });
    // Models whose every layer has a window run with full-length caches: the llama architecture reads
    // no window, phi3 disables it (llama.cpp src/models/llama.cpp, src/models/phi3.cpp @82bb48500).
    c.windowCache = any([](const CachePart& p) { return p.kind != Kind::window && p.kind != Kind::chunked; });
    for (const CachePart& p : c.parts)
        if (isKeyValue(p)) c.widestV = std::max(c.widestV, p.heads * p.valueWidth);
    return c;
}

}  // namespace kvfit::llamacpp
