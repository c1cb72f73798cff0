#include "api/plan_calls.hpp"

#include "api/describe_load.hpp"
#include "api/describe_plan.hpp"
#include "api/draft_model.hpp"
#include "api/read_accelerators.hpp"
#include "api/read_scenario.hpp"
#include "api/reply.hpp"

namespace kvfit {

namespace {

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

std::string planCall(std::string_view name, const Architecture& model, const FullScenario& full) {
    const Scenario& scenario = full.scenario;
    const Expected<Accelerators> accelerators = readAccelerators(scenario);
    if (!accelerators) return refusal(accelerators.errors());
    if (name == "fit") return answer(fit(model, *accelerators, scenario));
    if (name == "frontier") return answer(frontier(model, *accelerators, scenario));
    if (name == "remedies") return answer(remedies(model, *accelerators, scenario));
    if (name == "table") return answer(table(model, *accelerators, scenario, full.load.pricePerGpuHour));
    if (name == "load") return answer(load(model, *accelerators, scenario, full.load));
    if (name == "transfer") return answer(transfer(model, *accelerators, scenario, full.load));
    return answer(solve(model, *accelerators, scenario, std::string(name.substr(solving.size()))));
}

std::string compareCall(std::string_view request, const ModelOf& model) {
    const Expected<Json> json = parseJson(request, {std::size_t{16} << 20, 64});
    if (!json) return refusal(json.errors());
    if (!json->is_array()) return refusal({{"wrong_type", "", "scenarios", "a comparison is a list of scenarios", ""}});
    return answerBy([&](JsonText& out) {
        out.open('[');
        for (const Json& entry : *json) write(out, rowOf(entry.is_object() ? entry : Json::object(), model));
        out.close(']');
    });
}

}  // namespace kvfit
