#include "logs/form.hpp"

namespace kvfit::logs {

namespace {

constexpr std::string_view manager = "src/turbomind/models/llama/BlockManager.cc, releases of 2024 and 2025";
constexpr std::string_view settings = "lmdeploy/messages.py @1263d5cd8";
constexpr std::string_view runningLines = "lmdeploy/metrics/loggers.py LoggingStatLogger.log @1263d5cd8";

// clang-format off
constexpr Form forms[] = {
    {.text = "lmdeploy serve api_server {model} {pairs}", .source = "the command line"},
    {.text = "TurbomindEngineConfig({pairs}", .source = settings},
    {.text = "PytorchEngineConfig({pairs}", .source = settings},
    {.text = "CacheConfig({pairs}", .source = "lmdeploy/pytorch/engine/executor/base.py @1263d5cd8", .shared = true},
    {.text = "[TM][INFO] [BlockManager] block_size = {blockBytes} MB", .source = manager},
    {.text = "[TM][INFO] [BlockManager] max_block_count = {numBlocks}", .source = manager},
    {.text = "No enough blocks for `session_len` ({maxModelLen}), `session_len` truncated to {estimatedMaxModelLen}.", .source = "src/turbomind/models/llama/LlamaBatch.cc, releases of 2024 and 2025"},
    {.text = "Engine (running/waiting): {running} / {waiting}, KV cache: {usagePct}%", .source = runningLines},
    {.text = "Avg thr (in/out): {promptThroughput} / {generationThroughput} tokens/s", .source = runningLines},
    {.text = "Prefix cache hit rate: {hitRatePct}%", .source = runningLines, .shared = true},
    {.text = "lmdeploy - ", .source = "lmdeploy/utils.py get_logger @1263d5cd8"},
};

constexpr Place places[] = {
    {"pairs", Read::pairs},
    {"model", Read::model},
    {"maxModelLen", Read::number, {}, "maxModelLen"},
    {"tp", Read::number, {}, "tp"},
    {"block", Read::number, {}, "blockSize"},
    {"share", Read::number, {}, "cacheMaxEntryCount"},
    {"blockBytes", Read::number, "MiB"},
    {"numBlocks", Read::number, "blocks", "numBlocks", Keep::smallest},
    {"estimatedMaxModelLen", Read::number, "tokens"},
    {"policy", Read::dtype, {}, "kvDtype"},
    {.name = "running", .unit = "requests", .keep = Keep::largest, .running = true},
    {.name = "waiting", .unit = "requests", .keep = Keep::largest, .running = true},
    {.name = "usagePct", .unit = "pct", .keep = Keep::largest, .running = true},
    {.name = "hitRatePct", .unit = "pct", .running = true},
    {.name = "promptThroughput", .unit = "tokens/s", .keep = Keep::largest, .running = true},
    {.name = "generationThroughput", .unit = "tokens/s", .keep = Keep::largest, .running = true},
};

constexpr Pair pairs[] = {
    {"session_len", "maxModelLen"}, {"tp", "tp"}, {"cache_block_seq_len", "block"}, {"block_size", "block"},
    {"session-len", "maxModelLen"}, {"cache-block-seq-len", "block"}, {"cache-max-entry-count", "share"}, {"cache_max_entry_count", "share"}, {"num_gpu_blocks", "numBlocks"}, {"model_path", "model"},
    {"quant_policy", "policy"}, {"quant-policy", "policy"},
};

constexpr Rule rules[] = {
    {"blockBytes", "blockBytes", "log_lmdeploy_block", "Keys and values of all layers for the tokens of a block, on one rank.", "lmdeploy/pytorch/engine/cache_engine.py @1263d5cd8"},
    {"estimatedMaxModelLen", "estimatedMaxModelLen", "log_lmdeploy_longest", "Blocks times the tokens of a block.", "start-ups of 2025 in InternLM/lmdeploy issues 3825 and 3950"},
};

constexpr Need needs[] = {
    {{"numBlocks"}, true},
    {{"maxModelLen"}, false}, {{"tp"}, false}, {{"blockSize"}, false},
};

constexpr std::string_view versions[] = {""};
// clang-format on

}  // namespace

const Dialect& lmdeploy() {
    static constexpr Dialect dialect = {"lmdeploy", forms, places, pairs, rules, needs, versions};
    return dialect;
}

}  // namespace kvfit::logs
