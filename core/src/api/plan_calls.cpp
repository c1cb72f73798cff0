#include "api/plan_calls.hpp"

#include "api/describe_load.hpp"
#include "api/describe_plan.hpp"
#include "api/draft_model.hpp"
#include "api/read_accelerators.hpp"
#include "api/read_scenario.hpp"
#include "api/write.hpp"

namespace kvfit {

namespace {

template <class T>
Expected<Json> written(const Expected<T>& result) {
    if (!result) return result.errors();
    return toJson(*result);
}

/// `solve` with the setting that is free, as `solve tokens`.
constexpr std::string_view solving = "solve ";

CompareRow rowOf(const Json& entry, const ModelOf& modelOf) {
    const auto refused = [](const Errors& errors) {
        CompareRow row;
        row.errors = errors;
        return row;
    };
    const auto handle = entry.find("handle");
    const auto given = entry.find("scenario");
    if (handle == entry.end() || !handle->is_number_integer() || given == entry.end())
        return refused({{"wrong_type", "", "scenarios", "a row has a handle and a scenario", ""}});
    const Expected<const Architecture*> model = modelOf(handle->get<int>());
    if (!model) return refused(model.errors());
    const Expected<Scenario> scenario = scenarioOf(*given);
    if (!scenario) return refused(scenario.errors());
    const Expected<Accelerators> accelerators = readAccelerators(*scenario);
    if (!accelerators) return refused(accelerators.errors());
    if (!scenario->draftConfig) return compareRow(**model, *accelerators, *scenario);
    const Expected<Architecture> joined = withDraftModel(**model, *scenario->draftConfig);
    return joined ? compareRow(*joined, *accelerators, *scenario) : refused(joined.errors());
}

}  // namespace

bool isPlanCall(std::string_view name) {
    return name == "fit" || name == "frontier" || name == "remedies" || name == "table" || name == "load" ||
           name == "transfer" || name.substr(0, solving.size()) == solving;
}

Expected<Json> planCall(std::string_view name, const Architecture& model, const FullScenario& full) {
    const Scenario& scenario = full.scenario;
    const Expected<Accelerators> accelerators = readAccelerators(scenario);
    if (!accelerators) return accelerators.errors();
    if (name == "fit") return written(fit(model, *accelerators, scenario));
    if (name == "frontier") return written(frontier(model, *accelerators, scenario));
    if (name == "remedies") return written(remedies(model, *accelerators, scenario));
    if (name == "table") return written(table(model, *accelerators, scenario, full.load.pricePerGpuHour));
    if (name == "load") return written(load(model, *accelerators, scenario, full.load));
    if (name == "transfer") return written(transfer(model, *accelerators, scenario, full.load));
    return written(solve(model, *accelerators, scenario, std::string(name.substr(solving.size()))));
}

Expected<Json> compareCall(std::string_view request, const ModelOf& model) {
    const Expected<Json> json = parseJson(request, {std::size_t{16} << 20, 64});
    if (!json) return json.errors();
    if (!json->is_array()) return Error{"wrong_type", "", "scenarios", "a comparison is a list of scenarios", ""};
    Json rows = Json::array();
    for (const Json& entry : *json) rows.push_back(toJson(rowOf(entry.is_object() ? entry : Json::object(), model)));
    return rows;
}

}  // namespace kvfit
