#include "plan/warnings.hpp"

#include <algorithm>

#include "arch/checks.hpp"
#include "plan/engine_reasons.hpp"
#include "plan/layout.hpp"
#include "plan/refusal.hpp"

namespace kvfit {

namespace {

class Watch {
public:
    Watch(const Architecture& architecture, const Attempt& attempt, Notes& warnings)
        : a_(architecture), attempt_(attempt), s_(attempt.scenario), warnings_(warnings) {}

    void run() {
        if (dividesOverRanks(s_)) {
            replication();
            idleGpus();
        } else {
            dividedContext();
        }
        hostMemory();
        waitingRequests();
        mediaTokens();
    }

private:
    const Architecture& a_;
    const Attempt& attempt_;
    const Scenario& s_;
    Notes& warnings_;

    void warn(const char* code, std::string message, const char* field,
              std::map<std::string, std::string> params = {}) {
        warnings_.push_back({code, std::move(message), field, std::move(params)});
    }

    /// Below one KV head for each rank engines keep copies; a latent is whole on every rank.
    void replication() {
        const std::int64_t tp = s_.attentionDp.value_or(false) ? 1 : s_.tp.value_or(1);
        if (tp == 1) return;
        std::int64_t heads = 0;
        bool latent = false;
        for (const CachePart& part : a_.parts) {
            latent = latent || part.role == Role::latent;
            if (part.role == Role::kv && part.heads < tp) heads = std::max(heads, part.heads);
        }
        if (heads > 0)
            warn("kv_heads_replicated",
                 "tp " + countText(tp) + " is above the " + countText(heads) +
                     " KV heads: each is kept more than once, so a GPU holds no less cache than with tp " +
                     countText(heads),
                 "tp", {{"tp", std::to_string(tp)}, {"heads", std::to_string(heads)}});
        if (latent)
            warn("latent_replicated",
                 "latents are not divided by tensor parallelism: each of " + countText(tp) +
                     " GPUs holds all of them; attention data-parallel or decode context parallel divides them",
                 "tp", {{"tp", std::to_string(tp)}});
    }

    void idleGpus() {
        const Layout layout = layoutOf(s_);
        const std::int64_t used = layout.gpus;
        const std::int64_t all = attempt_.machine.devices.empty() ? 0 : attempt_.machine.count();
        if (used >= all) return;
        const std::int64_t replicas = layout.attentionDp ? 1 : all / (layout.tp * layout.pp);
        std::map<std::string, std::string> params = {{"idle", std::to_string(all - used)},
                                                     {"count", std::to_string(all)}};
        std::string remedy;
        if (replicas > layout.dp) {
            params.insert({"dp", std::to_string(replicas)});
            remedy = "; dp " + countText(replicas) + " puts replicas of the model on them";
        }
        warn("gpus_not_used",
             countText(all - used) + " of " + countText(all) + " GPUs are not used by this layout" + remedy, "tp",
             params);
    }

    /// llama.cpp src/llama-context.cpp @82bb48500: the context is that of all slots.
    void dividedContext() {
        const std::int64_t slots = s_.nParallel.value_or(attempt_.sequences());
        if (!s_.ctx || slots < 2 || s_.kvUnified.value_or(*s_.engine == "ollama")) return;
        warn("context_divided",
             "the context of " + countText(*s_.ctx) + " is divided by " + countText(slots) + " slots: each has about " +
                 countText(*s_.ctx / slots) + " tokens",
             "ctx",
             {{"ctx", std::to_string(*s_.ctx)},
              {"slots", std::to_string(slots)},
              {"each", std::to_string(*s_.ctx / slots)}});
    }

    /// The setting of an offload is for each rank; a host has them all.
    void hostMemory() {
        if (!s_.hostMemoryPerRankGb || !s_.hostMemoryAvailableGb) return;
        const std::int64_t ranks = layoutOf(s_).gpus / std::max<std::int64_t>(1, s_.nodes.value_or(1));
        const double total = *s_.hostMemoryPerRankGb * static_cast<double>(std::max<std::int64_t>(1, ranks));
        if (total <= *s_.hostMemoryAvailableGb) return;
        warn("host_memory_exceeded",
             grouped(*s_.hostMemoryPerRankGb) + " GB of host cache for each of " + countText(ranks) + " ranks are " +
                 grouped(total) + " GB, more than the host has",
             "hostMemoryPerRankGb", {{"total", grouped(total)}, {"available", grouped(*s_.hostMemoryAvailableGb)}});
    }

    /// Images and sound become tokens of the request, how many their size decides.
    void mediaTokens() {
        if (a_.parameters.visionParams == 0) return;
        warn("media_tokens_not_counted",
             "images and sound take tokens of the context: a request's length has to include them", "tokens");
    }

    void waitingRequests() {
        if (!s_.maxNumSeqs || *s_.maxNumSeqs * replicasOf(s_) >= attempt_.sequences()) return;
        warn("max_num_seqs_below_sequences",
             "max_num_seqs " + countText(*s_.maxNumSeqs) + " lets fewer run at once than the " +
                 countText(attempt_.sequences()) + " sequences asked for",
             "maxNumSeqs",
             {{"value", std::to_string(*s_.maxNumSeqs)}, {"sequences", std::to_string(attempt_.sequences())}});
    }
};

}  // namespace

void addPlanWarnings(const Architecture& architecture, const Attempt& attempt, const SizeResult& sized,
                     Notes& warnings) {
    Watch(architecture, attempt, warnings).run();
    for (const Note& reason : engineReasons(architecture, attempt.scenario, sized))
        if (reason.code == "windows_at_full_length") warnings.push_back(reason);
}

}  // namespace kvfit
