#include <algorithm>
#include <cmath>

#include "arch/checks.hpp"
#include "kvfit/plan_search.hpp"
#include "plan/gpus.hpp"
#include "plan/layout.hpp"
#include "plan/limits.hpp"
#include "plan/remedy_steps.hpp"

namespace kvfit {

namespace {

/// Finds changes and keeps those that work, the least invasive first.
class Finder {
public:
    Finder(const Planner& planner, const Attempt& tried) : planner_(planner), tried_(tried), s_(tried.asked) {}

    std::vector<Remedy> run() {
        const std::vector<std::vector<Step>> kinds = remedySteps(planner_, tried_);
        for (const std::vector<Step>& kind : kinds) firstOf(kind);
        if (!dividesOverRanks(s_)) onHost();
        if (found_.empty()) together(kinds);
        maximum();
        fewerSequences();
        shorter();
        replicas();
        moreGpus();
        return std::move(found_);
    }

private:
    const Planner& planner_;
    const Attempt& tried_;
    const Scenario& s_;
    std::vector<Remedy> found_;

    /// Keeps the step if it works; the figures are those of the scenario with it.
    bool offer(const Step& step, Notes parts = {}) {
        const Expected<Attempt> changed = planner_.attempt(withChanges(s_, step.changes));
        if (!changed || !changed->fits()) return false;
        Remedy r;
        r.code = step.code;
        r.message = step.message;
        r.changes = step.changes;
        r.params = step.params;
        for (const auto& [key, value] : step.changes) r.params.emplace(key, settingText(value));
        r.together = std::move(parts);
        r.kvBytes = changed->room.needed;
        r.kvAvailableBytes = *changed->room.available;
        r.requestsThatFit = changed->room.requests;
        found_.push_back(std::move(r));
        return true;
    }

    bool firstOf(const std::vector<Step>& kind) {
        return std::any_of(kind.begin(), kind.end(), [&](const Step& step) { return offer(step); });
    }

    /// Two changes of different kinds, each at its strongest where no weaker one of it works; at most three pairs.
    void together(const std::vector<std::vector<Step>>& kinds) {
        constexpr std::size_t mostPairs = 3;
        for (std::size_t i = 0; i < kinds.size() && found_.size() < mostPairs; ++i)
            for (std::size_t j = i + 1; j < kinds.size() && found_.size() < mostPairs; ++j) pair(kinds[i], kinds[j]);
    }

    bool pair(const std::vector<Step>& some, const std::vector<Step>& others) {
        const Step* beside = strongestBeside(some, others);
        if (beside == nullptr) return false;
        const Step& first = weakest(some, *beside);
        const Step& second = weakest(others, first);
        const auto part = [](const Step& step) {
            Note n{step.code, step.message, step.changes.begin()->first, step.params};
            for (const auto& [key, value] : step.changes) n.params.emplace(key, settingText(value));
            return n;
        };
        return offer(joined({&first, &second}), {part(first), part(second)});
    }

    /// The step of the second kind beside which one of the first works: the strongest, or the weakest where an engine
    /// refuses that. nullptr: none.
    const Step* strongestBeside(const std::vector<Step>& some, const std::vector<Step>& others) const {
        if (some.empty() || others.empty()) return nullptr;
        for (const Step* other : {&others.back(), &others.front()})
            for (const Step* one : {&some.back(), &some.front()})
                if (works({one, other})) return other;
        return nullptr;
    }

    /// The first step of a kind that works beside another.
    const Step& weakest(const std::vector<Step>& kind, const Step& beside) const {
        for (const Step& step : kind)
            if (works({&step, &beside})) return step;
        return kind.back();
    }

    static Step joined(const std::vector<const Step*>& steps) {
        Step both{"two_changes", "", {}, {}};
        for (const Step* step : steps) {
            both.message += (both.message.empty() ? "" : ", and ") + step->message;
            both.changes.insert(step->changes.begin(), step->changes.end());
        }
        return both;
    }

