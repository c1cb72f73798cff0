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

bool Count::differ(std::initializer_list<Names> names) const {
    if (text.has(keys::perLayer) || text.has(keys::blocks)) return true;
    return std::any_of(names.begin(), names.end(), [&](Names one) {
        const Node node = text.find(one);
        return node && node.value->is_array();
    });
}

void countParameters(Model& model) {
    if (!model.file.report().errors.empty()) return;
    Count count(model);
    for (const auto part :
         {countEmbeddings, countAttention, countStates, countFeedForward, countTowers, countDraft, assignTypes})
        part(count);
    for (const Note& note : count.report.notes)
        if (note.code == "class_rule") model.file.report().note("class_rule", note.field, note.message);
    if (count.report.errors.empty()) return;
    count.out.modules.clear();
    model.file.report().note("uncounted_weights", count.report.errors.front().field,
                             "the weights cannot be counted: " + count.report.errors.front().message);
}

}  // namespace kvfit::config
