#include "weights/loaded.hpp"

#include <map>
#include <string>

namespace kvfit {

namespace {

bool usesTorch(const Scenario& s) { return s.engine == "vllm" || s.engine == "sglang"; }

std::int64_t up(std::int64_t n, std::int64_t unit) { return (n + unit - 1) / unit * unit; }

/// The engine's tensor that a module is a part of: projections of one input are fused.
std::string tensorOf(const Module& m) {
    for (const char* part : {"self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj"})
        if (m.name == part) return "self_attn.qkv_proj";
    return m.name == "linear_attn.in_proj_z" ? "linear_attn.in_proj_qkv" : m.name;
}

/// What PyTorch counts for a tensor beyond its bytes: from 10 MiB on a block of whole 2 MiB, whose rest is
/// given to others only above 1 MiB (c10/cuda/CUDACachingAllocator.cpp: kMinLargeAlloc, kRoundLarge,
/// should_split).
std::int64_t restOf(std::int64_t bytes) {
    constexpr std::int64_t mib = 1 << 20;
    if (bytes < 10 * mib) return 0;
    const std::int64_t rest = up(bytes, 2 * mib) - bytes;
    return rest <= mib ? rest : 0;
}

}  // namespace

std::vector<Module> laidOut(std::vector<Module> modules, const Architecture& a, const Scenario& s) {
    if (!usesTorch(s)) return modules;
    const RankLayout layout = rankLayoutOf(s);
    for (Module& m : modules) {
        // DEFAULT_VOCAB_PADDING_SIZE, vllm/model_executor/layers/vocab_parallel_embedding.py @7cfb97e337.
        if ((m.kind == ModuleKind::embedding || m.kind == ModuleKind::head) && m.width > 0)
            m.params = m.params / m.width * up(m.width, 64);
        // mxfp4 kernels take the hidden width in 256, an expert's share of its width in 128
        // (vllm/model_executor/layers/quantization/mxfp4.py).
        const std::int64_t slice = layout.whole ? 1 : layout.experts;
        const bool padded = m.kind == ModuleKind::expert && m.dtype == "mxfp4" && m.width > 0 && a.hiddenSize > 0 &&
                            m.params % (m.width * a.hiddenSize) == 0 && m.width % slice == 0;
        if (padded)
            m.params = m.params / m.width / a.hiddenSize * up(a.hiddenSize, 256) * up(m.width / slice, 128) * slice;
    }
    return modules;
}

Extras extrasOf(const std::vector<Held>& held, const Architecture& a, const Scenario& s) {
    Extras extras;
    if (!usesTorch(s)) return extras;
    const bool wide = s.weightsDtype == "fp32" || (!s.weightsDtype && a.modelDtype == "fp32");
    const std::int64_t element = wide ? 4 : 2;
    extras.rotary = a.parameters.rotaryElements * element;
    const RankLayout layout = rankLayoutOf(s);
    std::map<std::string, Held> tensors;
    for (const Held& h : held) {
        // vllm/model_executor/layers/attention/mla_attention.py process_weights_after_loading @7cfb97e337.
        if (h.module->name == "self_attn.kv_b_proj")
            extras.absorbed += h.layers * h.module->params * element / shareOf(*h.module, layout).ranks;
        Held& tensor = tensors[tensorOf(*h.module)];
        tensor.bytes += h.bytes;
        tensor.layers = h.layers;
    }
    for (const auto& [name, tensor] : tensors) extras.rests += tensor.layers * restOf(tensor.bytes);
    return extras;
}

}  // namespace kvfit
