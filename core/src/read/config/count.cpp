#include "read/config/count.hpp"

#include <algorithm>

#include "base/exact.hpp"
#include "read/config/parameter_keys.hpp"

namespace kvfit::config {

Count::Count(Model& m)
    : model(m),
      text(m.text.into(report)),
      file(m.file.into(report)),
      out(m.out.parameters),
      hidden(text.need(keys::hiddenSize, "every projection is as wide")) {}

Module& Count::add(ModuleKind kind, const char* name, const LayerIndices& layers,
                   std::initializer_list<Number> factors) {
    Exact params(1);
    for (const Number& factor : factors) params = params * Exact(factor.value);
    if (layers.empty() || params.value == 0 || params.lost) {
        if (params.lost) report.error("too_large", "", name, "the weights are too many to count");
        lost_ = {};
        return lost_;
    }
    Module m;
    m.kind = kind;
    m.name = name;
    m.params = params.value;
    if (layers.front() >= 0) m.layers = layers;
    for (const Number& factor : factors)
        if (!factor.source.empty() && factor.source != "rule") m.sources.emplace(keyOf(factor.source), factor.source);
    const auto same = std::find_if(out.modules.begin(), out.modules.end(), [&](const Module& o) {
        return o.name == m.name && o.params == m.params && !o.draft && !o.layers.empty();
    });
    if (same != out.modules.end() && !m.layers.empty()) {
        same->layers.insert(same->layers.end(), m.layers.begin(), m.layers.end());
        std::sort(same->layers.begin(), same->layers.end());
        return *same;
    }
    out.modules.push_back(std::move(m));
    return out.modules.back();
}

bool Count::holds(Names names, bool standard) {
    // What the file itself says anywhere comes before the default of a class.
    Flag flag = text.own().flag(names);
    if (!flag) flag = file.flag(names);
    if (!flag) flag = text.flag(names);
    if (flag) out.sources.emplace(names.front(), flag.source);
    return flag ? flag.value : standard;
}

bool Count::differ(std::initializer_list<Names> names) const {
    if (text.has(keys::perLayer) || text.has(keys::blocks)) return true;
    return std::any_of(names.begin(), names.end(), [&](Names one) {
        const Node node = text.find(one);
        return node && node.value->is_array();
    });
}

namespace {

/// A model that runs its layers several times has the weights of one run.
void keepUnsharedRuns(Count& c) {
    const Number runs = c.text.number(keys::sharedRuns);
    if (runs.value < 2) return;
    const std::int64_t own = c.model.count() / runs.value;
    auto& modules = c.out.modules;
    for (Module& m : modules)
        if (!m.layers.empty()) m.layers.erase(std::lower_bound(m.layers.begin(), m.layers.end(), own), m.layers.end());
}

}  // namespace

void countParameters(Model& model) {
    if (!model.file.report().errors.empty()) return;
    Count count(model);
    for (const auto part : {countEmbeddings, countAttention, countStates, countFeedForward, countTowers, countRotary,
                            countDraft, assignTypes})
        part(count);
    keepUnsharedRuns(count);
    if (count.report.errors.empty()) return;
    count.out.modules.clear();
    // Sizing a cache needs none of it; whoever asks for the weights is told.
    count.out.sources["missing"] = count.report.errors.front().field;
}

void addUnlisted(Architecture& a) {
    Exact counted(0);
    for (const Module& m : a.parameters.modules) {
        const auto layers = static_cast<std::int64_t>(m.layers.empty() ? 1 : m.layers.size());
        if (!m.draft) counted = counted + Exact(m.params) * Exact(m.copies) * Exact(layers);
    }
    // Totals are published with two or three digits; what is within them is no module.
    const std::int64_t missing = a.weights.totalParams - counted.value;
    if (a.parameters.modules.empty() || counted.lost || missing * 66 < a.weights.totalParams) return;
    Module rest;
    rest.kind = ModuleKind::vision;
    rest.name = "unlisted";
    rest.params = missing;
    rest.sources["totalParams"] = "/totalParams";
    a.parameters.modules.push_back(std::move(rest));
    a.notes.push_back({"unlisted_weights",
                       "the published total counts " + std::to_string(missing) +
                           " parameters beyond the layers described here, such as a vision tower",
                       "totalParams",
                       {{"params", std::to_string(missing)}}});
}

}  // namespace kvfit::config
