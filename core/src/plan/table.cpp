#include "kvfit/plan_table.hpp"

#include <algorithm>

#include "plan/layout.hpp"
#include "plan/limits.hpp"

namespace kvfit {

namespace {

constexpr std::int64_t shortest = 2048;
constexpr std::int64_t longestUnknown = 131072;  // where a model states no trained length

std::vector<std::int64_t> lengthsTo(std::int64_t last) {
    std::vector<std::int64_t> out;
    for (std::int64_t n = shortest; n < last; n *= 2) out.push_back(n);
    out.push_back(last);
    return out;
}

std::int64_t gpusOf(const Attempt& tried) {
    return dividesOverRanks(tried.scenario) ? layoutOf(tried.scenario).gpus
                                            : std::max<std::int64_t>(1, tried.machine.count());
}

/// Requests of 4,096 tokens that fit, or nothing where the table does not have that length.
std::optional<std::int64_t> requestsAt4K(const std::vector<TableRow>& rows) {
    for (const TableRow& row : rows)
        if (row.tokens == 4096) return row.requestsThatFit;
    return std::nullopt;
}

}  // namespace

Expected<std::vector<TableRow>> table(const Architecture& architecture, const Accelerators& accelerators,
                                      const Scenario& scenario, const std::optional<double>& pricePerGpuHour) {
    const Planner planner(architecture, accelerators);
    std::vector<TableRow> rows;
    for (const std::int64_t n :
         lengthsTo(architecture.trainedContext > 0 ? architecture.trainedContext : longestUnknown)) {
        Scenario s = scenario;
        s.tokens = n;
        s.maxModelLen.reset();
        s.ctx.reset();
        const Expected<SizeResult> sized = size(architecture, s);
        if (!sized) return sized.errors();
        TableRow row;
        row.tokens = n;
        row.payloadBytes = sized->payloadBytes;
        row.bytesPerSequence = sized->bytesPerSequence;
        if (const Expected<Attempt> tried = planner.attempt(s)) {
            row.kvBytes = tried->room.needed;
            row.requestsThatFit = Limits(planner, *tried).sequences();
            row.fits = tried->fits();
            row.works = *row.requestsThatFit > 0;
            s.sequences = 1;
            if (const Expected<Attempt> one = planner.attempt(s, *tried)) row.requestBytes = one->room.needed;
            if (pricePerGpuHour && *row.works)
                row.costPerRequestHour =
                    *pricePerGpuHour * static_cast<double>(gpusOf(*tried)) / static_cast<double>(*row.requestsThatFit);
        } else if (tried.errors().front().code != "missing_memory") {
            return tried.errors();
        }
        rows.push_back(row);
    }
    if (const std::optional<std::int64_t> at4K = requestsAt4K(rows); at4K && *at4K > 0)
        for (TableRow& row : rows)
            if (row.requestsThatFit)
                row.shareOf4K = static_cast<double>(*row.requestsThatFit) / static_cast<double>(*at4K);
    return rows;
}

}  // namespace kvfit
