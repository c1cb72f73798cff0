#include "kvfit/plan_compare.hpp"

#include <algorithm>

namespace kvfit {

namespace {

void addSize(CompareRow& row, const SizeResult& r) {
    row.model = r.model;
    row.engine = r.engine;
    row.engineVersion = r.engineVersion;
    row.tokens = r.tokens;
    row.sequences = r.sequences;
    row.payloadBytes = r.payloadBytes;
    row.bytesPerSequence = r.bytesPerSequence;
    row.marginalBytesPerToken = r.marginalBytesPerToken;
    const auto reserved = r.figures.find("reservedBytes");
    if (reserved != r.figures.end()) row.reservedBytes = reserved->second.bytes;
}

}  // namespace

CompareRow compareRow(const Architecture& architecture, const Accelerators& accelerators, const Scenario& scenario) {
    CompareRow row;
    row.model = architecture.name;
    const Expected<FitResult> fitted = fit(architecture, accelerators, scenario);
    if (fitted) {
        addSize(row, *fitted);
        row.kvBytes = fitted->memory.kv;
        row.kvAvailableBytes = fitted->kvAvailableBytes;
        row.gpus = fitted->layout.gpus;
        if (fitted->memory.total > 0) {
            row.weightsBytes = fitted->memory.weights;
            row.memoryShare = static_cast<double>(fitted->memory.kv) / static_cast<double>(fitted->memory.total);
        }
        row.capacityTokens = fitted->capacityTokens;
        row.requestsThatFit = fitted->requestsThatFit;
        row.maxTokens = fitted->maxTokens;
        row.fits = fitted->fits;
        row.verdict = fitted->verdict;
        return row;
    }
    const auto withoutMemory = [](const Error& e) { return e.code == "missing_memory"; };
    if (!std::all_of(fitted.errors().begin(), fitted.errors().end(), withoutMemory)) {
        row.errors = fitted.errors();
        return row;
    }
    const Expected<SizeResult> sized = size(architecture, scenario);
    if (sized)
        addSize(row, *sized);
    else
        row.errors = sized.errors();
    return row;
}

}  // namespace kvfit
