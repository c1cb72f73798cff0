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
#include "api/reply.hpp"
#include "api/reuse_job.hpp"
#include "api/reuse_keys.hpp"
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

/// The result's equations as text under the names of their figures.
std::map<std::string, std::string> equations(const SizeResult& r) {
    std::map<std::string, std::string> out = {{"payloadBytes", render(*r.formula)},
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
    if (!result) return refusal(result.errors());
    return answerBy([&](JsonText& out) { write(out, *result, *named); });
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
        return answer(std::map<std::string, int>{{"handle", state_->next++}});
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
    const Architecture& held = state_->models.emplace(handle, std::move(*model)).first->second;
    return answerBy([&](JsonText& out) {
        out.open('{');
        member(out, "handle", handle);
        member(out, "architecture", held);
        out.close('}');
    });
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
    if (lengths != state_->lengths.end()) return answer(lengths->second.finish(sampledRequests));
    const auto log = state_->logs.find(handle);
    if (log != state_->logs.end()) return logAnswer(log->second.finish());
    const auto replay = state_->replays.find(handle);
    if (replay == state_->replays.end()) return refusal({noHandle()});
    return replay->second.next(problem);
}

std::string Session::call(std::string_view name, int handle, std::string_view request) {
    if (name == "replay") return replayed(request);
    if (name == "compare") {
        const auto modelOf = [&](int wanted) -> Expected<const Architecture*> {
            const auto found = state_->models.find(wanted);
            if (found == state_->models.end()) return missingModel();
            return &found->second;
        };
        return compareCall(request, modelOf);
    }
    const auto held = state_->models.find(handle);
    if (name == "explain" && held != state_->models.end()) return explainCall(request, held->second);
    const Expected<FullScenario> full = readFullScenario(request);
    const Expected<Scenario> scenario = full ? Expected<Scenario>(full->scenario) : full.errors();
    if (held == state_->models.end()) return noModel(scenario);
    if (!scenario) return refusal(scenario.errors());
    if (name == "weights") return answer(weights(held->second, *scenario));
    if (name == "estimate") return answer(estimate(held->second, *scenario));
    if (name != "size" && name != "equations" && name != "engines" && !isPlanCall(name))
        return refusal({{"unknown_call", "", "name", "there is no call of this name",
                         "use size, equations, weights, estimate, engines or fit"}});
    const Expected<Architecture> joined =
        scenario->draftConfig ? withDraftModel(held->second, *scenario->draftConfig) : Architecture();
    if (!joined) return refusal(joined.errors());
    const Architecture& model = scenario->draftConfig ? *joined : held->second;
    if (name == "engines") return answer(compareEngines(model, *scenario));
    if (isPlanCall(name)) return planCall(name, model, *full);
    const Expected<SizeResult> result = size(model, *scenario);
    return result && name == "equations" ? answer(equations(*result)) : answer(result);
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
    if (what == "engines") return answer(engineProfiles());
    if (what == "settings") {
        return answerBy([](JsonText& out) {
            out.open('[');
            writeItems(out, scenarioKeys());
            writeItems(out, reuseKeys());
            writeItems(out, loadKeys());
            out.close(']');
        });
    }
    if (what == "traffic") return answer(trafficKeys());
    if (what == "dtypes") return answer(dtypes());
    if (what == "kinds") return answer(kindRules());
    return refusal({{"unknown_call", "", "what", "there is no description of this name",
                     "use engines, kinds, settings, traffic or dtypes"}});
}

const std::string& Session::lastError() const { return state_->lastError; }

}  // namespace kvfit
