#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "kvfit/architecture.hpp"
#include "read/config/layer.hpp"

namespace kvfit::config {

/// A configuration while its parts are found: the text model's keys, those of the whole file, and
/// the layers. Each concept (attention, latent, states, ...) adds the parts of its own layers.
struct Model {
    Fields text;  ///< keys of the text model, class rules behind them
    Fields file;  ///< keys of the whole file
    Arrangement arrangement = {};
    Architecture out = {};

    std::int64_t count() const { return static_cast<std::int64_t>(arrangement.layers.size()); }
    const Layer& layer(std::int64_t i) const { return arrangement.layers[static_cast<std::size_t>(i)]; }

    /// The layers for which `wanted(layer, index)` holds.
    template <class Wanted>
    std::vector<std::int64_t> layersWhere(Wanted wanted) const {
        std::vector<std::int64_t> found;
        for (std::int64_t i = 0; i < count(); ++i)
            if (wanted(layer(i), i)) found.push_back(i);
        return found;
    }

    /// Adds a part for these layers; one of equal shape is extended instead.
    void keep(CachePart shape, const std::vector<std::int64_t>& layers);
};

/// Sets a field of a part and the place its value came from.
inline void put(CachePart& part, std::int64_t CachePart::*member, const char* field, const Number& number) {
    part.*member = number.value;
    if (number) part.sources[field] = number.source;
}

// Each adds the cache parts of one concept.
void addAttention(Model& model);
void addLatent(Model& model);
void addCompressed(Model& model);
void addIndexer(Model& model);
void addLinear(Model& model);
void addMamba(Model& model);
void addConvolution(Model& model);
void addCross(Model& model);
void addDraft(Model& model);

// Facts beside the parts.
void readFacts(Model& model);
void readTypes(Model& model);

bool isCompressed(const Fields& text);
bool isLatent(const Fields& text);

}  // namespace kvfit::config
