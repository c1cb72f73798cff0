#include "engine/offload.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/text.hpp"
#include "base/traced.hpp"
#include "base/units.hpp"
#include "cache/draft.hpp"
#include "cache/host.hpp"

namespace kvfit {

namespace {

constexpr std::int64_t standardChunk = 256;  ///< LMCache chunk_size

/// Engines that LMCache's integrations connect to.
bool hasTier(const std::string& engine) { return engine == "vllm" || engine == "sglang" || engine == "tensorrt-llm"; }

bool isAsked(const Scenario& s) {
    return s.offloadChunkTokens || s.hostMemoryPerRankGb || s.hostMemoryAvailableGb || s.saveOnlyFirstRank;
}

}  // namespace

// LMCache stores keys and values of whole chunks as the engine lays them out, of window layers too; states are
// not stored. Chunk and sizes: github.com/LMCache/LMCache lmcache/v1/config.py; extra_config
// save_only_first_rank: lmcache/v1/token_database.py.
void addOffload(const Architecture& architecture, const Scenario& s, SizeResult& r) {
    const auto rate = r.metrics.find("kvBytesPerTokenPerRank");
    if (!hasTier(r.engine) || !isAsked(s) || rate == r.metrics.end()) return;
    const auto* perToken = std::get_if<double>(&rate->second);
    if (perToken == nullptr || *perToken <= 0) return;
    addHostMemory(r, s);

    const std::vector<CachePart> parts = countedParts(architecture, s);
    // SGLang's bytes of a token weigh window layers by the share of their pool, which is not what a chunk holds.
    const auto isWindow = [](const CachePart& p) { return p.kind == Kind::window || p.kind == Kind::window_latent; };
    if (r.engine == "sglang" && std::any_of(parts.begin(), parts.end(), isWindow)) return;
    const std::int64_t chunk = s.offloadChunkTokens.value_or(standardChunk);
    const std::int64_t ranks = s.attentionDp.value_or(false) ? 1 : s.tp.value_or(1);
    const std::int64_t storing = storingRanks(parts, s, ranks);
    const Traced chunkBytes = leaf(chunk, "chunk_size", "tokens", "offloadChunkTokens") *
                              leaf(static_cast<std::int64_t>(std::ceil(*perToken)), "bytes of a token", "B", "");
    const Traced bytes = leaf(r.sequences, "sequences", "sequences", "sequences") *
                         floorDivide(leaf(r.tokens, "tokens", "tokens", "tokens"),
                                     leaf(chunk, "chunk_size", "tokens", "offloadChunkTokens")) *
                         leaf(storing, "storing ranks", "ranks", "tp") * chunkBytes;
    if (bytes.number.lost) return;
    r.metrics["storedTokens"] = r.tokens / chunk * chunk;
    r.metrics["offloadBytesAllRanks"] = bytes.number.value;
    r.figures["offloadBytes"] = {
        bytes.number.value,
        bytes.term,
        "lmcache_offload",
        "Whole chunks of all attention layers in host memory, a share on each rank that stores; "
        "what does not fill a chunk is not stored.",
        "LMCache lmcache/v1/config.py, lmcache/v1/token_database.py",
        "read and not run"};

    Scenario first = s;
    first.saveOnlyFirstRank = true;
    if (storing > storingRanks(parts, first, ranks))
        r.notes.push_back({"latent_stored_on_every_rank",
                           "every rank stores the same latent; saveOnlyFirstRank keeps one copy, which recent releases "
                           "of LMCache do unless told otherwise",
                           "saveOnlyFirstRank",
                           {{"copies", std::to_string(storing)}}});
    if (!s.hostMemoryPerRankGb || chunkBytes.number.lost) return;
    const double chunks =
        std::floor(*s.hostMemoryPerRankGb * bytesPerGb / static_cast<double>(chunkBytes.number.value));
    r.notes.push_back({"offload_capacity",
                       "the memory of a rank holds " + grouped(chunks * static_cast<double>(chunk)) +
                           " tokens in whole chunks of " + std::to_string(chunk),
                       "hostMemoryPerRankGb",
                       {{"tokens", grouped(chunks * static_cast<double>(chunk))}, {"chunk", std::to_string(chunk)}}});
}

}  // namespace kvfit
