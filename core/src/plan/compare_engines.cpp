#include "kvfit/compare_engines.hpp"

#include "kvfit/engine.hpp"
#include "kvfit/size.hpp"
#include "plan/engine_reasons.hpp"

namespace kvfit {

namespace {

void fill(EngineRow& row, const SizeResult& r) {
    row.payloadBytes = r.payloadBytes;
    if (const auto reserved = r.figures.find("reservedBytes"); reserved != r.figures.end())
        row.reservedBytes = reserved->second.bytes;
    if (const auto tokens = r.metrics.find("kvCapacityTokens"); tokens != r.metrics.end()) {
        row.hasCapacity = true;
        row.capacityTokens = std::get<std::int64_t>(tokens->second);
    }
    if (const auto requests = r.metrics.find("maxConcurrency"); requests != r.metrics.end())
        row.maxConcurrency = std::get<double>(requests->second);
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
