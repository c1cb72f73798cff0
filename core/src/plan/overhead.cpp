#include "plan/overhead.hpp"

#include <algorithm>
#include <cmath>

#include "base/exact.hpp"
#include "kvfit/dtype.hpp"
#include "plan/layout.hpp"

namespace kvfit {

namespace {

constexpr double gib = 1024.0 * 1024.0 * 1024.0;

std::int64_t wholeBytes(double bytes) {
    return static_cast<std::int64_t>(std::clamp(std::floor(bytes), 0.0, static_cast<double>(Exact::limit)));
}

Assumed given(const char* name, const char* key, std::int64_t bytes) {
    return {name, key, bytes, bytes, bytes, true, key, nullptr};
}

/// Bytes of a header, else parameters at their stored type, divided over the ranks that hold them.
Assumed weightsOf(const Architecture& a, const Scenario& s) {
    if (s.weightsGib) return given("weights", "weightsGib", wholeBytes(*s.weightsGib * gib));
    const Layout layout = layoutOf(s);
    const std::int64_t ranks = dividesOverRanks(s) ? layout.tp * layout.pp : 1;
    std::int64_t bytes = a.weights.bytes;
    if (bytes == 0) {
        const Dtype* type = findDtype(s.weightsDtype.value_or(a.weights.dtype));
        bytes = wholeBytes(static_cast<double>(a.weights.totalParams) * (type == nullptr ? 2.0 : type->width()));
    }
    Assumed w{"weights", "weightsGib", bytes / ranks, bytes / ranks, bytes / ranks, false, "parameters", nullptr};
    return w;
}

}  // namespace

Expected<Overhead> overheadOf(const Architecture& architecture, const Scenario& s) {
    Overhead o;
    const auto add = [&](const Assumed& figure, std::int64_t& sum) {
        sum = figure.bytes;
        o.figures.push_back(figure);
    };
    add(weightsOf(architecture, s), o.weights);
    if (s.activationGib) add(given("activation", "activationGib", wholeBytes(*s.activationGib * gib)), o.activation);
    if (s.computeBufferMib)
        add(given("computeBuffer", "computeBufferMib", wholeBytes(*s.computeBufferMib * 1048576.0)), o.activation);
    if (s.cudaGraphBytes) add(given("graphs", "cudaGraphBytes", *s.cudaGraphBytes), o.graphs);
    if (s.nonTorchGib) add(given("nonTorch", "nonTorchGib", wholeBytes(*s.nonTorchGib * gib)), o.nonTorch);
    return o;
}

}  // namespace kvfit
