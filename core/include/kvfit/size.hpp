#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "kvfit/architecture.hpp"
#include "kvfit/scenario.hpp"
#include "kvfit/term.hpp"

namespace kvfit {

/// A figure of cases/FORMAT.md section 3: an integer count, a real, a truth value or a word.
using Metric = std::variant<std::int64_t, double, bool, std::string>;

/// One cache part of the result. `bytes` is for all sequences, every rank's share counted once.
struct PartSize {
    std::string role;
    std::string name;  ///< kind of the part, a stable word
    std::int64_t layers = 0;
    std::string dtype;  ///< stored type; `K/V` where the two differ
    std::string dtypeSource;
    bool draft = false;
    std::int64_t bytes = 0;
    TermPtr formula;  ///< evaluates to `bytes`
};

/// An engine's own figure: its value, its equation, the rule in words, where and for which versions.
struct Figure {
    std::int64_t bytes = 0;
    TermPtr formula;
    std::string rule;      ///< stable word of the rule; the page has its sentence
    std::string sentence;  ///< the rule in one English sentence
    std::string source;    ///< file and commit, paper, or configuration
    std::string versions;  ///< e.g. `0.20 and later`
};

struct SizeResult {
    std::string model;
    std::string engine = "payload";
    std::string engineVersion;
    std::int64_t tokens = 0;
    std::int64_t sequences = 1;

    std::int64_t payloadBytes = 0;  ///< all sequences; never depends on the engine
    std::int64_t totalBytes = 0;    ///< the same
    std::int64_t bytesPerSequence = 0;
    std::int64_t fixedBytesPerSequence = 0;
    double marginalBytesPerToken = 0;  ///< asymptotic: all windows full, one state
    double growthBytesPerToken = 0;    ///< slope at `tokens`
    std::int64_t bytesPerRank = 0;     ///< all sequences on the fullest rank
    std::vector<PartSize> parts;
    TermPtr formula;          ///< evaluates to payloadBytes
    TermPtr rankFormula;      ///< evaluates to bytesPerRank
    TermPtr fixedFormula;     ///< evaluates to fixedBytesPerSequence
    TermPtr marginalFormula;  ///< evaluates to marginalBytesPerToken

    std::map<std::string, Figure>
        figures;  ///< `reservedBytes`, `admissionBytes`, `liveBytes`, `cachedBytes`, `paddingBytes`
    Notes warnings;
    Notes notes;
    std::map<std::string, Metric> metrics;
};

/// Sizes the cache of one scenario.
Expected<SizeResult> size(const Architecture& architecture, const Scenario& scenario);

/// Payload bytes of the scenario at each of these lengths; the same formulas without their text.
Expected<std::vector<double>> curve(const Architecture& architecture, const Scenario& scenario,
                                    const std::vector<std::int64_t>& tokens);

}  // namespace kvfit
