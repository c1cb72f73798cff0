#pragma once

#include "read/config/layer.hpp"

namespace kvfit::config {

/// The frame that statements about layers are read into: how many there are, and where that stands.
struct Frame {
    std::int64_t count = 0;
    std::string countSource = {};
    std::int64_t runs = 1;         ///< of all layers, each with caches of its own; a list may describe one
    std::int64_t speculative = 0;  ///< layers of a speculative head that lists may describe at their end
    std::vector<Layer> lead = {};  ///< layers before a period begins
    Layer periodic = full;         ///< what a period brings

    /// All layers alike.
    Arrangement all(Layer kind, const std::string& source) const;
    /// Every `period`-th layer, first `offset`, is `special`.
    Arrangement interval(std::int64_t period, std::int64_t offset, Layer special, Layer other,
                         const std::string& source) const;
    /// A cycle repeated over the layers.
    std::vector<Layer> repeated(const std::vector<Layer>& cycle) const;
    /// A list of indices, counted from `first`: those are `special`.
    Arrangement marked(const Fields& fields, const Node& indices, std::int64_t first, Layer special, Layer other) const;
    /// Whether a list has an entry for each layer; says so where it has not.
    bool covers(const Fields& fields, const Node& list, std::size_t size) const;
};

/// Refuses a word that is not a kind of layer.
void refuseWord(const Fields& fields, const std::string& source, const Json& entry);

using Statement = Arrangement (*)(const Frame& frame, const Fields& fields);

/// Explicit lists, one entry for each layer or lists of indices (lists.cpp).
const std::vector<Statement>& listStatements();
/// Intervals and repeated patterns (intervals.cpp).
const std::vector<Statement>& intervalStatements();
/// What the mere presence of a state or a window says (unstated.cpp).
Arrangement unstated(const Frame& frame, const Fields& fields);

}  // namespace kvfit::config
