#include "api/replay_plan.hpp"

#include "api/draft_model.hpp"
#include "api/read_accelerators.hpp"
#include "api/read_scenario.hpp"
#include "kvfit/plan.hpp"

namespace kvfit {

namespace {

/// Memory for the cache by hardware and weights, or nothing where no hardware is named.
Expected<std::optional<std::int64_t>> fittedBytes(const Architecture& model, const Scenario& scenario) {
    const Expected<Accelerators> accelerators = readAccelerators(scenario);
    if (!accelerators) return accelerators.errors();
    if (!accelerators->first) return std::optional<std::int64_t>();
    const Expected<FitResult> fitted = fit(model, *accelerators, scenario);
    if (!fitted) return fitted.errors();
    return std::optional<std::int64_t>(fitted->kvAvailableBytes);
}

}  // namespace

Expected<ReusePlan> readReplayPlan(std::string_view request, const std::unordered_map<int, Architecture>& models) {
    const Expected<Json> json = parseJson(request);
    if (!json) return json.errors();
    const Json asked = json->is_object() ? *json : Json::object();
    const Json handle = asked.value("model", Json()), scenario = asked.value("scenario", Json());
    if (!handle.is_number_integer())
        return Error{"wrong_type", "/model", "model", "a replay names a model's handle, or 0", ""};
    Expected<FullScenario> full = fullScenarioOf(scenario);
    if (!full) return full.errors();
    const auto held = models.find(handle.get<int>());
    Expected<Architecture> model = held == models.end() ? Architecture() : held->second;
    if (full->scenario.draftConfig) model = withDraftModel(*model, *full->scenario.draftConfig);
    if (!model) return model.errors();

    // What the size of the text is good for needs no exact number.
    const Json bytes = asked.value("bytes", Json());
    const auto planned = [&] {
        Expected<ReusePlan> plan = planReuse(*model, full->scenario, full->reuse);
        if (plan && bytes.is_number_unsigned()) plan->traceBytes = bytes.get<std::int64_t>();
        return plan;
    };
    Expected<ReusePlan> plan = planned();
    if (!plan || plan->capacityBytes || plan->capacityTokens || model->parts.empty()) return plan;
    const Expected<std::optional<std::int64_t>> fitted = fittedBytes(*model, full->scenario);
    if (!fitted) {
        plan->notes.push_back(
            {"capacity_unknown",
             "what the hardware leaves for the cache cannot be told, so there is no answer at a capacity",
             fitted.errors().front().field});
        return plan;
    }
    if (!*fitted) return plan;
    full->scenario.availableKvBytes = *fitted;
    return planned();
}

}  // namespace kvfit
