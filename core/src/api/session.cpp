#include <cmath>
#include <unordered_map>

#include "api/describe_estimate.hpp"
#include "api/describe_kinds.hpp"
#include "api/describe_load.hpp"
#include "api/draft_model.hpp"
#include "api/load_keys.hpp"
#include "api/log_calls.hpp"
#include "api/plan_calls.hpp"
#include "api/read_scenario.hpp"
#include "api/read_workload.hpp"
#include "api/replay_plan.hpp"
#include "api/reuse_job.hpp"
#include "api/reuse_keys.hpp"
#include "api/write.hpp"
#include "arch/checks.hpp"
#include "arch/scenario_keys.hpp"
#include "kvfit/api.hpp"
#include "kvfit/compare_engines.hpp"
#include "kvfit/engine.hpp"
#include "kvfit/read.hpp"
#include "kvfit/size.hpp"

namespace kvfit {

struct Session::State {
    int next = 1;
    std::unordered_map<int, Architecture> models;
    std::unordered_map<int, ReuseJob> replays;
    std::unordered_map<int, TrafficWriter> traffics;
    std::unordered_map<int, LengthReader> lengths;
    std::unordered_map<int, LogReader> logs;
    std::string lastError;
};

namespace {

std::string text(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string reply(bool ok, std::string_view key, Json value) {
    Json out = Json::object();
    put(out, "ok", ok);
    put(out, key, std::move(value));
    return text(out);
}

std::string answer(Json result) { return reply(true, "result", std::move(result)); }

std::string refusal(const Errors& errors) { return reply(false, "errors", toJson(errors)); }

Expected<Architecture> readModel(std::string_view kind, std::string_view source) {
    struct Reader {
        std::string_view kind;
        Expected<Architecture> (*read)(std::string_view);
    };
    static constexpr Reader readers[] = {{"config", readConfig},
                                         {"catalogue", readCatalogueEntry},
                                         {"gguf", readGguf},
                                         {"ggufMetadata", readGgufMetadata},
                                         {"safetensors", readSafetensors},
                                         {"architecture", readArchitecture}};
    std::string kinds;
    for (const Reader& reader : readers) {
        if (reader.kind == kind) return reader.read(source);
        kinds += (kinds.empty() ? "" : ", ") + std::string(reader.kind);
    }
    return Error{"unknown_kind", "", "kind", "a model of this kind cannot be read", "use one of " + kinds};
}

Error missingModel() {
    return {"missing_model", "", "model", "there is no model under this handle", "open a model first"};
}

/// The refusal where no model is under a handle, together with what is wrong with the scenario itself.
std::string noModel(const Expected<Scenario>& scenario) {
    Errors errors = scenario ? Errors{} : scenario.errors();
    if (scenario) {
        const Expected<SizeResult> result = size(Architecture{}, *scenario);
        if (!result) errors = result.errors();
    }
    errors.push_back(missingModel());
    return refusal(errors);
}

template <class T>
std::string answerOf(const Expected<T>& result) {
    return result ? answer(toJson(*result)) : refusal(result.errors());
}

/// The result's equations as text under the names of their figures.
Json equations(const SizeResult& r) {
    Json out = {{"payloadBytes", render(*r.formula)},
                {"bytesPerRank", render(*r.rankFormula)},
                {"fixedBytesPerSequence", render(*r.fixedFormula)},
                {"marginalBytesPerToken", render(*r.marginalFormula)}};
    for (const auto& [name, figure] : r.figures)
        if (figure.formula != nullptr) out[name] = render(*figure.formula);
    return out;
}

/// Needs no model: a prefix cache knows blocks, not bytes.
std::string replayed(std::string_view request) {
    const Expected<NamedWorkload> named = readWorkload(request);
    if (!named) {
        Errors errors = named.errors();
        locate(request, errors);
        return refusal(errors);
    }
    const Expected<ReplayResult> result = replay(named->workload);
    return result ? answer(toJson(*result, *named)) : refusal(result.errors());
}

/// Requests that stand for a whole file: few enough for a link, many enough for a load.
constexpr std::size_t sampledRequests = 500;

Error noHandle() { return {"unknown_handle", "", "handle", "nothing is open under this handle", "open it again"}; }

}  // namespace

Session::Session() : state_(std::make_unique<State>()) {}
Session::~Session() = default;

std::string Session::open(std::string_view kind, std::string_view source) {
    const auto hold = [&](auto& held, auto thing) {
        held.emplace(state_->next, std::move(thing));
        return answer({{"handle", state_->next++}});
    };
    if (kind == "reuse") {
        Expected<ReusePlan> plan = readReplayPlan(source, state_->models);
        return plan ? hold(state_->replays, ReuseJob(std::move(*plan))) : refusal(plan.errors());
    }
    if (kind == "traffic") {
        const Expected<Traffic> traffic = readTraffic(source);
        Expected<TrafficWriter> writer = traffic ? TrafficWriter::of(*traffic) : traffic.errors();
        return writer ? hold(state_->traffics, std::move(*writer)) : refusal(writer.errors());
    }
    if (kind == "lengths") return hold(state_->lengths, LengthReader());
    if (kind == "log") return hold(state_->logs, LogReader());
    Expected<Architecture> model = readModel(kind, source);
    if (!model) return refusal(model.errors());
    const int handle = state_->next++;
    Json result = {{"handle", handle}, {"architecture", toJson(*model)}};
    state_->models.emplace(handle, std::move(*model));
    return answer(std::move(result));
}

void Session::close(int handle) {
    state_->models.erase(handle);
    state_->replays.erase(handle);
    state_->traffics.erase(handle);
    state_->lengths.erase(handle);
    state_->logs.erase(handle);
}

bool Session::feed(int handle, std::string_view bytes) {
    const auto replay = state_->replays.find(handle);
    if (replay != state_->replays.end()) return replay->second.feed(bytes);
    const auto lengths = state_->lengths.find(handle);
    if (lengths != state_->lengths.end()) lengths->second.feed(bytes);
    const auto log = state_->logs.find(handle);
    if (log != state_->logs.end()) log->second.feed(bytes);
    return true;
}

std::string Session::next(int handle, std::string_view problem) {
    const auto traffic = state_->traffics.find(handle);
    if (traffic != state_->traffics.end()) return answer(traffic->second.next());
    const auto lengths = state_->lengths.find(handle);
    if (lengths != state_->lengths.end()) return answerOf(lengths->second.finish(sampledRequests));
    const auto log = state_->logs.find(handle);
    if (log != state_->logs.end()) {
        const Expected<LogReading> reading = log->second.finish();
        return reading ? answer(written(*reading)) : refusal(reading.errors());
    }
    const auto replay = state_->replays.find(handle);
    if (replay == state_->replays.end()) return refusal({noHandle()});
    Expected<Json> step = replay->second.next(problem);
    return step ? answer(std::move(*step)) : refusal(step.errors());
}

std::string Session::call(std::string_view name, int handle, std::string_view request) {
    if (name == "replay") return replayed(request);
    if (name == "compare") {
        const auto modelOf = [&](int wanted) -> Expected<const Architecture*> {
            const auto found = state_->models.find(wanted);
            if (found == state_->models.end()) return missingModel();
            return &found->second;
        };
        const Expected<Json> rows = compareCall(request, modelOf);
        return rows ? answer(*rows) : refusal(rows.errors());
    }
    const auto held = state_->models.find(handle);
    if (name == "explain" && held != state_->models.end()) {
        const Expected<Json> rows = explainCall(request, held->second);
        return rows ? answer(*rows) : refusal(rows.errors());
    }
    const Expected<FullScenario> full = readFullScenario(request);
    const Expected<Scenario> scenario = full ? Expected<Scenario>(full->scenario) : full.errors();
    if (held == state_->models.end()) return noModel(scenario);
    if (!scenario) return refusal(scenario.errors());
    if (name == "weights") return answerOf(weights(held->second, *scenario));
    if (name == "estimate") return answerOf(estimate(held->second, *scenario));
    if (name != "size" && name != "equations" && name != "engines" && !isPlanCall(name))
        return refusal({{"unknown_call", "", "name", "there is no call of this name",
                         "use size, equations, weights, estimate, engines or fit"}});
    const Expected<Architecture> joined =
        scenario->draftConfig ? withDraftModel(held->second, *scenario->draftConfig) : Architecture();
    if (!joined) return refusal(joined.errors());
    const Architecture& model = scenario->draftConfig ? *joined : held->second;
    if (name == "engines") {
        const Expected<std::vector<EngineRow>> rows = compareEngines(model, *scenario);
        return rows ? answer(toJson(*rows)) : refusal(rows.errors());
    }
    if (isPlanCall(name)) {
        const Expected<Json> planned = planCall(name, model, *full);
        return planned ? answer(*planned) : refusal(planned.errors());
    }
    const Expected<SizeResult> result = size(model, *scenario);
    if (!result) return refusal(result.errors());
    return answer(name == "size" ? toJson(*result) : equations(*result));
}

std::vector<double> Session::curve(int handle, std::string_view request, const std::vector<double>& tokens) {
    const auto refuse = [&](std::string answer) {
        state_->lastError = std::move(answer);
        return std::vector<double>();
    };
    const auto fail = [&](const Errors& errors) { return refuse(refusal(errors)); };
    const auto held = state_->models.find(handle);
    const Expected<Scenario> scenario = readScenario(request);
    if (held == state_->models.end()) return refuse(noModel(scenario));
    if (!scenario) return fail(scenario.errors());
    std::vector<std::int64_t> lengths;
    for (const double n : tokens) {
        if (!(n >= 1) || n > 9007199254740991.0 || n != std::floor(n))
            return fail({{"out_of_range", "", "tokens", "a length is a whole number from 1 to 2^53 - 1", ""}});
        lengths.push_back(static_cast<std::int64_t>(n));
    }
    const Expected<Architecture> joined =
        scenario->draftConfig ? withDraftModel(held->second, *scenario->draftConfig) : Architecture();
    if (!joined) return fail(joined.errors());
    Expected<std::vector<double>> bytes =
        kvfit::curve(scenario->draftConfig ? *joined : held->second, *scenario, lengths);
    if (!bytes) return fail(bytes.errors());
    state_->lastError.clear();
    return std::move(*bytes);
}

std::string Session::describe(std::string_view what) const {
    if (what == "engines") return answer(toJson(engineProfiles()));
    if (what == "settings") {
        Json keys = toJson(scenarioKeys());
        for (Json& key : toJson(reuseKeys())) keys.push_back(std::move(key));
        for (Json& key : toJson(loadKeys())) keys.push_back(std::move(key));
        return answer(std::move(keys));
    }
    if (what == "traffic") return answer(toJson(trafficKeys()));
    if (what == "dtypes") return answer(toJson(dtypes()));
    if (what == "kinds") return answer(toJson(kindRules()));
    return refusal({{"unknown_call", "", "what", "there is no description of this name",
                     "use engines, kinds, settings, traffic or dtypes"}});
}

const std::string& Session::lastError() const { return state_->lastError; }

}  // namespace kvfit
