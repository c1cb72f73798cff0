#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "kvfit/architecture.hpp"
#include "read/config/layer.hpp"

namespace kvfit::config {

using LayerIndices = std::vector<std::int64_t>;

/// A configuration while its parts are found: the text model's keys, those of the whole file, and
/// the layers. Each concept (attention, latent, states, ...) adds the parts of its own layers.
struct Model {
    Fields text;  ///< keys of the text model, class rules behind them
    Fields file;  ///< keys of the whole file
    bool encoderDecoder = false;
    Number speculative = {};  ///< layers of a speculative head that the file declares
    Arrangement arrangement = {};
    Architecture out = {};

    std::int64_t count() const { return static_cast<std::int64_t>(arrangement.layers.size()); }

    /// The layers for which `wanted(layer, index)` holds.
    template <class Wanted>
    LayerIndices layersWhere(Wanted wanted) const {
        LayerIndices found;
        for (std::int64_t i = 0; i < count(); ++i)
            if (wanted(arrangement.layers[static_cast<std::size_t>(i)], i)) found.push_back(i);
        return found;
    }
    LayerIndices layersWith(Layer::Attention attention) const;
    LayerIndices layersWith(Layer::State state) const;

    /// Adds a part for these layers; one of equal shape is extended instead.
    void keep(CachePart shape, const LayerIndices& layers);

    /// As `keep`, with the shape that `make(fields)` gives: once, or for each layer where the file
    /// says that layers differ.
    template <class Make>
    void keepEach(const LayerIndices& layers, Make make) {
        if (layers.empty()) return;
        if (!layersDiffer()) return keep(make(text), layers);
        for (const std::int64_t i : layers) keep(make(atLayer(i)), {i});
    }

    /// The keys as one layer sees them; `block` names the object of a NAS block that holds its own.
    Fields atLayer(std::int64_t layer, std::string_view block = "attention") const;

private:
    bool layersDiffer() const;
};

/// Numbers that follow from others keep the place of the first.
inline Number product(const Number& a, const Number& b) { return {a.value * b.value, a.source}; }
inline Number times(std::int64_t n, const Number& a) { return {n * a.value, a.source}; }
inline Number sum(const Number& a, const Number& b) { return {a.value + b.value, a.source}; }

/// Whether attention keeps one vector for all heads: multi-head latent attention, compressed attention.
bool isLatent(const Fields& text);
bool isCompressed(const Model& model);

// Each adds the cache parts of one concept.
void addAttention(Model& model);
void addLatent(Model& model);
void addCompressed(Model& model);
void addIndexer(Model& model);
void addStates(Model& model);
void addSideConvolution(Model& model);
void addCross(Model& model);
void addDraft(Model& model);
void addRepeatedRuns(Model& model);

/// Counts the weights by the kinds of count.hpp.
void countParameters(Model& model);
/// What a published total counts beyond the modules of an excerpt: towers that it leaves out.
void addUnlisted(Architecture& architecture);

// Facts beside the parts.
void readFacts(Model& model);
void readTypes(Model& model);
Number speculativeLayers(const Fields& text, const Fields& file);
bool readsEncoder(const Fields& text, const Fields& file);

/// Refuses keys that describe a mechanism unknown here; mentions those that may.
void checkUnknownKeys(Model& model);

}  // namespace kvfit::config
