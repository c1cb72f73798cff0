#include <algorithm>

#include "read/config/count.hpp"
#include "read/config/name_pattern.hpp"
#include "read/config/parameter_keys.hpp"
#include "read/config/quantizer.hpp"

namespace kvfit::config {

namespace {

/// Engines read these in the model's own type whatever the quantizer's list says.
bool neverQuantized(ModuleKind kind) {
    return kind == ModuleKind::norm || kind == ModuleKind::router || kind == ModuleKind::embedding ||
           kind == ModuleKind::vision;
}

/// Gives each layer of a module its type, and splits the module where they differ.
std::vector<Module> typed(const std::vector<Module>& modules, const std::vector<Scheme>& schemes) {
    std::vector<Module> out;
    for (const Module& m : modules) {
        LayerIndices layers = m.layers;
        if (layers.empty()) layers.push_back(-1);
        std::vector<Module> split;
        for (const std::int64_t layer : layers) {
            const std::string type = neverQuantized(m.kind) ? m.dtype : typeIn(schemes, m, layer);
            const auto same =
                std::find_if(split.begin(), split.end(), [&](const Module& one) { return one.dtype == type; });
            if (same != split.end()) {
                same->layers.push_back(layer);
                continue;
            }
            Module one = m;
            one.dtype = type;
            if (layer >= 0) one.layers = {layer};
            split.push_back(std::move(one));
        }
        for (Module& one : split) out.push_back(std::move(one));
    }
    return out;
}

}  // namespace

void assignTypes(Count& c) {
    Word unread;
    for (const Fields& f : {c.file, c.text}) {
        const std::vector<Scheme> schemes = schemesOf(f);
        if (schemes.empty()) {
            const Fields q = f.object(keys::quantization);
            // One that describes the cache alone leaves the weights as they are.
            const bool cacheAlone =
                q && (q.has(keys::configGroups) || q.has(keys::kvScheme) || q.has(keys::kvAlgorithm));
            if (q && !cacheAlone && !unread) unread = q.word(keys::quantMethod);
            continue;
        }
        unread = {};
        c.out.quantization = schemes.front().type;
        c.out.modules = typed(c.out.modules, schemes);
        break;
    }
    if (unread)
        c.model.text.report().note(
            "unread_quantizer", "quantization_config",
            "what `" + unread.value + "` stores is not known here: weights are counted in the model's own type");
    // DeepSeek-V4 states the experts' type beside the quantizer that describes all others, V4.1 within.
    const Fields q = c.file.object(keys::quantization);
    const Word expert = (q && q.has(keys::expertDtype) ? q : c.text).word(keys::expertDtype);
    if (!expert) return;
    for (Module& m : c.out.modules)
        if (m.kind == ModuleKind::expert && m.dtype != "nvfp4") m.dtype = expert.value == "fp4" ? "mxfp4" : m.dtype;
}

}  // namespace kvfit::config
