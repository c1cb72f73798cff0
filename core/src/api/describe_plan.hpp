#pragma once

#include "api/describe.hpp"
#include "kvfit/plan.hpp"
#include "kvfit/plan_compare.hpp"
#include "kvfit/plan_search.hpp"
#include "kvfit/plan_table.hpp"

namespace kvfit {

template <>
struct Describe<Verdict> {
    static constexpr std::string_view name = "Verdict";
    static constexpr std::string_view doc = "The answer in one sentence.";
    static constexpr auto fields = std::tuple{
        field("code", &Verdict::code, "",
              "Stable word: fits, fits_narrowly (not at the upper bounds of the estimates), weights_do_not_fit, ..."),
        field("message", &Verdict::message, "", "The answer in one English sentence."),
        field("params", &Verdict::params, "", "The values in the message, for translation; bytes are whole numbers."),
    };
};

template <>
struct Describe<GpuMemory> {
    static constexpr std::string_view name = "GpuMemory";
    static constexpr std::string_view doc = "Memory of one GPU, the fullest: usable = weights + overhead + kv + free.";
    static constexpr auto fields = std::tuple{
        field("total", &GpuMemory::total, "B", "As a program sees it; 0 where it is not given."),
        field("inUse", &GpuMemory::inUse, "B", "Held by something else."),
        field("usable", &GpuMemory::usable, "B", "What the engine lets itself use."),
        field("weights", &GpuMemory::weights, "B", "Weights of the model."),
        field("activation", &GpuMemory::activation, "B", "Peak of a step; llama.cpp: compute buffer."),
        field("graphs", &GpuMemory::graphs, "B", "Captured graphs."),
        field("other", &GpuMemory::other, "B", "Communication and libraries."),
        field("overhead", &GpuMemory::overhead, "B",
              "What the engine keeps of usable beside weights and cache, by its own rule."),
        field("kv", &GpuMemory::kv, "B", "What this scenario's sequences need."),
        field("free", &GpuMemory::free, "B", "Left of usable; negative: this much is missing."),
    };
};

template <>
struct Describe<Layout> {
    static constexpr std::string_view name = "Layout";
    static constexpr std::string_view doc = "How the model is spread over GPUs.";
    static constexpr auto fields = std::tuple{
        field("gpus", &Layout::gpus, "GPUs", "GPUs that are used."),
        field("tp", &Layout::tp, "ranks", "Tensor-parallel size."),
        field("pp", &Layout::pp, "stages", "Pipeline-parallel size."),
        field("dp", &Layout::dp, "replicas", "Data-parallel size."),
        field("attentionDp", &Layout::attentionDp, "", "Attention runs data-parallel."),
        field("expertParallel", &Layout::expertParallel, "", "Whole experts are dealt to the ranks."),
    };
};

template <>
struct Describe<DeviceKind> {
    static constexpr std::string_view name = "DeviceKind";
    static constexpr std::string_view doc = "Equal devices of every node.";
    static constexpr auto fields = std::tuple{
        field("id", &DeviceKind::id, "", "Accelerator id, or empty."),
        field("name", &DeviceKind::name, "", "Display name."),
        field("count", &DeviceKind::count, "GPUs", "Devices in each node."),
        field("soldBytes", &DeviceKind::soldBytes, "B", "Memory as sold; 0 where it is not known."),
        field("memoryBytes", &DeviceKind::memoryBytes, "B", "Memory as a program sees it."),
        field("usedBytes", &DeviceKind::usedBytes, "B", "Held by something else."),
        field("basis", &DeviceKind::basis, "",
              "Where memoryBytes comes from: given, driver, inferred, sold or share (of the memory as sold)."),
        field("report", &DeviceKind::report, "", "Which report of the driver."),
        field("source", &DeviceKind::source, "", "Where it was read."),
        field("unifiedMemory", &DeviceKind::unifiedMemory, "", "Processor and accelerator share the memory."),
        field("bandwidthGbS", &DeviceKind::bandwidthGbS, "GB/s", "Memory bandwidth; 0: unknown."),
        field("linkGbS", &DeviceKind::linkGbS, "GB/s", "To other accelerators, each direction; 0: unknown."),
        field("linkName", &DeviceKind::linkName, "", "Name of that link."),
        field("hostLinkGbS", &DeviceKind::hostLinkGbS, "GB/s", "To the host, each direction; 0: unknown."),
        field("hostLinkName", &DeviceKind::hostLinkName, "", "Name of that link."),
    };
};

template <>
struct Describe<DeviceUse> {
    static constexpr std::string_view name = "DeviceUse";
    static constexpr std::string_view doc = "What lies where in llama.cpp and Ollama; the host is the last.";
    static constexpr auto fields = std::tuple{
        field("name", &DeviceUse::name, "", "Name of the device; host for the host."),
        field("layers", &DeviceUse::layers, "layers", "Layers that it computes."),
        field("total", &DeviceUse::total, "B", "Memory as a program sees it; 0: not given."),
        field("usable", &DeviceUse::usable, "B", "Without what is in use and the margin that stays free."),
        field("weights", &DeviceUse::weights, "B", "Weights."),
        field("kv", &DeviceUse::kv, "B", "Cache of its layers."),
        field("compute", &DeviceUse::compute, "B", "Work space of a graph."),
        field("free", &DeviceUse::free, "B", "Left of usable; negative: this much is missing."),
    };
};

template <>
struct Describe<Assumed> {
    static constexpr std::string_view name = "Assumed";
    static constexpr std::string_view doc = "A figure that only a running engine knows, on one GPU.";
    static constexpr auto fields = std::tuple{
        field("name", &Assumed::name, "", "weights, activation, graphs, nonTorch or computeBuffer."),
        field("key", &Assumed::key, "", "Scenario key that replaces it."),
        field("bytes", &Assumed::bytes, "B", "The figure that was used."),
        field("low", &Assumed::low, "B", "Its lower bound."),
        field("high", &Assumed::high, "B", "Its upper bound."),
        field("given", &Assumed::given, "", "Stated by the scenario."),
        field("source", &Assumed::source, "", "Rule and where it was read."),
        field("formula", &Assumed::formula, "", "Equation that evaluates to bytes."),
    };
};

template <>
struct Describe<Flag> {
    static constexpr std::string_view name = "Flag";
    static constexpr std::string_view doc = "One option of the engine's command line.";
    static constexpr auto fields = std::tuple{
        field("flag", &Flag::flag, "", "The option, or a variable of the environment."),
        field("value", &Flag::value, "", "Its value; empty where it stands alone."),
        field("key", &Flag::key, "", "Scenario key that it carries."),
        field("reason", &Flag::reason, "", "Why it is there, a stable word."),
        field("message", &Flag::message, "", "Why it is there, in English."),
    };
};

template <>
struct Describe<FitResult> {
    static constexpr std::string_view name = "FitResult";
    static constexpr std::string_view doc = "Whether a scenario lives in its memory: all of SizeResult, and the plan.";
    static constexpr auto fields = std::tuple_cat(
        Describe<SizeResult>::fields,
        std::tuple{
            field("fits", &FitResult::fits, "", "The engine starts, and all sequences run at once."),
            field("state", &FitResult::state, "",
                  "fits; tight: it does, unless an estimate is too low, or with less than 3% of the cache to spare; "
                  "does_not_fit."),
            field("verdict", &FitResult::verdict, "", "The answer in one sentence."),
            field("memory", &FitResult::memory, "", "Memory of the fullest GPU."),
            field("layout", &FitResult::layout, "", "How the model is spread over GPUs."),
            field("hardware", &FitResult::hardware, "", "The accelerators; empty where memory alone is given."),
            field("devices", &FitResult::devices, "", "llama.cpp and Ollama: what lies where."),
            field("kvAvailableBytes", &FitResult::kvAvailableBytes, "B",
                  "Memory for the cache on one GPU; llama.cpp: on all."),
            field("capacityTokens", &FitResult::capacityTokens, "tokens",
                  "What the cache holds, as the engine reports it."),
            field("maxConcurrency", &FitResult::maxConcurrency, "requests",
                  "Requests of the maximum length, the engine's fraction."),
            field("requestsThatFit", &FitResult::requestsThatFit, "requests",
                  "Sequences of this length that run at once; one more does not."),
            field("maxTokens", &FitResult::maxTokens, "tokens",
                  "Longest length for this number of sequences, 0: none; one token more does not fit. null: any length "
                  "does."),
            field("estimates", &FitResult::estimates, "", "What was assumed of the rest of the memory."),
            field("flags", &FitResult::flags, "", "Options that start this configuration, each with its reason."),
            field("command", &FitResult::command, "", "The same as one line."),
        });
};

template <>
struct Describe<CompareRow> {
    static constexpr std::string_view name = "CompareRow";
    static constexpr std::string_view doc =
        "One scenario of a comparison. What needs memory is null where none is given; a scenario that is refused has "
        "errors and nothing else.";
    static constexpr auto fields = std::tuple{
        field("model", &CompareRow::model, "", "Display name of the model."),
        field("engine", &CompareRow::engine, "", "Engine whose rules apply; payload for none."),
        field("engineVersion", &CompareRow::engineVersion, "", "Version whose rules apply."),
        field("tokens", &CompareRow::tokens, "tokens", "Length of each sequence."),
        field("sequences", &CompareRow::sequences, "sequences", "Sequences of that length."),
        field("payloadBytes", &CompareRow::payloadBytes, "B", "What the architecture must keep, all sequences."),
        field("bytesPerSequence", &CompareRow::bytesPerSequence, "B", "Payload of one sequence."),
        field("marginalBytesPerToken", &CompareRow::marginalBytesPerToken, "B/token",
              "One further token once all windows are full."),
        field("reservedBytes", &CompareRow::reservedBytes, "B",
              "What the engine reserves on one GPU; null without one."),
        field("kvBytes", &CompareRow::kvBytes, "B", "What the sequences need on the fullest GPU."),
        field("kvAvailableBytes", &CompareRow::kvAvailableBytes, "B", "Memory for the cache on one GPU."),
        field("weightsBytes", &CompareRow::weightsBytes, "B", "Weights on the fullest GPU."),
        field("memoryShare", &CompareRow::memoryShare, "", "kvBytes over the memory of a GPU."),
        field("gpus", &CompareRow::gpus, "GPUs", "GPUs that are used."),
        field("capacityTokens", &CompareRow::capacityTokens, "tokens",
              "What the cache holds, as the engine reports it."),
        field("requestsThatFit", &CompareRow::requestsThatFit, "requests", "Sequences that run at once."),
        field("maxTokens", &CompareRow::maxTokens, "tokens", "Longest length for this number of sequences."),
        field("fits", &CompareRow::fits, "", "The engine starts, and all sequences run at once."),
        field("verdict", &CompareRow::verdict, "", "The answer in one sentence; its code is empty without memory."),
        field("errors", &CompareRow::errors, "", "Why the scenario is refused."),
    };
};

template <>
struct Describe<SolveResult> {
    static constexpr std::string_view name = "SolveResult";
    static constexpr std::string_view doc = "The value of one setting with which the scenario fits.";
    static constexpr auto fields = std::tuple{
        field("key", &SolveResult::key, "", "The setting that was free."),
        field("goal", &SolveResult::goal, "", "Which value it is: largest, smallest or most_exact."),
        field("value", &SolveResult::value, "", "The value; null where none fits."),
        field("unlimited", &SolveResult::unlimited, "", "Every larger value fits too."),
        field("changes", &SolveResult::changes, "",
              "Scenario keys to set; of a number of GPUs also the layout that uses them."),
        field("message", &SolveResult::message, "", "The answer in English."),
    };
};

template <>
struct Describe<FrontierPoint> {
    static constexpr std::string_view name = "FrontierPoint";
    static constexpr std::string_view doc = "A corner of what fits: neither one more token nor one more sequence does.";
    static constexpr auto fields = std::tuple{
        field("tokens", &FrontierPoint::tokens, "tokens", "Length of each sequence; null: any."),
        field("sequences", &FrontierPoint::sequences, "sequences", "Sequences of that length."),
    };
};

template <>
struct Describe<FrontierResult> {
    static constexpr std::string_view name = "FrontierResult";
    static constexpr std::string_view doc = "What fits, between few long and many short sequences.";
    static constexpr auto fields = std::tuple{
        field("points", &FrontierResult::points, "", "Corners, fewest sequences first; at most 64."),
    };
};

template <>
struct Describe<Remedy> {
    static constexpr std::string_view name = "Remedy";
    static constexpr std::string_view doc = "A change with which the scenario fits; it was tried.";
    static constexpr auto fields = std::tuple{
        field("code", &Remedy::code, "", "Stable word: kv_dtype, attention_dp, batched_tokens, ..."),
        field("message", &Remedy::message, "", "The change in English."),
        field("changes", &Remedy::changes, "", "Scenario keys to set."),
        field("params", &Remedy::params, "", "The values in the message, for translation."),
        field("together", &Remedy::together, "", "The changes that it is made of, where no single one works."),
        field("kvBytes", &Remedy::kvBytes, "B", "What the sequences then need on one GPU."),
        field("kvAvailableBytes", &Remedy::kvAvailableBytes, "B", "Memory that there then is for them."),
        field("requestsThatFit", &Remedy::requestsThatFit, "requests", "Sequences that then run at once."),
    };
};

template <>
struct Describe<TableRow> {
    static constexpr std::string_view name = "TableRow";
    static constexpr std::string_view doc = "A scenario at one length. What needs memory is null where none is given.";
    static constexpr auto fields = std::tuple{
        field("tokens", &TableRow::tokens, "tokens", "Length of each sequence."),
        field("payloadBytes", &TableRow::payloadBytes, "B", "What the architecture must keep, all sequences."),
        field("bytesPerSequence", &TableRow::bytesPerSequence, "B", "Payload of one sequence."),
        field("kvBytes", &TableRow::kvBytes, "B", "What the sequences need on the fullest GPU."),
        field("requestsThatFit", &TableRow::requestsThatFit, "requests", "Sequences that run at once."),
        field("fits", &TableRow::fits, "", "The engine starts, and all sequences run at once."),
        field("requestBytes", &TableRow::requestBytes, "B", "What one request takes on the fullest GPU."),
        field("shareOf4K", &TableRow::shareOf4K, "", "Requests that fit, over those of 4,096 tokens."),
        field("costPerRequestHour", &TableRow::costPerRequestHour, "",
              "pricePerGpuHour of all GPUs over the requests that fit."),
        field("works", &TableRow::works, "", "One request runs."),
    };
};

}  // namespace kvfit
