#pragma once

#include <initializer_list>
#include <string>

#include "kvfit/parameters.hpp"
#include "read/config/model.hpp"

namespace kvfit::config {

/// Counts the weights of a configuration whose cache parts are known. Nothing here refuses a file: what
/// is missing or wrong for counting is reported apart and leaves the model without modules.
class Count {
public:
    explicit Count(Model& model);

    Model& model;
    Report report = {};
    Fields text;
    Fields file;
    Parameters& out;
    Number hidden;

    /// Adds the product of these dimensions for each of these layers. A layer list of one entry -1
    /// stands for what lies outside the layers.
    Module& add(ModuleKind kind, const char* name, const LayerIndices& layers, std::initializer_list<Number> factors);

    /// `add(fields, layers)` for all of these layers at once, or one by one where the file says that
    /// they differ. `block` is the object of a NAS block that holds the values.
    template <class Add>
    void each(const LayerIndices& layers, bool differ, std::string_view block, Add add) {
        if (layers.empty()) return;
        if (!differ) return add(text, layers);
        for (const std::int64_t i : layers) add(model.atLayer(i, block).into(report), LayerIndices{i});
    }

    /// A flag of the text model or the file; its source is kept. `standard` where it is absent.
    bool holds(Names names, bool standard = false);

    /// Whether one of these keys is a list with different entries, or layers have overrides.
    bool differ(std::initializer_list<Names> names) const;

private:
    Module lost_ = {};
};

/// A number that no key states.
inline Number constant(std::int64_t n) { return {n, "rule"}; }

/// Whether a feed-forward layer has a third matrix, a gate: T5 says so in a word.
bool gatedMlp(Count& count);

// Each counts one concept.
void countEmbeddings(Count& count);
void countAttention(Count& count);
void countStates(Count& count);
void countFeedForward(Count& count);
void countTowers(Count& count);
void countRotary(Count& count);
void countDraft(Count& count);

/// Stored types of the modules, by the file's quantization settings.
void assignTypes(Count& count);

}  // namespace kvfit::config
