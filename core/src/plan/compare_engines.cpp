#include "kvfit/compare_engines.hpp"

#include <optional>

#include "kvfit/engine.hpp"
#include "kvfit/size.hpp"
#include "plan/engine_reasons.hpp"

namespace kvfit {

namespace {

/// A number of the result, whichever type it is stored in.
std::optional<double> numberOf(const SizeResult& r, const char* metric) {
    const auto found = r.metrics.find(metric);
    if (found == r.metrics.end()) return std::nullopt;
    if (const auto* real = std::get_if<double>(&found->second)) return *real;
    if (const auto* whole = std::get_if<std::int64_t>(&found->second)) return static_cast<double>(*whole);
    return std::nullopt;
}

void fill(EngineRow& row, const SizeResult& r) {
    row.payloadBytes = r.payloadBytes;
    if (const auto reserved = r.figures.find("reservedBytes"); reserved != r.figures.end())
        row.reservedBytes = reserved->second.bytes;
    if (const std::optional<double> tokens = numberOf(r, "kvCapacityTokens")) {
        row.hasCapacity = true;
        row.capacityTokens = static_cast<std::int64_t>(*tokens);
    }
    row.maxConcurrency = numberOf(r, "maxConcurrency").value_or(0);
}

}  // namespace

Expected<std::vector<EngineRow>> compareEngines(const Architecture& architecture, const Scenario& scenario) {
    Scenario s = scenario;
    s.engine = {};
    s.engineVersion = {};
    const Expected<SizeResult> payload = size(architecture, s);
    if (!payload) return payload.errors();
    std::vector<EngineRow> rows(1);
    rows.front().engine = rows.front().title = "payload";
    fill(rows.front(), *payload);

    for (const EngineProfile& engine : engineProfiles())
        for (const EngineVersion& version : engine.versions) {
            s.engine = std::string(engine.id);
            s.engineVersion = std::string(version.id);
            EngineRow row;
            row.engine = engine.id;
            row.engineVersion = version.id;
            row.title = std::string(engine.title) + " " + std::string(version.title);
            const Expected<SizeResult> result = size(architecture, s);
            if (result) {
                fill(row, *result);
                row.reasons = engineReasons(architecture, s, *result);
            } else {
                row.errors = result.errors();
            }
            rows.push_back(std::move(row));
        }
    return rows;
}

}  // namespace kvfit
