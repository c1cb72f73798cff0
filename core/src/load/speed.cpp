#include "load/speed.hpp"

#include <algorithm>

#include "arch/checks.hpp"
#include "cache/question.hpp"
#include "kvfit/weights.hpp"
#include "plan/layout.hpp"

namespace kvfit {

namespace {

/// Entries that an index selects from: of them a step reads a part only.
bool isSelected(const Architecture& a, const CachePart& part) {
    const bool indexed =
        std::any_of(a.parts.begin(), a.parts.end(), [](const CachePart& p) { return p.role == Role::indexer; });
    return indexed && part.role != Role::indexer && part.kind != Kind::window && part.kind != Kind::window_latent &&
           (part.kind == Kind::latent || part.kind == Kind::compressed || part.kind == Kind::full);
}

}  // namespace

std::int64_t activeParams(const Architecture& a) {
    if (a.weights.activeParams > 0) return a.weights.activeParams;
    std::int64_t counted = 0;
    bool experts = false;
    for (const Module& m : a.parameters.modules) {
        if (m.draft || m.kind == ModuleKind::vision || m.kind == ModuleKind::embedding) continue;
        const std::int64_t copies = m.copies > 1 && a.parameters.expertsPerToken > 0
                                        ? std::min(m.copies, a.parameters.expertsPerToken)
                                        : m.copies;
        experts = experts || m.copies > 1;
        counted += m.params * copies * std::max<std::int64_t>(1, static_cast<std::int64_t>(m.layers.size()));
    }
    return counted > 0 && experts ? counted : a.weights.totalParams > 0 ? a.weights.totalParams : counted;
}

StepBytes stepBytes(const Architecture& a, const Attempt& attempt) {
    StepBytes out;
    const bool divided = dividesOverRanks(attempt.scenario);
    out.stages = divided ? static_cast<double>(attempt.scenario.pp.value_or(1)) : 1;
    auto bytes = static_cast<double>(attempt.overhead.weights);
    if (!divided) {
        // Layers of one device follow those of another, so a token reads them all.
        if (const Expected<WeightSize> whole = weights(a, attempt.scenario)) bytes = static_cast<double>(whole->bytes);
        const bool onHost = std::any_of(attempt.devices.begin(), attempt.devices.end(),
                                        [](const DeviceUse& d) { return d.name == "host" && d.layers > 0; });
        if (onHost)
            out.notes.push_back(
                {"host_layers_slower",
                 "layers on the host are slower than this bound, which takes the GPU's bandwidth for all",
                 "nGpuLayers"});
    }
    const std::int64_t total = a.weights.totalParams;
    const std::int64_t active = activeParams(a);
    // Both are published rounded: of a dense model they differ a little.
    if (total > 0 && active > 0 && static_cast<double>(active) < 0.95 * static_cast<double>(total)) {
        bytes *= static_cast<double>(active) / static_cast<double>(total);
        out.notes.push_back({"experts_of_one_token",
                             "the bound counts the experts of one token; a batch reads more of them and is slower",
                             "decodeTokensPerSecond"});
    }
    out.weights = bytes;
    return out;
}

Expected<double> kvRead(const Architecture& a, const Scenario& scenario, std::int64_t tokens) {
    const Expected<Question> q = question(a, scenario);
    if (!q) return q.errors();
    std::vector<CachePart> read;
    for (const CachePart& part : q->stage)
        if (!isSelected(a, part)) read.push_back(part);
    const Exact bytes = sequenceBytes(*q, read, tokens, true);
    if (bytes.lost) return tooLarge();
    return static_cast<double>(bytes.value);
}

double prefillTeraflops(const Architecture& a, double tokens) {
    double layers = 0;
    for (const CachePart& part : a.parts)
        if (!part.draft && (part.kind == Kind::full || part.kind == Kind::latent) && !isSelected(a, part) &&
            part.role != Role::indexer)
            layers += static_cast<double>(part.layerCount());
    // Scores and their sum over values: two multiplications and additions for each element of a head and each pair of
    // tokens, half of which are masked.
    const double attention = 2 * tokens * tokens * static_cast<double>(a.attentionHeads) *
                             static_cast<double>(a.parameters.headWidth) * layers;
    return (2 * static_cast<double>(activeParams(a)) * tokens + attention) / 1e12;
}

double peakTeraflops(const Attempt& attempt, const Accelerators& accelerators, const std::string& dtype) {
    if (!accelerators.first) return 0;
    const Accelerator& a = *accelerators.first;
    const bool four = dtype.find("fp4") != std::string::npos && a.fp4Tflops.value > 0;
    const bool eight = dtype.find("fp8") != std::string::npos && a.fp8Tflops.value > 0;
    const double rate = four ? a.fp4Tflops.value : eight ? a.fp8Tflops.value : a.bf16Tflops.value;
    const double packages = static_cast<double>(attempt.machine.devices.front().count) /
                            static_cast<double>(a.devicesPerPackage) * static_cast<double>(attempt.machine.nodes);
    if (dividesOverRanks(attempt.scenario)) {
        const auto gpus = static_cast<double>(layoutOf(attempt.scenario).gpus);
        return rate * std::min(packages, std::max(1.0, gpus / static_cast<double>(a.devicesPerPackage)));
    }
    return rate;
}

}  // namespace kvfit
