#include "api/reuse_job.hpp"

#include "api/describe_reuse.hpp"
#include "api/reply.hpp"
#include "base/units.hpp"

namespace kvfit {

namespace {

/// Memory that replays take beside the trace at most, for a distinct block and for a request: the LRU curve, then the
/// cache as large as the trace; SGLang's tree has up to two nodes for a request.
struct ReplayMemory {
    CacheEngine cache;
    std::int64_t ofBlock, ofRequest;
};
constexpr ReplayMemory replayMemory[] = {
    {CacheEngine::vllm, 44, 40},
    {CacheEngine::sglang, 20, 500},
    {CacheEngine::trtllm, 64, 40},
    {CacheEngine::generic, 48, 40},
};
constexpr std::int64_t hostBlockBytes = 44;

TraceOptions optionsOf(const ReusePlan& plan) {
    const ReuseSettings& settings = plan.settings;
    TraceOptions options;
    options.expectedBytes = plan.traceBytes;
    options.blockSize = settings.traceBlockSize.value_or(0);
    options.bytesPerToken = settings.bytesPerTextToken.value_or(options.bytesPerToken);
    options.maxBytes =
        static_cast<std::int64_t>(settings.traceMemoryGib.value_or(ReuseSettings::mostTraceMemoryGib) * bytesPerGib);
    for (const ReplayMemory& memory : replayMemory) {
        if (memory.cache != plan.cache) continue;
        options.replayBytesOfBlock = memory.ofBlock + (settings.hostCacheGib ? hostBlockBytes : 0);
        options.replayBytesOfRequest = memory.ofRequest;
    }
    return options;
}

const char* sentenceOf(std::string_view problem) {
    return problem == "gzip_cut_short" ? "the packed file ends too early; what came before its end was read"
                                       : "the packed file is damaged; what came before the damage was read";
}

}  // namespace

ReuseJob::ReuseJob(ReusePlan plan) : plan_(std::move(plan)), reader_(optionsOf(plan_)) {}

bool ReuseJob::feed(std::string_view bytes) { return !study_ && reader_.feed(bytes); }

Errors ReuseJob::begin(std::string_view problem) {
    Expected<Trace> trace = reader_.finish();
    TraceReport report = reader_.report();
    if (!problem.empty()) report.notes.push_back({std::string(problem), sentenceOf(problem), "trace"});
    if (!trace) {
        Errors errors = trace.errors();
        // The reader's counts say why nothing was found.
        for (const auto& [reason, lines] : report.badByReason) errors.front().params[reason] = std::to_string(lines);
        if (!problem.empty()) errors.push_back({std::string(problem), "", "trace", sentenceOf(problem), ""});
        return errors;
    }
    const Expected<BlockBytes> bytes = blockBytes(plan_, trace->blockSize);
    if (!bytes) return bytes.errors();
    study_.emplace(std::move(plan_), std::move(*trace), std::move(report), *bytes);
    return {};
}

std::string ReuseJob::next(std::string_view problem) {
    if (study_) {
        study_->step();
    } else if (const Errors errors = begin(problem); !errors.empty()) {
        return refusal(errors);
    }
    return answerBy([&](JsonText& out) {
        out.open('{');
        member(out, "done", study_->done());
        member(out, "total", study_->steps());
        if (study_->done() == study_->steps()) member(out, "result", study_->result());
        out.close('}');
    });
}

}  // namespace kvfit
