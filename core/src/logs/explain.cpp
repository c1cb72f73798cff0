#include <algorithm>
#include <cmath>
#include <map>

#include "arch/scenario_keys.hpp"
#include "kvfit/estimate.hpp"
#include "kvfit/logs.hpp"
#include "kvfit/size.hpp"
#include "logs/form.hpp"
#include "logs/values.hpp"

namespace kvfit {

namespace {

using logs::Dialect;
using logs::Rule;

/// Rounded settings whose two ends are tried in every combination.
constexpr std::size_t mostRounded = 5;

/// Figures by name in bytes, tokens, blocks ...
using Values = std::map<std::string, double, std::less<>>;

/// What only a running engine knows, and the key that replaces our estimate of it.
struct Measured {
    std::string_view metric;
    std::string_view key;
    Estimate RankOverheads::*member;
};
constexpr Measured measured[] = {
    {"weights", "weightsGib", &RankOverheads::weights},
    {"activation", "activationGib", &RankOverheads::activation},
    {"nonTorch", "nonTorchGib", &RankOverheads::nonTorch},
    {"graphs", "cudaGraphBytes", &RankOverheads::graphs},
    {"computeBuffer", "computeBufferMib", &RankOverheads::computeBuffer},
};

bool isEstimate(std::string_view metric) {
    return metric == "weightsTotal" ||
           std::any_of(std::begin(measured), std::end(measured), [&](const auto& m) { return m.metric == metric; });
}

const Dialect* dialectOf(std::string_view engine) {
    for (const Dialect* one : logs::dialects())
        if (one->engine == engine) return one;
    return nullptr;
}

const Rule* ruleOf(const Dialect& dialect, std::string_view figure) {
    for (const Rule& rule : dialect.rules)
        if (rule.figure == figure) return &rule;
    // Ollama runs llama.cpp, whose lines stand in its log.
    return dialect.engine == "ollama" ? ruleOf(logs::llamaCpp(), figure) : nullptr;
}

void clear(Scenario& scenario, std::string_view key) {
    for (const ScenarioKey& known : scenarioKeys())
        if (known.key == key) std::visit([&](auto member) { (scenario.*member).reset(); }, known.member);
}

/// Moves a number of the scenario; false where the key has none.
bool shift(Scenario& scenario, std::string_view key, double by) {
    for (const ScenarioKey& known : scenarioKeys()) {
        if (known.key != key) continue;
        if (const auto* real = std::get_if<Scenario::Real Scenario::*>(&known.member); real != nullptr) {
            if (!(scenario.**real)) return false;
            *(scenario.**real) += by;
            return true;
        }
        if (const auto* count = std::get_if<Scenario::Count Scenario::*>(&known.member); count != nullptr) {
            if (!(scenario.**count)) return false;
            *(scenario.**count) = std::max<std::int64_t>(0, *(scenario.**count) + std::llround(by));
            return true;
        }
    }
    return false;
}

double numberOf(const Metric& value) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
    const auto* real = std::get_if<double>(&value);
    return real != nullptr ? *real : std::nan("");
}

/// The key's number in the scenario is the one that was printed.
bool isPrinted(const Scenario& scenario, const LogSetting& setting) {
    for (const ScenarioKey& known : scenarioKeys()) {
        if (known.key != setting.key) continue;
        double given = std::nan("");
        std::visit(
            [&](auto member) {
                if constexpr (std::is_convertible_v<decltype(*(scenario.*member)), double>)
                    if (scenario.*member) given = static_cast<double>(*(scenario.*member));
            },
            known.member);
        return given == numberOf(setting.value);
    }
    return false;
}

Values metricsOf(const SizeResult& result) {
    Values out;
    for (const auto& [name, metric] : result.metrics) {
        if (const auto* whole = std::get_if<std::int64_t>(&metric)) out[name] = static_cast<double>(*whole);
        if (const auto* real = std::get_if<double>(&metric)) out[name] = *real;
    }
    return out;
}

/// The figures of a log under one version's rules.
class Explainer {
public:
    Explainer(const Architecture& architecture, const LogReading& reading, const Dialect& dialect, Scenario scenario)
        : architecture_(architecture), reading_(reading), dialect_(dialect), scenario_(std::move(scenario)) {}

