#include <algorithm>
#include <cmath>

#include "arch/checks.hpp"
#include "base/units.hpp"
#include "load/speed.hpp"

namespace kvfit {

std::string weightsDtypeOf(const Architecture& a, const Scenario& s) {
    if (s.weightsDtype) return *s.weightsDtype;
    return a.weights.dtype.empty() ? a.parameters.quantization : a.weights.dtype;
}

Expected<std::optional<SpeedResult>> speedOf(const Architecture& a, const Accelerators& accelerators,
                                             const Attempt& attempt, const LoadSettings& s, double requests,
                                             const LengthSummary& lengths, const std::vector<RequestLengths>& some,
                                             Notes& notes) {
    SpeedResult r;
    r.requests = requests;
    if (s.prefillTokensPerSecond && *s.prefillTokensPerSecond > 0) {
        r.prefillTokensPerSecond = *s.prefillTokensPerSecond;
        r.prefillBasis = "given";
    } else if (accelerators.first && !attempt.machine.devices.empty()) {
        const double work = prefillTeraflops(a, std::max(1.0, lengths.meanPrompt));
        const double rate = peakTeraflops(attempt, accelerators, weightsDtypeOf(a, attempt.scenario));
        if (work > 0 && rate > 0) {
            r.prefillTokensPerSecond = std::max(1.0, lengths.meanPrompt) * rate / work;
            r.prefillBasis = "bound";
        }
    }
    if (s.decodeTokensPerSecond && *s.decodeTokensPerSecond > 0) {
        r.decodeTokensPerSecond = *s.decodeTokensPerSecond;
        r.decodeBasis = "given";
        return std::optional<SpeedResult>(r);
    }
    if (attempt.machine.devices.empty() || attempt.machine.smallest().bandwidthGbS <= 0)
        return std::optional<SpeedResult>();
    StepBytes step = stepBytes(a, attempt);
    double kv = 0;
    for (const RequestLengths& one : some) {
        const Expected<double> read = kvRead(a, attempt.scenario, one.prompt + one.output / 2);
        if (!read) return read.errors();
        kv += *read / static_cast<double>(some.size());
    }
    r.bandwidthGbS = attempt.machine.smallest().bandwidthGbS;
    r.weightBytesRead = std::llround(step.weights);
    r.kvBytesRead = std::llround(kv);
    const double perReplica = requests / static_cast<double>(replicasOf(attempt.scenario));
    const double seconds = (step.stages * step.weights + perReplica * kv) / (r.bandwidthGbS * bytesPerGb);
    if (!(seconds > 0)) return std::optional<SpeedResult>();
    r.decodeTokensPerSecond = 1 / seconds;
    r.decodeBasis = "bound";
    notes.insert(notes.end(), step.notes.begin(), step.notes.end());
    return std::optional<SpeedResult>(r);
}

}  // namespace kvfit
