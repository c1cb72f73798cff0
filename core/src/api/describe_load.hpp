#pragma once

#include "api/describe.hpp"
#include "kvfit/load.hpp"

namespace kvfit {

template <>
struct Describe<LengthSample> {
    static constexpr std::string_view name = "LengthSample";
    static constexpr std::string_view doc = "Request lengths that a file or list holds.";
    static constexpr auto fields = std::tuple{
        field("requests", &LengthSample::requests, "requests", "Requests in it."),
        field("kept", &LengthSample::kept, "requests", "Those that text has: all, or evenly chosen ones."),
        field("badLines", &LengthSample::badLines, "lines", "Lines that give no request."),
        field("badByReason", &LengthSample::badByReason, "lines", "The same by reason."),
        field("hasOutputs", &LengthSample::hasOutputs, "", "It has lengths of answers."),
        field("requestsPerSecond", &LengthSample::requestsPerSecond, "requests/s",
              "Mean rate by its timestamps; 0: it has none."),
        field("text", &LengthSample::text, "", "The lengths as the setting `lengths` takes them."),
    };
};

template <>
struct Describe<LengthSummary> {
    static constexpr std::string_view name = "LengthSummary";
    static constexpr std::string_view doc = "Lengths of the requests of a load.";
    static constexpr auto fields = std::tuple{
        field("meanPrompt", &LengthSummary::meanPrompt, "tokens", "Mean length of a prompt."),
        field("meanOutput", &LengthSummary::meanOutput, "tokens", "Mean length of an answer."),
        field("p50", &LengthSummary::p50, "tokens", "Half of the requests are no longer, prompt and answer together."),
        field("p90", &LengthSummary::p90, "tokens", "90% are no longer."),
        field("p99", &LengthSummary::p99, "tokens", "99% are no longer."),
        field("longest", &LengthSummary::longest, "tokens", "Longest request."),
    };
};

template <>
struct Describe<RunningShare> {
    static constexpr std::string_view name = "RunningShare";
    static constexpr std::string_view doc = "Share of the time in which this many requests run.";
    static constexpr auto fields = std::tuple{
        field("requests", &RunningShare::requests, "requests",
              "Requests at once; of a wide range the lowest of its bin."),
        field("share", &RunningShare::share, "", "Share of the time."),
    };
};

template <>
struct Describe<ConcurrencyResult> {
    static constexpr std::string_view name = "ConcurrencyResult";
    static constexpr std::string_view doc =
        "Requests at once while another always waits, by seeded simulation at the engine's admission rules; all "
        "replicas together.";
    static constexpr auto fields = std::tuple{
        field("expected", &ConcurrencyResult::expected, "requests", "Mean over time."),
        field("low", &ConcurrencyResult::low, "requests", "Not reached in 5% of the time."),
        field("high", &ConcurrencyResult::high, "requests", "Not exceeded in 95% of the time."),
        field("worst", &ConcurrencyResult::worst, "requests",
              "When all requests are as long as the longest, to the end."),
        field("ofMean", &ConcurrencyResult::ofMean, "requests", "When all are as long as the mean."),
        field("limit", &ConcurrencyResult::limit, "",
              "What keeps the next one waiting most of the time: memory or scheduler."),
        field("atLimitShare", &ConcurrencyResult::atLimitShare, "",
              "Share of the time in which fewer than sequences run; null where that is not given."),
        field("memoryShare", &ConcurrencyResult::memoryShare, "", "Mean fill of the fullest pool."),
        field("stopsPerRequest", &ConcurrencyResult::stopsPerRequest, "",
              "Times that a request loses its memory and begins anew."),
        field("refusedShare", &ConcurrencyResult::refusedShare, "", "Requests that are too long to be taken."),
        field("shares", &ConcurrencyResult::shares, "", "Distribution over time; at most 64 bins."),
    };
};

template <>
struct Describe<SpeedResult> {
    static constexpr std::string_view name = "SpeedResult";
    static constexpr std::string_view doc = "Speed and its basis.";
    static constexpr auto fields = std::tuple{
        field("decodeTokensPerSecond", &SpeedResult::decodeTokensPerSecond, "tokens/s",
              "Of one request while `requests` run."),
        field("decodeBasis", &SpeedResult::decodeBasis, "",
              "given, or bound: what the memory's bandwidth allows at most."),
        field("requests", &SpeedResult::requests, "requests", "Requests that run at once."),
        field("weightBytesRead", &SpeedResult::weightBytesRead, "B",
              "Weights that a step reads at least on one rank: those of one token's path."),
        field("kvBytesRead", &SpeedResult::kvBytesRead, "B",
              "Cache that a step reads at least for one request on one rank."),
        field("bandwidthGbS", &SpeedResult::bandwidthGbS, "GB/s", "Memory bandwidth of one GPU."),
        field("prefillTokensPerSecond", &SpeedResult::prefillTokensPerSecond, "tokens/s",
              "Of one prompt of mean length; 0: unknown."),
        field("prefillBasis", &SpeedResult::prefillBasis, "",
              "given, or bound: what its arithmetic allows at most; empty: unknown."),
    };
};

template <>
struct Describe<DemandResult> {
    static constexpr std::string_view name = "DemandResult";
    static constexpr std::string_view doc = "What a rate of requests asks for.";
    static constexpr auto fields = std::tuple{
        field("requestsPerSecond", &DemandResult::requestsPerSecond, "requests/s", "Arrivals."),
        field("secondsPerRequest", &DemandResult::secondsPerRequest, "s",
              "Computing and answering one request, without waiting."),
        field("concurrency", &DemandResult::concurrency, "requests",
              "Requests at once that this makes (Little's law)."),
        field("deployments", &DemandResult::deployments, "", "Deployments of this scenario that hold it on average."),
        field("load", &DemandResult::load, "", "Share of what they hold on average."),
        field("atLimitShare", &DemandResult::atLimitShare, "",
              "Share of the time in which a request waits, by random arrivals."),
        field("atLimitLow", &DemandResult::atLimitLow, "",
              "Lower end of its 95% interval, by the means of 20 batches of the time played."),
        field("atLimitHigh", &DemandResult::atLimitHigh, "", "Upper end of it."),
        field("waitSeconds", &DemandResult::waitSeconds, "s", "Mean wait of a request."),
        field("mean", &DemandResult::mean, "requests", "Requests at once in one deployment."),
        field("high", &DemandResult::high, "requests", "Not exceeded in 95% of the time."),
        field("shares", &DemandResult::shares, "", "Distribution over time in one deployment."),
    };
};

template <>
struct Describe<CostResult> {
    static constexpr std::string_view name = "CostResult";
    static constexpr std::string_view doc = "Cost in the currency of the price.";
    static constexpr auto fields = std::tuple{
        field("pricePerGpuHour", &CostResult::pricePerGpuHour, "", "Price of one GPU for an hour."),
        field("gpus", &CostResult::gpus, "GPUs", "GPUs of all deployments."),
        field("perHour", &CostResult::perHour, "", "Cost of an hour."),
        field("requestsPerSecond", &CostResult::requestsPerSecond, "requests/s",
              "What is asked for, or the most that one deployment does."),
        field("perMillionTokens", &CostResult::perMillionTokens, "", "All of the cost over prompt and answer tokens."),
        field("perMillionInputTokens", &CostResult::perMillionInputTokens, "", "All of it over prompt tokens alone."),
        field("perMillionOutputTokens", &CostResult::perMillionOutputTokens, "", "All of it over answer tokens alone."),
    };
};

template <>
struct Describe<LoadResult> {
    static constexpr std::string_view name = "LoadResult";
    static constexpr std::string_view doc = "What the engine does with requests of real lengths.";
    static constexpr auto fields = std::tuple{
        field("model", &LoadResult::model, "", "Name of the model."),
        field("engine", &LoadResult::engine, "", "Engine whose rules applied."),
        field("engineVersion", &LoadResult::engineVersion, "", "Its version."),
        field("lengths", &LoadResult::lengths, "", "Lengths of the requests."),
        field("concurrency", &LoadResult::concurrency, "", "Requests at once while another always waits."),
        field("gpus", &LoadResult::gpus, "GPUs", "GPUs of one deployment."),
        field("speed", &LoadResult::speed, "", "Speed of decoding and prefill; null: neither given nor to be bounded."),
        field("mostRequestsPerSecond", &LoadResult::mostRequestsPerSecond, "requests/s",
              "Of one deployment whose memory is always full."),
        field("demand", &LoadResult::demand, "", "For requestsPerSecond; null without it or without a speed."),
        field("cost", &LoadResult::cost, "", "For pricePerGpuHour; null without it or without a speed."),
        field("verdict", &LoadResult::verdict, "", "The answer in one sentence."),
        field("warnings", &LoadResult::warnings, "", "What deserves care."),
        field("notes", &LoadResult::notes, "", "What was assumed, and the method."),
    };
};

template <>
struct Describe<TransferRoute> {
    static constexpr std::string_view name = "TransferRoute";
    static constexpr std::string_view doc = "One way for the cache of a request to go.";
    static constexpr auto fields = std::tuple{
        field("name", &TransferRoute::name, "", "peer, host, network or disk."),
        field("link", &TransferRoute::link, "", "Name of the link, where it is known."),
        field("key", &TransferRoute::key, "", "Setting that replaces its speed; empty: none."),
        field("gbPerSecond", &TransferRoute::gbPerSecond, "GB/s", "Of one rank, each direction."),
        field("seconds", &TransferRoute::seconds, "s", "With every rank moving its share at the same time."),
        field("ofRecompute", &TransferRoute::ofRecompute, "",
              "Seconds over those of computing the tokens again; null: unknown."),
    };
};

template <>
struct Describe<TransferResult> {
    static constexpr std::string_view name = "TransferResult";
    static constexpr std::string_view doc = "Moving the cache of one request against computing it again.";
    static constexpr auto fields = std::tuple{
        field("model", &TransferResult::model, "", "Name of the model."),
        field("engine", &TransferResult::engine, "", "Engine whose granules are moved."),
        field("tokens", &TransferResult::tokens, "tokens", "Length of the request."),
        field("bytesPerRank", &TransferResult::bytesPerRank, "B", "What one rank holds of it."),
        field("ranks", &TransferResult::ranks, "ranks", "Ranks that move at the same time."),
        field("bytes", &TransferResult::bytes, "B", "All ranks together."),
        field("routes", &TransferResult::routes, "", "Ways with a known speed."),
        field("recomputeSeconds", &TransferResult::recomputeSeconds, "s", "Computing the tokens again; null: unknown."),
        field("recomputeBasis", &TransferResult::recomputeBasis, "", "given, or bound: at least this long."),
        field("teraflops", &TransferResult::teraflops, "", "Arithmetic of computing again, 10^12 operations."),
        field("teraflopsPerSecond", &TransferResult::teraflopsPerSecond, "", "Published dense rate of all GPUs."),
        field("notes", &TransferResult::notes, "", "What was assumed."),
    };
};

}  // namespace kvfit
