#include "engine/lmdeploy/settings.hpp"

#include <algorithm>

#include "arch/checks.hpp"
#include "base/exact.hpp"
#include "base/text.hpp"
#include "cache/draft.hpp"
#include "engine/remarks.hpp"

namespace kvfit::lmdeploy {

namespace {

constexpr std::int64_t mostBlock = 1 << 16;

template <class Test>
bool any(const std::vector<CachePart>& parts, Test test) {
    return std::any_of(parts.begin(), parts.end(), test);
}

// lmdeploy/messages.py PytorchEngineConfig.__post_init__ @1263d5cd8
void refuseBlock(Errors& errors, std::int64_t tokens) {
    if (tokens >= 16 && tokens <= mostBlock && (tokens & (tokens - 1)) == 0) return;
    errors.push_back({"block_not_power_of_two",
                      "/blockSize",
                      "blockSize",
                      "blockSize is " + grouped(static_cast<double>(tokens)) +
                          ", but the kernels take blocks of a power of two from 16",
                      "use one of 16, 32, 64, 128, 256, ...",
                      0,
                      0,
                      {{"value", std::to_string(tokens)}, {"allowed", "16, 32, 64, 128, 256"}}});
}

void refuseDegree(Errors& errors, const Scenario::Count& degree, const char* field, const char* why) {
    if (degree.value_or(1) == 1) return;
    errors.push_back({"invalid_parallel_degree",
                      std::string("/") + field,
                      field,
                      std::string(field) + " is " + std::to_string(*degree) + ", but " + why,
                      "use 1",
                      0,
                      0,
                      {{"value", std::to_string(*degree)}}});
}

/// The window that all attention layers share; a model that mixes them keeps every token in all
/// (lmdeploy/pytorch/configurations/gpt_oss.py, gemma.py @1263d5cd8).
std::int64_t commonWindow(const std::vector<CachePart>& parts) {
    std::int64_t window = 0;
    for (const CachePart& p : parts) {
        if (p.role == Role::recurrent || p.role == Role::conv) continue;
        if (p.kind != Kind::window || (window > 0 && window != p.window)) return 0;
        window = p.window;
    }
    return window;
}

/// FlashMLA takes blocks of 64; other kernels at most 32 beside keys of 512 and more; compressed attention
/// whole groups of 128 (lmdeploy/pytorch/engine/executor/base.py _adjust_block_size,
/// configurations/deepseek_v4.py @1263d5cd8).
void adjustBlock(Settings& q, Notes& notes) {
    std::int64_t adjusted = q.blockSize;
    const char* why = "";
    if (any(q.parts, [](const CachePart& p) { return p.kind == Kind::compressed; })) {
        adjusted = std::max<std::int64_t>(256, q.blockSize);
        why = "compressed attention needs blocks of at least 256 tokens";
    } else if (any(q.parts, [](const CachePart& p) { return p.role == Role::latent; })) {
        adjusted = 64;
        why = "FlashMLA takes blocks of 64 tokens";
    } else if (any(q.parts, [](const CachePart& p) { return p.role == Role::kv && p.keyWidth >= 512; })) {
        adjusted = std::min<std::int64_t>(32, q.blockSize);
        why = "the kernels take at most 32 tokens of keys as wide as these";
    }
    if (adjusted == q.blockSize) return;
    notes.push_back({"block_adjusted",
                     std::string(why) + "; " + std::to_string(adjusted) + " are used",
                     "blockSize",
                     {{"asked", std::to_string(q.blockSize)}, {"tokens", std::to_string(adjusted)}}});
    q.blockSize = adjusted;
}

}  // namespace

EngineVersion version() { return {"0.16", "0.2.1 to 0.16", "source of 2026-08-21 @1263d5cd8, read 2026-11-29"}; }

Expected<Settings> settingsOf(const Architecture& architecture, const Scenario& s, Notes& notes) {
    Errors errors;
    refuseBlock(errors, s.blockSize.value_or(64));
    refuseDegree(errors, s.pp, "pp", "lmdeploy has no pipeline parallelism");
    refuseDegree(errors, s.dcp, "dcp", "lmdeploy has no context parallelism");
    if (s.cacheMaxEntryCount && !(*s.cacheMaxEntryCount > 0 && *s.cacheMaxEntryCount < 1))
        errors.push_back({"out_of_range", "/cacheMaxEntryCount", "cacheMaxEntryCount",
                          "cacheMaxEntryCount is not between 0 and 1", "use a share of the free memory such as 0.8"});
    for (const auto& [value, field] : {std::pair{s.numBlocks, "numBlocks"},
                                       {s.maxNumSeqs, "maxNumSeqs"},
                                       {s.maxNumBatchedTokens, "maxNumBatchedTokens"}})
        requireRange(errors, value, field, 1, std::int64_t{1} << 40);
    for (const auto& [value, field] : {std::pair{s.freeMemoryBytes, "freeMemoryBytes"},
                                       {s.stateBytes, "stateBytes"},
                                       {s.runtimeBytes, "runtimeBytes"}})
        requireRange(errors, value, field, 0, Exact::limit);
    const Expected<Types> types = typesOf(architecture, s);
    if (!types) errors.insert(errors.end(), types.errors().begin(), types.errors().end());
    if (!errors.empty()) return errors;

    Settings q;
    q.parts = countedParts(architecture, s);
    q.types = *types;
    q.scaleBytes = modelType(architecture).dtype->bytes;
    q.maxModelLen = s.maxModelLen.value_or(lengthOf(architecture, s));
    q.tokens = std::min(lengthOf(architecture, s), q.maxModelLen);
    q.sequences = sequencesOfReplica(s);
    q.ranks = s.attentionDp.value_or(false) ? 1 : s.tp.value_or(1);
    q.blockSize = s.blockSize.value_or(64);
    q.window = commonWindow(q.parts);
    q.batches = s.maxNumSeqs.value_or(128);
    q.prefillTokens = s.maxNumBatchedTokens.value_or(8192);
    q.vocabulary = architecture.vocabSize;
    // Windows and prefix caching exclude each other.
    q.prefixCaching = s.prefixCaching.value_or(false) && q.window == 0;
    adjustBlock(q, notes);
    for (const CachePart& p : q.parts)
        if (q.blockSize % p.ratio != 0) return unknownRatio(p.ratio);

    if (s.engineVersion && *s.engineVersion != version().id)
        notes.push_back({"engine_version_unknown",
                         "the rules of " + std::string(version().title) + " apply",
                         "engineVersion",
                         {{"value", shortened(*s.engineVersion)}, {"used", std::string(version().title)}}});
    return q;
}

}  // namespace kvfit::lmdeploy
