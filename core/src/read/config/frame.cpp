#include "read/config/frame.hpp"

#include "read/config/words.hpp"

namespace kvfit::config {

Arrangement Frame::all(Layer kind, const std::string& source) const {
    return {std::vector<Layer>(static_cast<std::size_t>(count), kind), source};
}

Arrangement Frame::interval(std::int64_t period, std::int64_t offset, Layer special, Layer other,
                            const std::string& source) const {
    Arrangement a = all(other, source);
    for (std::int64_t i = offset; i < count; i += period) a.layers[static_cast<std::size_t>(i)] = special;
    return a;
}

std::vector<Layer> Frame::repeated(const std::vector<Layer>& cycle) const {
    std::vector<Layer> layers;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count) && !cycle.empty(); ++i)
        layers.push_back(cycle[i % cycle.size()]);
    return layers;
}

Arrangement Frame::marked(const Fields& fields, const Node& indices, std::int64_t first, Layer special,
                          Layer other) const {
    if (!indices || !indices.value->is_array()) return {};
    Arrangement a = all(other, indices.source);
    for (std::size_t i = 0; i < indices.value->size(); ++i) {
        const Number index = fields.integer((*indices.value)[i], child(indices.source, i), {first, first + count - 1});
        if (index) a.layers[static_cast<std::size_t>(index.value - first)] = special;
    }
    return a;
}

bool Frame::covers(const Fields& fields, const Node& list, std::size_t size) const {
    const auto entries = static_cast<std::int64_t>(size);
    if (entries == count || entries == count + speculative) return true;
    fields.refuse("contradiction", list.source, keyOf(list.source),
                  keyOf(list.source) + " has " + std::to_string(size) + " entries at " + list.source + ", but " +
                      keyOf(countSource) + " is " + std::to_string(count),
                  "give one entry for each layer");
    return false;
}

void refuseWord(const Fields& fields, const std::string& source, const Json& entry) {
    fields.refuse("unknown_attention", source, keyOf(source),
                  keyOf(source) + " is " + shown(entry) + " at " + source + ", which is not a known kind of layer",
                  "known kinds: " + layerWordList());
}

}  // namespace kvfit::config
