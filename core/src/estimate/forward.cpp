#include "estimate/forward.hpp"

#include <algorithm>

namespace kvfit {

Real elementOf(const Architecture& a, const Scenario& s) {
    const bool wide = s.weightsDtype == "fp32" || (!s.weightsDtype && a.modelDtype == "fp32");
    return real(std::int64_t{wide ? 4 : 2}, wide ? "fp32" : "16-bit", "B",
                s.weightsDtype ? "weightsDtype" : "modelDtype");
}

std::string placeOf(const Architecture& a, const char* field) {
    const auto at = a.parameters.sources.find(field);
    return at == a.parameters.sources.end() ? std::string() : at->second;
}

// The work space by the first half of a split of the start-ups by model, from three that the forward pass decides.
Real forwardPass(const Architecture& a, const Real& tokens, const Real& e, const Real& tp, const Real& copies) {
    const Real inner = real(a.parameters.intermediateSize, "intermediate", "elements", placeOf(a, "intermediateSize"));
    const Real hidden = real(a.hiddenSize, "hidden", "elements", "hidden_size");
    return tokens * e * (real(3.0, "", "", "rule") * inner / tp + copies * hidden) +
           measured(78 * mib, "work space", "start-ups: forward pass");
}

/// They stay allocated (modular fused MoE kernels, vllm/model_executor/layers/fused_moe/modular_kernel.py @7cfb97e337);
/// the mxfp4 kernels work in place.
Real expertSpace(const Architecture& a, const Scenario& s, const Real& tokens, const Real& e, const Real& tp) {
    const Parameters& p = a.parameters;
    const bool inPlace =
        s.weightsDtype == "mxfp4" || std::any_of(p.modules.begin(), p.modules.end(), [](const Module& m) {
            return m.kind == ModuleKind::expert && m.dtype == "mxfp4";
        });
    if (p.experts < 2 || inPlace) return real(0.0, "expert work space", "B", "");
    const Real width =
        real(p.expertIntermediateSize, "expert width", "elements", placeOf(a, "expertIntermediateSize")) / tp;
    const Real hidden = real(a.hiddenSize, "hidden", "elements", "hidden_size");
    const Real chosen = real(p.expertsPerToken, "experts per token", "", placeOf(a, "expertsPerToken"));
    return tokens * chosen * e * (larger(real(2.0, "", "", "") * width, hidden) + larger(width, hidden));
}

}  // namespace kvfit
