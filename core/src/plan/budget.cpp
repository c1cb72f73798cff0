#include "plan/budget.hpp"

#include <algorithm>

#include "plan/devices.hpp"

namespace kvfit {

namespace {

constexpr double gib = 1024.0 * 1024.0 * 1024.0;
constexpr double mib = 1024.0 * 1024.0;

struct Device {
    std::int64_t total;
    std::int64_t free;  ///< before the engine
};

template <class T>
void fill(std::optional<T>& setting, T value) {
    if (!setting) setting = value;
}

/// Free before and after profiling, peak, graphs (vllm/v1/worker/gpu_worker.py @7cfb97e337).
void giveVllm(Scenario& s, const Device& d, const Overhead& o) {
    if (s.gpuTotalGib && s.weightsGib && s.activationGib && s.nonTorchGib) return;  // a log's own budget
    fill(s.gpuTotalBytes, d.total);
    fill(s.freeAtInitBytes, d.free);
    // What remains after profiling may be less than nothing; the engine's own figures stop at none.
    fill(s.freeAfterProfileBytes, std::max<std::int64_t>(0, *s.freeAtInitBytes - o.weights - o.nonTorch));
    fill(s.transientPeakBytes, o.activation);
    fill(s.cudaGraphBytes, o.graphs);
}

/// Free before and after the weights (sglang mem_cache/kv_cache_configurator.py).
void giveSglang(Scenario& s, const Device& d, const Overhead& o) {
    const std::int64_t before = std::max<std::int64_t>(0, d.free - o.nonTorch);
    fill(s.gpuTotalMib, static_cast<std::int64_t>(static_cast<double>(d.total) / mib));
    fill(s.freeBeforeLoadGib, static_cast<double>(before) / gib);
    fill(s.freeAfterLoadGib, static_cast<double>(std::max<std::int64_t>(0, before - o.weights)) / gib);
}

/// The peak of the profiling run (tensorrt_llm/_torch/pyexecutor/_util.py).
void giveTensorRt(Scenario& s, const Device& d, const Overhead& o) {
    fill(s.gpuTotalBytes, d.total);
    fill(s.peakBytes, std::min(d.total, d.total - d.free + o.weights + o.activation + o.graphs + o.nonTorch));
}

/// What the weights leave free; the engine sets its runtime aside itself (lmdeploy/pytorch/engine/executor/base.py).
void giveLmdeploy(Scenario& s, const Device& d, const Overhead& o) {
    fill(s.freeMemoryBytes, std::max<std::int64_t>(0, d.free - o.weights - o.nonTorch));
}

void givePayload(Scenario& s, const Device& d, const Overhead& o) {
    if (!s.availableKvGib) fill(s.availableKvBytes, std::max<std::int64_t>(0, d.free - o.weights - o.outsideWeights()));
}

using Give = void (*)(Scenario&, const Device&, const Overhead&);

Give giverOf(const std::string& engine) {
    if (engine == "vllm") return giveVllm;
    if (engine == "sglang") return giveSglang;
    if (engine == "tensorrt-llm") return giveTensorRt;
    if (engine == "lmdeploy") return giveLmdeploy;
    return givePayload;
}

/// The part of a GPU's memory that the engine lets itself use.
std::int64_t usableBytes(const Scenario& s, const DeviceKind& d, const Overhead& o, std::int64_t available,
                         const SizeResult& sized) {
    const std::string engine = s.engine.value_or("payload");
    const auto requested = sized.metrics.find("requestedBytes");
    if (engine == "vllm" && requested != sized.metrics.end() && !s.kvCacheMemoryBytes)
        return std::get<std::int64_t>(requested->second);
    // The rest of the static fraction is what SGLang leaves to activations and graphs.
    if (engine == "sglang") return std::max(d.freeBytes() - o.nonTorch, o.weights + available);
    if (available == 0) return d.freeBytes();
    return o.weights + o.outsideWeights() + available;
}

}  // namespace

void giveMemory(Scenario& s, const Machine& machine, const Overhead& overhead) {
    const DeviceKind& d = machine.smallest();
    giverOf(s.engine.value_or("payload"))(s, {d.memoryBytes, d.freeBytes()}, overhead);
}

GpuMemory memoryAround(const Attempt& attempt, const SizeResult& sized) {
    const auto& [asked, scenario, machine, overhead, room, devices, notes] = attempt;
    GpuMemory m;
    m.kv = room.needed;
    const std::int64_t available = room.available.value_or(0);
    m.usable = available;
    if (!machine.devices.empty()) {
        const DeviceKind& d = machine.smallest();
        m.total = d.memoryBytes;
        m.inUse = d.usedBytes;
        m.weights = overhead.weights;
        m.activation = overhead.activation;
        m.graphs = overhead.graphs;
        m.other = overhead.nonTorch;
        m.usable = usableBytes(scenario, d, overhead, available, sized);
        // An engine that is left with nothing for the cache has its overheads all the same.
        m.overhead = available > 0 ? m.usable - m.weights - available : overhead.outsideWeights();
    }
    if (!devices.empty()) {
        const DeviceUse& d = fullest(devices);
        m.total = d.total;
        m.usable = d.usable;
        m.weights = d.weights;
        m.activation = m.overhead = d.compute;
        m.kv = d.kv;
    }
    m.free = m.usable - m.weights - m.overhead - m.kv;
    return m;
}

}  // namespace kvfit
