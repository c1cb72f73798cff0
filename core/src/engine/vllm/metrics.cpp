#include "engine/vllm/metrics.hpp"

#include <algorithm>

#include "cache/payload.hpp"

namespace kvfit::vllm {

namespace {

using Keep = Spec::Keep;
using Holds = Spec::Holds;

/// Names of the pages of compressed attention.
std::string pageName(const Spec& s) {
    if (s.keep == Keep::window && s.holds == Holds::tokens) return "swaPageBytes";
    const bool index = s.part->role == Role::indexer;
    const std::string ratio = std::to_string(s.part->ratio);
    if (s.holds == Holds::compressor) return index ? "indexerStatePageBytes" : "compressor" + ratio + "StatePageBytes";
    if (index) return "indexerPageBytes";
    return s.part->ratio > 1 ? "compressed" + ratio + "PageBytes" : "pageBytes";
}

void addPages(const Settings& q, const Plan& plan, SizeResult& r) {
    std::int64_t smallest = plan.specs.front().block;
    for (const Spec& s : plan.specs) {
        if (s.keep != Keep::state) r.metrics[pageName(s)] = s.page;
        smallest = std::min(smallest, s.block);
    }
    const auto block = [&](const char* name, auto test) {
        for (const Spec& s : plan.specs)
            if (test(s)) {
                r.metrics[name] = s.block;
                return;
            }
    };
    const auto holdsTokens = [](const Spec& s) { return s.holds == Holds::tokens && s.keep != Keep::state; };
    r.metrics["blockSize"] = smallest;
    block("fullBlockSize", [&](const Spec& s) { return s.keep == Keep::full && holdsTokens(s); });
    block("swaBlockSize", [&](const Spec& s) { return s.keep == Keep::window && holdsTokens(s); });
    block("kvBlockSize", holdsTokens);
    block("kvBlockSize", [&](const Spec& s) { return s.keep == Keep::full && holdsTokens(s); });
    for (const Spec& s : plan.specs)
        if (holdsTokens(s)) {
            r.metrics["pageBytes"] = s.page;
            break;
        }
    for (const Spec& s : plan.specs) {
        if (s.keep != Keep::state) continue;
        r.metrics["statePageBytes"] = s.entry;
        r.metrics["statePagePaddingPct"] = 100.0 * static_cast<double>(s.page - s.entry) / static_cast<double>(s.entry);
        if (s.part->role == Role::recurrent) r.metrics["ssmStateBytesPerLayer"] = stateBytes(q, *s.part);
        break;
    }
}

/// Bytes of one further token once windows are full: full-length layers of the model, or all attention
/// layers of a rank, as if their windows still grew.
double bytesPerToken(const Settings& q, const Plan& plan, bool ofRank) {
    double bytes = 0;
    for (const Spec& s : plan.specs) {
        if (s.holds != Holds::tokens && s.holds != Holds::index) continue;
        if (s.keep == Keep::state || s.keep == Keep::cross || (!ofRank && s.keep != Keep::full)) continue;
        const std::int64_t entry = ofRank || q.ranks == 1 ? s.entry : rowOf(Ask<Exact>{*s.part, q.types}).value;
        bytes += static_cast<double>(s.count() * entry) / static_cast<double>(s.ratio);
    }
    return bytes;
}

/// State of one sequence on a rank, without padding.
std::int64_t stateOf(const Plan& plan) {
    std::int64_t bytes = 0;
    for (const Spec& s : plan.specs)
        if (s.keep == Keep::state) bytes += s.count() * s.entry;
    return bytes;
}

}  // namespace

void addMetrics(const Settings& q, const Plan& plan, const Demand& demand, const Budget& budget,
                const std::optional<Capacity>& capacity, SizeResult& r) {
    addPages(q, plan, r);
    r.metrics["kvBytesPerToken"] = bytesPerToken(q, plan, false);
    r.metrics["kvBytesPerTokenPerRank"] = bytesPerToken(q, plan, true);
    r.metrics["stateBytesPerSequence"] = stateOf(plan);
    r.metrics["blockBytes"] = demand.blockBytes;
    r.metrics["blocksPerRequest"] = demand.blocksPerRequest;
    r.metrics["kvBytesNeeded"] = demand.admissionBytes;
    r.metrics["numGroups"] = plan.groupCount();
    r.metrics["paddingLayers"] = plan.paddingLayers;
    r.metrics["paddingPct"] = plan.paddingPercent;
    if (budget.available) r.metrics["availableKvBytes"] = *budget.available;
    if (budget.requested) r.metrics["requestedBytes"] = *budget.requested;
    if (budget.swap) r.metrics["numCpuBlocks"] = *budget.swap / demand.blockBytes;
    if (!capacity) return;
    r.metrics["numBlocks"] = capacity->blocks;
    r.metrics["allocatedBytes"] = capacity->blocks * demand.blockBytes;
    r.metrics["tensorBytes"] = capacity->blocks * plan.specs.front().page;
    r.metrics["kvCapacityTokens"] = capacity->tokens;
    r.metrics["maxConcurrency"] = capacity->concurrency;
    r.metrics["requestsThatFit"] = capacity->requests;
    r.metrics["maxModelLenFits"] = capacity->fits;
    r.metrics["fits"] = capacity->fits;
    r.metrics["estimatedMaxModelLen"] = longestOf(q, plan, demand, *capacity);
}

}  // namespace kvfit::vllm
