#include "api/plan_calls.hpp"

#include "api/describe_plan.hpp"
#include "api/draft_model.hpp"
#include "api/read_accelerators.hpp"
#include "api/read_scenario.hpp"
#include "api/write.hpp"

namespace kvfit {

bool isPlanCall(std::string_view name) { return name == "fit"; }

Expected<Json> planCall(std::string_view, const Architecture& model, const Scenario& scenario) {
    const Expected<Accelerators> accelerators = readAccelerators(scenario);
    if (!accelerators) return accelerators.errors();
    const Expected<FitResult> result = fit(model, *accelerators, scenario);
    if (!result) return result.errors();
    return toJson(*result);
}

namespace {

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

Expected<Json> compareCall(std::string_view request, const ModelOf& model) {
    const Expected<Json> json = parseJson(request, {std::size_t{16} << 20, 64});
    if (!json) return json.errors();
    if (!json->is_array()) return Error{"wrong_type", "", "scenarios", "a comparison is a list of scenarios", ""};
    Json rows = Json::array();
    for (const Json& entry : *json) rows.push_back(toJson(rowOf(entry.is_object() ? entry : Json::object(), model)));
    return rows;
}

}  // namespace kvfit
