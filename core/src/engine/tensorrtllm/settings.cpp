#include "engine/tensorrtllm/settings.hpp"

#include <algorithm>

#include "arch/checks.hpp"
#include "base/exact.hpp"
#include "base/text.hpp"
#include "cache/draft.hpp"

namespace kvfit::tensorrtllm {

namespace {

constexpr std::int64_t mostTokensPerBlock = 1 << 16;

/// The C++ kernels find a token's place by shifts (cpp/tensorrt_llm/kernels/kvCacheUtils.h).
void refuseBlock(Errors& errors, std::int64_t tokens) {
    if (tokens > 1 && tokens <= mostTokensPerBlock && (tokens & (tokens - 1)) == 0) return;
    errors.push_back({"block_not_power_of_two",
                      "/tokensPerBlock",
                      "tokensPerBlock",
                      "tokensPerBlock is " + grouped(static_cast<double>(tokens)) +
                          ", but the kernels address blocks of a power of two above 1",
                      "use one of 2, 4, 8, 16, 32, 64, 128, 256, 512, ...",
                      0,
                      0,
                      {{"value", std::to_string(tokens)}, {"allowed", "2, 4, 8, 16, 32, 64, 128, 256, 512"}}});
}

void refuseFraction(Errors& errors, const Scenario::Real& value, const char* field) {
    if (!value || (*value > 0 && *value < 1)) return;
    errors.push_back({"out_of_range",
                      std::string("/") + field,
                      field,
                      std::string(field) + " is not between 0 and 1",
                      "use a share such as 0.9",
                      0,
                      0,
                      {{"value", std::to_string(*value)}, {"least", "0"}, {"most", "1"}}});
}

/// A block holds whole entries (compressed_block_sizes of DeepseekV4CacheManager).
Error unknownRatio(std::int64_t ratio, std::int64_t block) {
    return {"unsupported_compression",
            "",
            "compress_ratios",
            "this engine keeps whole entries in blocks of " + std::to_string(block) + " tokens, and " +
                std::to_string(ratio) + " tokens of one entry do not divide that",
            "choose another engine",
            0,
            0,
            {{"value", std::to_string(ratio)}}};
}

}  // namespace

Expected<Settings> settingsOf(const Architecture& architecture, const Scenario& s, Notes& notes) {
    Errors errors;
    refuseBlock(errors, s.tokensPerBlock.value_or(32));
    refuseFraction(errors, s.freeGpuMemoryFraction, "freeGpuMemoryFraction");
    refuseFraction(errors, s.crossKvCacheFraction, "crossKvCacheFraction");
    for (const auto& [value, field] : {std::pair{s.maxNumBatchedTokens, "maxNumBatchedTokens"},
                                       {s.maxNumSeqs, "maxNumSeqs"},
                                       {s.maxEncoderTokens, "maxEncoderTokens"},
                                       {s.numBlocks, "numBlocks"},
                                       {s.maxTokens, "maxTokens"}})
        requireRange(errors, value, field, 1, std::int64_t{1} << 40);
    for (const auto& [value, field] : {std::pair{s.gpuTotalBytes, "gpuTotalBytes"},
                                       {s.peakBytes, "peakBytes"},
                                       {s.temporaryKvBytes, "temporaryKvBytes"},
                                       {s.freeMemoryBytes, "freeMemoryBytes"},
                                       {s.kvBytesTotal, "kvBytesTotal"},
                                       {s.hostCacheBytes, "hostCacheBytes"}})
        requireRange(errors, value, field, 0, Exact::limit);
    const Expected<Types> types = typesOf(architecture, s);
    if (!types) errors.insert(errors.end(), types.errors().begin(), types.errors().end());
    if (!errors.empty()) return errors;

    Settings q;
    q.rules = &rulesFor(s, notes);
    q.parts = countedParts(architecture, s);
    q.types = *types;
    q.modelLayers = architecture.layers;
    q.maxModelLen = s.maxModelLen.value_or(lengthOf(architecture, s));
    q.tokens = std::min(lengthOf(architecture, s), q.maxModelLen);
    q.sequences = sequencesOfReplica(s);
    q.ranks = s.attentionDp.value_or(false) ? 1 : s.tp.value_or(1);
    q.stages = s.pp.value_or(1);
    q.contextRanks = s.dcp.value_or(1);
    q.tokensPerBlock = s.tokensPerBlock.value_or(32);
    q.batchedTokens = s.maxNumBatchedTokens.value_or(8192);
    q.slots = s.maxNumSeqs.value_or(q.sequences);
    q.reuse = s.prefixCaching.value_or(true);
    q.snapshotInterval = q.reuse ? s.stateCheckpointInterval.value_or(0) : 0;
    q.encoderTokens = s.maxEncoderTokens.value_or(0);
    q.crossFraction = s.crossKvCacheFraction.value_or(0.5);
    q.windows = s.attentionWindows.value_or(q.rules->windows);

    const bool compressed =
        std::any_of(q.parts.begin(), q.parts.end(), [](const CachePart& p) { return p.kind == Kind::compressed; });
    if (compressed && q.tokensPerBlock > 256)
        return Error{"out_of_range", "/tokensPerBlock", "tokensPerBlock",
                     "compressed attention needs blocks of 128 or 256 tokens", "use 128 or 256"};
    if (compressed && q.tokensPerBlock < 128) {
        q.tokensPerBlock = 128;
        notes.push_back({"block_raised",
                         "compressed attention needs blocks of 128 or 256 tokens; 128 are used",
                         "tokensPerBlock",
                         {{"tokens", "128"}}});
    }
    for (const CachePart& p : q.parts)
        if (q.tokensPerBlock % p.ratio != 0) return unknownRatio(p.ratio, q.tokensPerBlock);
    return q;
}

}  // namespace kvfit::tensorrtllm