    bool works(const std::vector<const Step*>& steps) const {
        return planner_.fits(withChanges(s_, joined(steps).changes));
    }

    /// llama.cpp: experts, then the cache, then layers stay on the host.
    void onHost() {
        const std::int64_t layers = planner_.architecture().layers;
        for (std::int64_t n = 1; n <= layers; ++n)
            if (offer({"experts_on_host",
                       "keep the experts of the first " + countText(n) + " layers on the host",
                       {{"nCpuMoe", n}}}))
                break;
        if (s_.kvOffload.value_or(true)) offer({"cache_on_host", "keep the cache on the host", {{"kvOffload", false}}});
        for (std::int64_t n = layers; n >= 0; --n)
            if (offer({"layers_on_host",
                       "keep " + countText(n) + " layers on the GPUs and the others on the host",
                       {{"nGpuLayers", n}}}))
                break;
    }

    void maximum() {
        const std::int64_t tokens = lengthOf(planner_.architecture(), s_);
        if (s_.maxModelLen && *s_.maxModelLen != tokens)
            offer({"max_model_len",
                   "start the engine with a longest request of " + countText(tokens) + " tokens",
                   {{"maxModelLen", tokens}}});
    }

    void fewerSequences() {
        const std::int64_t n = Limits(planner_, tried_).sequences();
        if (n < 1) return;
        Changes changes = {{"sequences", n}};
        if (s_.nParallel && *s_.nParallel > n) changes["nParallel"] = n;
        offer({"fewer_sequences",
               "run " + countText(n) + (n == 1 ? " request" : " requests") + " at once; the others wait", changes});
    }

    void shorter() {
        const std::int64_t n = Limits(planner_, tried_).tokens();
        if (n < 1 || n == mostTokens) return;
        offer({"shorter_context", "limit each request to " + countText(n) + " tokens", {{"tokens", n}}});
    }

    /// Where the model fits as it is laid out, copies of it share the requests.
    void replicas() {
        constexpr std::int64_t most = 1024;
        const Scenario& laid = tried_.scenario;
        const std::int64_t each = tried_.room.starts ? tried_.room.requests / replicasOf(laid) : 0;
        if (each < 1 || !dividesOverRanks(s_) || laid.attentionDp.value_or(false)) return;
        std::int64_t n = (tried_.sequences() - 1) / each + 1;
        if (n > most) return;
        // Experts that are divided over the copies leave more room in each.
        for (std::int64_t least = replicasOf(laid) + 1; least < n;) {
            const std::int64_t middle = least + (n - least) / 2;
            if (planner_.fits(withChanges(s_, changesForReplicas(tried_, middle))))
                n = middle;
            else
                least = middle + 1;
        }
        const Layout layout = layoutOf(laid);
        const std::int64_t gpus = layout.tp * layout.pp * n;
        offer({"replicas",
               "run " + countText(n) + " copies of the model, on " + countText(gpus) + " GPUs",
               changesForReplicas(tried_, n),
               {{"gpus", std::to_string(gpus)}}});
    }

    void moreGpus() {
        const std::optional<GpuChoice> choice = fewestGpus(planner_, s_);
        if (!choice) return;
        const Layout& l = choice->layout;
        std::string layout;
        if (dividesOverRanks(s_))
            layout = " (tp " + countText(l.tp) + ", pp " + countText(l.pp) +
                     (l.attentionDp ? ", attention data-parallel)" : ")");
        offer({"more_gpus",
               "use " + countText(choice->count()) + " GPUs" + layout,
               changesOf(*choice, s_),
               {{"gpus", std::to_string(choice->count())}}});
    }
};

}  // namespace

Expected<std::vector<Remedy>> remedies(const Architecture& architecture, const Accelerators& accelerators,
                                       const Scenario& scenario) {
    const Planner planner(architecture, accelerators);
    const Expected<Attempt> tried = planner.attempt(scenario);
    if (!tried) return tried.errors();
    if (tried->fits()) return std::vector<Remedy>();
    return Finder(planner, *tried).run();
}

}  // namespace kvfit
