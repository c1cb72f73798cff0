#include "kvfit/plan_table.hpp"

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

}  // namespace

Expected<std::vector<TableRow>> table(const Architecture& architecture, const Accelerators& accelerators,
                                      const Scenario& scenario) {
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
        } else if (tried.errors().front().code != "missing_memory") {
            return tried.errors();
        }
        rows.push_back(row);
    }
    return rows;
}

}  // namespace kvfit
