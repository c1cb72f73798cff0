#include "plan/flags.hpp"

#include "plan/setting.hpp"

namespace kvfit {

namespace {

/// How an engine spells a setting.
struct Spelling {
    enum class Form { value, on, off, variable };
    std::string_view key;
    std::string_view flag;
    Form form = Form::value;
};

struct Program {
    std::string_view engine;
    std::string_view start;  ///< `MODEL` stands for the model
    std::vector<Spelling> spellings;
};

using Form = Spelling::Form;

// vllm/engine/arg_utils.py @7cfb97e337; sglang/srt/server_args.py; tensorrt_llm/commands/serve.py and llm_args.py;
// lmdeploy/cli/serve.py; llama.cpp common/arg.cpp @82bb48500; ollama envconfig/config.go @fb3076099
const std::vector<Program>& programs() {
    static const std::vector<Program> all = {
        {"vllm",
         "vllm serve MODEL",
         {{"maxModelLen", "--max-model-len"},
          {"tp", "--tensor-parallel-size"},
          {"pp", "--pipeline-parallel-size"},
          {"dp", "--data-parallel-size"},
          {"dcp", "--decode-context-parallel-size"},
          {"expertParallel", "--enable-expert-parallel", Form::on},
          {"kvDtype", "--kv-cache-dtype"},
          {"gpuMemoryUtilization", "--gpu-memory-utilization"},
          {"kvCacheMemoryBytes", "--kv-cache-memory-bytes"},
          {"numGpuBlocks", "--num-gpu-blocks-override"},
          {"blockSize", "--block-size"},
          {"maxNumBatchedTokens", "--max-num-batched-tokens"},
          {"maxNumSeqs", "--max-num-seqs"},
          {"prefixCaching", "--enable-prefix-caching", Form::on},
          {"prefixCaching", "--no-enable-prefix-caching", Form::off},
          {"stateCacheMode", "--mamba-cache-mode"},
          {"stateDtype", "--mamba-ssm-cache-dtype"},
          {"hybridKvManager", "--disable-hybrid-kv-cache-manager", Form::off}}},
        {"sglang",
         "python -m sglang.launch_server --model-path MODEL",
         {{"maxModelLen", "--context-length"},
          {"tp", "--tp-size"},
          {"pp", "--pp-size"},
          {"dp", "--dp-size"},
          {"attentionDp", "--enable-dp-attention", Form::on},
          {"kvDtype", "--kv-cache-dtype"},
          {"memFractionStatic", "--mem-fraction-static"},
          {"maxRunningRequests", "--max-running-requests"},
          {"maxTotalNumTokens", "--max-total-tokens"},
          {"chunkedPrefillSize", "--chunked-prefill-size"},
          {"pageSize", "--page-size"},
          {"swaFullTokensRatio", "--swa-full-tokens-ratio"},
          {"mambaFullMemoryRatio", "--mamba-full-memory-ratio"},
          {"maxMambaCacheSize", "--max-mamba-cache-size"},
          {"cudaGraphMaxBs", "--cuda-graph-max-bs"},
          {"radixCache", "--disable-radix-cache", Form::off},
          {"overlap", "--disable-overlap-schedule", Form::off}}},
        {"tensorrt-llm",
         "trtllm-serve MODEL",
         {{"maxModelLen", "--max_seq_len"},
          {"tp", "--tp_size"},
          {"pp", "--pp_size"},
          {"freeGpuMemoryFraction", "--kv_cache_free_gpu_memory_fraction"},
          {"maxNumBatchedTokens", "--max_num_tokens"},
          {"maxNumSeqs", "--max_batch_size"}}},
        {"lmdeploy",
         "lmdeploy serve api_server MODEL",
         {{"maxModelLen", "--session-len"},
          {"tp", "--tp"},
          {"cacheMaxEntryCount", "--cache-max-entry-count"},
          {"blockSize", "--cache-block-seq-len"},
          {"maxNumSeqs", "--max-batch-size"}}},
        {"llama.cpp",
         "llama-server -m MODEL",
         {{"ctx", "--ctx-size"},
          {"nParallel", "--parallel"},
          {"kvUnified", "--kv-unified", Form::on},
          {"kvUnified", "--no-kv-unified", Form::off},
          {"nUbatch", "--ubatch-size"},
          {"kDtype", "--cache-type-k"},
          {"vDtype", "--cache-type-v"},
          {"nGpuLayers", "--n-gpu-layers"},
          {"nCpuMoe", "--n-cpu-moe"},
          {"tensorSplit", "--tensor-split"},
          {"kvOffload", "--no-kv-offload", Form::off},
          {"fitTargetMib", "--fit-target"},
          {"flashAttn", "--flash-attn on", Form::on},
          {"flashAttn", "--flash-attn off", Form::off},
          {"swaFull", "--swa-full", Form::on}}},
        {"ollama",
         "ollama serve",
         {{"ctx", "OLLAMA_CONTEXT_LENGTH", Form::variable},
          {"nParallel", "OLLAMA_NUM_PARALLEL", Form::variable},
          {"kvDtype", "OLLAMA_KV_CACHE_TYPE", Form::variable}}},
    };
    return all;
}

/// Why an option stands on the command line.
struct Reason {
    std::string_view key;
    const char* code;
    const char* message;
};

constexpr Reason reasons[] = {
    {"maxModelLen", "longest_request", "the longest request that is to be served"},
    {"ctx", "context_of_all_slots", "the context of all slots together"},
    {"nParallel", "slot_for_each_sequence", "one slot for each sequence that runs at once"},
    {"tp", "model_over_gpus", "divides the model over the GPUs of a node"},
    {"pp", "model_over_gpus", "divides the layers over stages"},
    {"maxNumSeqs", "sequences_at_once", "as many sequences as are to run at once"},
    {"maxRunningRequests", "sequences_at_once", "as many sequences as are to run at once"},
    {"kvDtype", "stored_type", "the stored type of the cache"},
    {"kDtype", "stored_type", "the stored type of K"},
    {"vDtype", "stored_type", "the stored type of V"},
};

/// What the engine must be told although nobody typed it.
void fillIn(Scenario& s, const FitResult& r) {
    if (r.engine == "llama.cpp" || r.engine == "ollama") {
        if (!s.nParallel) s.nParallel = r.sequences;
        if (!s.ctx) {
            const auto total = r.metrics.find(r.engine == "ollama" ? "nCtxPerSequence" : "nCtx");
            if (total != r.metrics.end()) s.ctx = std::get<std::int64_t>(total->second);
        }
        if (r.engine == "llama.cpp" && s.kvDtype) {
            if (!s.kDtype) s.kDtype = s.kvDtype;
            if (!s.vDtype) s.vDtype = s.kvDtype;
        }
        return;
    }
    if (!s.maxModelLen) s.maxModelLen = r.tokens;
    if (s.attentionDp.value_or(false) && r.engine == "vllm") {
        // Each rank of the group is an engine with whole heads; the experts stay divided.
        s.dp = s.tp;
        s.tp.reset();
        s.expertParallel = true;
    }
}

}  // namespace

void addFlags(FitResult& r, const Scenario& asked, const Scenario& planned) {
    for (const Program& program : programs()) {
        if (program.engine != r.engine) continue;
        // What planning told the engine of its memory is not on its command line.
        Scenario s = asked;
        s.tp = planned.tp;
        s.pp = planned.pp;
        fillIn(s, r);
        r.command = program.start;
        for (const Spelling& spelling : program.spellings) {
            const std::optional<Metric> value = settingOf(s, spelling.key);
            if (!value) continue;
            const bool* flag = std::get_if<bool>(&*value);
            if (flag != nullptr && *flag != (spelling.form == Form::on)) continue;
            if (*value == Metric(std::string("auto")) || *value == Metric(std::string())) continue;
            if ((spelling.key == "pp" || spelling.key == "dcp" || spelling.key == "dp") &&
                *value == Metric(std::int64_t{1}))
                continue;
            Flag f;
            f.flag = spelling.flag;
            f.key = spelling.key;
            if (flag == nullptr) f.value = settingText(*value);
            f.reason = settingOf(asked, spelling.key) ? "asked" : "filled_in";
            f.message = settingOf(asked, spelling.key) ? "asked for" : "filled in";
            for (const Reason& reason : reasons)
                if (reason.key == spelling.key) {
                    f.reason = reason.code;
                    f.message = reason.message;
                }
            if (spelling.form == Form::variable)
                r.command = f.flag + "=" + f.value + " " + r.command;
            else
                r.command += " " + f.flag + (f.value.empty() ? "" : " " + f.value);
            r.flags.push_back(std::move(f));
        }
        const std::size_t model = r.command.find("MODEL");
        if (model != std::string::npos) r.command.replace(model, 5, r.model.empty() ? "MODEL" : r.model);
    }
}

}  // namespace kvfit