    Expected<LogExplanation> run() {
        const Expected<SizeResult> whole = size(architecture_, scenario_);
        if (!whole) return whole.errors();
        LogExplanation out;
        out.engineVersion = whole->engineVersion;
        for (const LogFigure& figure : reading_.figures) out.rows.push_back(rowOf(figure));
        return out;
    }

private:
    LogRow rowOf(const LogFigure& figure) {
        LogRow row;
        row.name = figure.name;
        row.printed = figure.value;
        row.unit = figure.unit;
        row.line = figure.line;
        row.status = "notReproduced";
        row.reason = "noRule";
        const Rule* rule = ruleOf(dialect_, figure.name);
        if (rule == nullptr) return row;
        row.rule = rule->word;
        row.sentence = rule->sentence;
        row.source = rule->source;
        row.reason = "inputs";
        std::string_view metrics = rule->metric;
        while (!metrics.empty()) {
            const std::size_t end = std::min(metrics.find('|'), metrics.size());
            const std::string_view metric = metrics.substr(0, end);
            metrics.remove_prefix(std::min(end + 1, metrics.size()));
            const bool first = metric.data() == rule->metric.data();
            LogRow tried = row;
            if (!compare(figure, metric, rule->measured, tried)) continue;
            // The engine prints several pools in the same words: another one is meant where it agrees.
            if (first || tried.status == "explained") row = std::move(tried);
            if (row.status == "explained") break;
        }
        return row;
    }

    bool compare(const LogFigure& figure, std::string_view metric, bool isMeasured, LogRow& row) {
        const double unit = logs::bytesOf(figure.unit);
        double ours = 0, low = 0, high = 0;
        if (isEstimate(metric)) {
            if (!estimateOf(figure, metric, ours, low, high)) return false;
        } else if (!rangeOf(figure, metric, ours, low, high)) {
            return false;
        }
        row.ours = ours / unit;
        row.difference = *row.ours - figure.value;
        row.low = low / unit;
        row.high = high / unit;
        // Counts are rounded down by every engine; other figures to the decimals that are printed.
        // Whole units of memory are cut off or rounded.
        const double whole = unit > 1 ? 1 : 0;
        const double half = figure.decimals > 0 ? 0.5 * std::pow(10.0, -static_cast<double>(figure.decimals)) : whole;
        const double slack =
            (figure.summed ? static_cast<double>(figure.prints) : 1) * half + 1e-9 * std::fabs(figure.value);
        const double least = isEstimate(metric) ? *row.ours : *row.low;
        const double most = isEstimate(metric) ? *row.ours : *row.high;
        const bool inside = figure.value >= least - slack && figure.value <= most + slack;
        row.status = inside ? "explained" : isMeasured ? "notReproduced" : "differs";
        row.reason = inside ? "" : isMeasured ? "measured" : otherRankHasLess(figure, *row.low) ? "otherRank" : "";
        return true;
    }

    /// Every rank takes the smallest memory of all; not all print theirs.
    bool otherRankHasLess(const LogFigure& figure, double low) const {
        constexpr double nearly = 0.9;  // ranks are equal but for what a few of them hold
        const std::int64_t ranks = scenario_.tp.value_or(1) * scenario_.pp.value_or(1);
        if (ranks < 2 || figure.value > low || figure.value < nearly * low) return false;
        for (const LogFigure& one : reading_.figures)
            if (one.name == "availableKvBytes") return figure.name != one.name && one.prints < ranks;
        return false;
    }

    /// The metric at the printed settings and its extremes at the ends of their rounding.
    bool rangeOf(const LogFigure& figure, std::string_view metric, double& ours, double& low, double& high) {
        const std::vector<Values>& all = valuesWithout(figure.key);
        const auto found = all.front().find(metric);
        if (found == all.front().end()) return false;
        ours = low = high = found->second;
        for (const Values& one : all)
            if (const auto at = one.find(metric); at != one.end()) {
                low = std::min(low, at->second);
                high = std::max(high, at->second);
            }
        return true;
    }

