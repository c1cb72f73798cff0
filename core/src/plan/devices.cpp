#include "plan/devices.hpp"

#include <algorithm>
#include <numeric>

#include "arch/checks.hpp"
#include "base/digit.hpp"
#include "base/units.hpp"
#include "plan/refusal.hpp"

namespace kvfit {

namespace {

/// `3,1` or `0.6,0.4`: shares that are not negative; empty where the text is something else.
std::vector<double> sharesOf(const std::string& text) {
    std::vector<double> out;
    double value = 0;
    double unit = 0;  // of the next decimal
    bool digits = false;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        const char c = i < text.size() ? text[i] : ',';
        if (isDigit(c) && value < 1e9) {
            digits = true;
            value = unit == 0 ? value * 10 + (c - '0') : value + (c - '0') * unit;
            if (unit != 0) unit /= 10;
        } else if (c == '.' && unit == 0) {
            unit = 0.1;
        } else if (c == ',' && digits) {
            out.push_back(value);
            value = unit = 0;
            digits = false;
        } else {
            return {};
        }
    }
    return out;
}

std::vector<DeviceUse> gpusOf(const Machine& machine, std::int64_t margin) {
    std::vector<DeviceUse> out;
    for (const DeviceKind& kind : machine.devices)
        for (std::int64_t i = 0; i < kind.count * machine.nodes; ++i) {
            DeviceUse d;
            d.name = (kind.name.empty() ? "GPU" : kind.name) + (kind.count > 1 ? " " + std::to_string(i + 1) : "");
            d.total = kind.memoryBytes;
            d.usable = std::max<std::int64_t>(0, kind.freeBytes() - margin);
            out.push_back(std::move(d));
        }
    return out;
}

/// Upper ends of each GPU's share of the layers: as asked, else in proportion to free memory.
std::vector<double> splitsOf(const Machine& machine, const Scenario& s) {
    std::vector<double> shares = s.tensorSplit ? sharesOf(*s.tensorSplit) : std::vector<double>();
    if (shares.empty())
        for (const DeviceKind& kind : machine.devices)
            shares.insert(shares.end(), static_cast<std::size_t>(kind.count * machine.nodes),
                          static_cast<double>(kind.freeBytes()));
    shares.resize(static_cast<std::size_t>(machine.count()));
    std::partial_sum(shares.begin(), shares.end(), shares.begin());
    const double all = shares.back();
    if (all > 0)
        for (double& share : shares) share /= all;
    return shares;
}

}  // namespace

const DeviceUse& fullest(const std::vector<DeviceUse>& devices) {
    return *std::min_element(devices.begin(), devices.end() - 1,
                             [](const DeviceUse& a, const DeviceUse& b) { return a.free < b.free; });
}

std::int64_t Placement::available() const {
    std::int64_t sum = 0;
    for (const DeviceUse& d : devices)
        sum += d.kv + (fits ? std::max<std::int64_t>(0, d.free) : std::min<std::int64_t>(0, d.free));
    return std::max<std::int64_t>(0, sum);
}

Errors checkPlacement(const Machine& machine, const Scenario& s) {
    Errors errors;
    requireRange(errors, s.nGpuLayers, "nGpuLayers", 0, 1 << 20);
    requireRange(errors, s.nCpuMoe, "nCpuMoe", 0, 1 << 20);
    requireRange(errors, s.fitTargetMib, "fitTargetMib", 0, 1 << 30);
    if (!s.tensorSplit) return errors;
    const std::vector<double> shares = sharesOf(*s.tensorSplit);
    if (shares.empty() || std::accumulate(shares.begin(), shares.end(), 0.0) <= 0 ||
        static_cast<std::int64_t>(shares.size()) > machine.count())
        errors.push_back(refusal("unknown_value", "tensorSplit",
                                 "tensorSplit is \"" + shortened(*s.tensorSplit) + "\", which is no list of shares",
                                 "give a share for each GPU, e.g. 3,1", {{"value", shortened(*s.tensorSplit)}}));
    return errors;
}

// llama.cpp src/llama-model.cpp load_tensors: the last n_gpu_layers of the layers and the output go to GPUs, GPU i
// those whose place in them lies below its cumulative share; the input embedding stays on the host, and one that is
// the output too is copied. A layer's cache lies where the layer does (src/llama-kv-cache.cpp), on the host without
// offload_kqv. @82bb48500
Placement place(const Machine& machine, const Scenario& s, const WeightSize& weights,
                const std::vector<std::int64_t>& cache, std::int64_t compute) {
    Placement p;
    p.devices = gpusOf(machine, s.fitTargetMib.value_or(1024) << 20);
    const std::size_t host = p.devices.size();
    p.devices.push_back({"host"});
    const std::vector<double> splits = splitsOf(machine, s);

    const auto layers = static_cast<std::int64_t>(cache.size());
    // Without layers of their own, weights are dealt evenly.
    const std::int64_t even = weights.layers.empty() ? weights.bytes / (layers + 1) : 0;
    const std::int64_t onGpus = std::min(s.nGpuLayers.value_or(layers + 1), layers + 1);
    const std::int64_t first = layers + 1 - onGpus;
    const auto deviceOf = [&](std::int64_t layer) {
        if (layer < first) return host;
        const double place = static_cast<double>(layer - first) / static_cast<double>(onGpus);
        const auto found = std::upper_bound(splits.begin(), splits.end(), place);
        return std::min(static_cast<std::size_t>(found - splits.begin()), host - 1);
    };

    for (std::int64_t i = 0; i < layers; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const std::size_t device = deviceOf(i);
        ++p.devices[device].layers;
        p.devices[device].weights += even;
        if (at < weights.layers.size()) {
            const LayerWeights& layer = weights.layers[at];
            const bool expertsStay = i < s.nCpuMoe.value_or(0);
            p.devices[device].weights += layer.bytes - (expertsStay ? layer.expertBytes : 0);
            if (expertsStay) p.devices[host].weights += layer.expertBytes;
        }
        if (at < cache.size()) p.devices[s.kvOffload.value_or(true) ? device : host].kv += cache[at];
    }
    p.devices[deviceOf(layers)].weights += even;
    if (!weights.layers.empty()) {
        p.devices[host].weights += weights.embeddingBytes;
        p.devices[deviceOf(layers)].weights +=
            (weights.headBytes > 0 ? weights.headBytes : weights.embeddingBytes) + weights.otherBytes;
    }

    p.fits = true;
    for (std::size_t i = 0; i < host; ++i) {
        DeviceUse& d = p.devices[i];
        if (d.weights > 0 || d.kv > 0) d.compute = compute;
        d.free = d.usable - d.weights - d.kv - d.compute;
        p.fits = p.fits && d.free >= 0;
    }
    DeviceUse& h = p.devices[host];
    if (s.hostMemoryAvailableGb) {
        h.total = h.usable = static_cast<std::int64_t>(*s.hostMemoryAvailableGb * bytesPerGb);
        h.free = h.usable - h.weights - h.kv;
        p.fits = p.fits && h.free >= 0;
    }
    return p;
}

}  // namespace kvfit