    /// Metrics without one key, which the figure itself has filled: at the printed settings, then at the ends.
    const std::vector<Values>& valuesWithout(const std::string& key) {
        const auto known = values_.find(key);
        if (known != values_.end()) return known->second;
        Scenario base = scenario_;
        clear(base, key);
        // Other forms of the same memory.
        if (key == "availableKvGib")
            for (const char* other : {"availableKvBytes", "numGpuBlocks"}) clear(base, other);
        std::vector<std::pair<std::string, double>> rounded;
        for (const LogSetting& s : reading_.settings)
            if (s.rounding > 0 && s.key != key && isPrinted(base, s) && rounded.size() < mostRounded)
                rounded.push_back({s.key, s.rounding});
        std::vector<Values> all(1);
        if (const Expected<SizeResult> result = size(architecture_, base)) all.front() = metricsOf(*result);
        for (std::size_t corner = 0; !rounded.empty() && corner < std::size_t{1} << rounded.size(); ++corner) {
            Scenario moved = base;
            for (std::size_t i = 0; i < rounded.size(); ++i)
                shift(moved, rounded[i].first, (corner >> i & 1) != 0 ? rounded[i].second : -rounded[i].second);
            if (const Expected<SizeResult> result = size(architecture_, moved)) all.push_back(metricsOf(*result));
        }
        return values_[key] = std::move(all);
    }

    bool estimateOf(const LogFigure& figure, std::string_view metric, double& ours, double& low, double& high) {
        if (!estimated_) {
            Scenario free = scenario_;
            for (const Measured& m : measured) clear(free, m.key);
            const Expected<Overheads> result = estimate(architecture_, free);
            estimated_ = result ? *result : Overheads{};
        }
        if (estimated_->ranks.empty()) return false;
        if (metric == "weightsTotal") {
            ours = low = high = 0;
            for (const RankOverheads& rank : estimated_->ranks) {
                ours += static_cast<double>(rank.weights.bytes);
                low += static_cast<double>(rank.weights.low);
                high += static_cast<double>(rank.weights.high);
            }
            return ours > 0;
        }
        for (const Measured& m : measured) {
            if (m.metric != metric) continue;
            // Ranks do not tell their pipeline stage: the one that comes closest.
            const double printed = figure.value * logs::bytesOf(figure.unit);
            const Estimate* best = nullptr;
            for (const RankOverheads& rank : estimated_->ranks) {
                const Estimate& one = rank.*m.member;
                const auto away = [&](const Estimate& e) { return std::fabs(static_cast<double>(e.bytes) - printed); };
                if (best == nullptr || away(one) < away(*best)) best = &one;
            }
            ours = static_cast<double>(best->bytes);
            low = static_cast<double>(best->low);
            high = static_cast<double>(best->high);
            return !best->key.empty() && best->bytes > 0;
        }
        return false;
    }

    const Architecture& architecture_;
    const LogReading& reading_;
    const Dialect& dialect_;
    Scenario scenario_;
    std::map<std::string, std::vector<Values>> values_;  ///< by the key that is left out
    std::optional<Overheads> estimated_;
};

std::ptrdiff_t rowsOf(const LogExplanation& e, std::string_view status) {
    return std::count_if(e.rows.begin(), e.rows.end(), [&](const LogRow& row) { return row.status == status; });
}

}  // namespace

Expected<LogExplanation> explain(const Architecture& architecture, const LogReading& reading,
                                 const Scenario& scenario) {
    const Dialect* dialect = dialectOf(reading.engine);
    if (dialect == nullptr)
        return Error{"unknown_engine", "/engine", "engine", "no log of this engine is known",
                     "use what readLog returned"};
    Scenario asked = scenario;
    asked.engine = reading.engine;
    const std::string version = asked.engineVersion.value_or("");
    const std::string_view given[] = {version};
    const std::span<const std::string_view> tried = version.empty() ? dialect->versions : given;
    std::optional<LogExplanation> best;
    for (const std::string_view one : tried) {
        asked.engineVersion = one.empty() ? std::nullopt : std::optional(std::string(one));
        Expected<LogExplanation> result = Explainer(architecture, reading, *dialect, asked).run();
        if (!result) {
            if (!best && one == tried.back()) return result.errors();
            continue;
        }
        if (!best || rowsOf(*result, "differs") < rowsOf(*best, "differs")) best = std::move(*result);
        if (rowsOf(*best, "differs") == 0) break;
    }
    if (version.empty() && tried.size() > 1) {
        const bool reproduced = rowsOf(*best, "explained") > rowsOf(*best, "differs");
        best->notes.push_back({reproduced ? "version_inferred" : "version_newest",
                               "the log prints no release; the rules of " + best->engineVersion +
                                   (reproduced ? " reproduce most of its figures" : " are used"),
                               "engineVersion",
                               {{"version", best->engineVersion}}});
    }
    return std::move(*best);
}

}  // namespace kvfit
