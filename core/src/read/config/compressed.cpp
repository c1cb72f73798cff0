#include <algorithm>
#include <cmath>

#include "read/config/indexer.hpp"
#include "read/config/keys.hpp"

namespace kvfit::config {

// DeepSeek-V4: every layer keeps the last tokens of a window. Layers of ratio 4 add an entry and an
// index key for every 4 tokens, those of ratio 128 an entry for every 128, those of ratio 0 nothing.
// Ratios come as a list (the published files), or as words with their rates (transformers DeepseekV4Config).
// DeepSeek-V4.1 lists the layers that keep entries, each with index keys, for themselves and for those behind
// them; their ratios are 1 and 2 (its configuration; tensors `attn.compressor.wkv` and `attn.indexer.wk` of
// those layers alone in its checkpoint).

bool isCompressed(const Model& model) {
    return model.text.has(keys::compressRatios) || !model.layersWith(Layer::Attention::compressed).empty();
}

namespace {

constexpr std::int64_t sparseRatio = 4;
constexpr std::int64_t heavyRatio = 128;

struct Entry {
    Number ratio;  ///< value 0: the window alone
    bool indexed = false;
};

/// One ratio for each layer; entries behind the last layer belong to speculative layers.
std::vector<Entry> listedRatios(const Model& model) {
    const Fields& f = model.text;
    const Node list = f.find(keys::compressRatios);
    if (!list.value->is_array() || list.value->size() < static_cast<std::size_t>(model.count())) {
        f.refuse("contradiction", list.source, keyOf(list.source), keyOf(list.source) + " does not name every layer",
                 "give one ratio for each layer");
        return {};
    }
    const Node owners = f.find(keys::entryLayers);
    const bool shared = owners && owners.value->is_array();
    const auto keeps = [&](std::size_t layer) {
        return std::any_of(owners.value->begin(), owners.value->end(),
                           [&](const Json& owner) { return wholeIn(owner) == static_cast<std::int64_t>(layer); });
    };
    std::vector<Entry> entries;
    for (std::size_t i = 0; i < list.value->size() && i < static_cast<std::size_t>(layerTotal.most); ++i) {
        const std::string at = child(list.source, i);
        const Number ratio = f.integer((*list.value)[i], at, orZero);
        if (shared) {
            entries.push_back(keeps(i) ? Entry{ratio, ratio.value > 0} : Entry{});
            continue;
        }
        if (ratio && ratio.value != 0 && ratio.value != sparseRatio && ratio.value != heavyRatio)
            f.refuse(
                "unknown_attention", at, keyOf(at),
                keyOf(at) + " is " + std::to_string(ratio.value) + " at " + at +
                    ", but only 0, 4 and 128 are published ratios, and whether another has an indexer is not said");
        entries.push_back({ratio, ratio.value == sparseRatio});
    }
    return entries;
}

/// A rate by its layer kind: in compress_rates, or at the top.
Number rate(const Fields& f, Names names) {
    const Fields rates = f.object(keys::compressRates);
    const Number nested = rates ? rates.number(names) : Number{};
    return nested ? nested : f.need(names, "layers keep one entry for every so many tokens");
}

std::vector<Entry> wordedRatios(const Model& model) {
    std::vector<Entry> entries;
    Number sparse, heavy;
    for (const Layer& layer : model.arrangement.layers) {
        if (layer.attention != Layer::Attention::compressed) {
            entries.push_back({});
            continue;
        }
        Number& known = layer.indexed ? sparse : heavy;
        if (!known) known = layer.indexed ? rate(model.text, keys::sparseRate) : rate(model.text, keys::heavyRate);
        if (!known) return {};
        entries.push_back({known, layer.indexed});
    }
    return entries;
}

/// The rotary part of an entry: stated, or its fraction of the head.
Number rotaryWidth(const Fields& f, const Number& head) {
    if (const Number stated = f.number(keys::ropeHeadDim)) return stated;
    const Node factor = f.find(keys::rotaryFactor);
    const double width =
        factor && factor.value->is_number() ? factor.value->get<double>() * static_cast<double>(head.value) : 0;
    if (width >= 1 && width == std::floor(width)) return {static_cast<std::int64_t>(width), factor.source};
    return f.need(keys::ropeHeadDim, "the rotary part of an entry is kept in its own width");
}

}  // namespace

void addCompressed(Model& model) {
    const Fields& f = model.text;
    if (!isCompressed(model)) {
        if (f.has(keys::compressRope))
            f.missing(keys::compressRatios, "entries are compressed, but by how much is not given");
        return;
    }
    const std::vector<Entry> entries = f.has(keys::compressRatios) ? listedRatios(model) : wordedRatios(model);
    const Number head = f.need(keys::headDim, "one vector of this width is kept for an entry");
    const Number rope = rotaryWidth(f, head);
    const Number window = f.need(keys::window, "every layer keeps the last tokens uncompressed");
    const bool indexed = std::any_of(entries.begin(), entries.end(), [](const Entry& e) { return e.indexed; });
    const Number index = indexed ? f.need(keys::indexDim, "some layers keep index keys") : Number{};
    if (head && rope && head.value <= rope.value) {
        f.refuse("contradiction", rope.source, keyOf(rope.source),
                 keyOf(rope.source) + " (" + std::to_string(rope.value) + ") is not smaller than head_dim (" +
                     std::to_string(head.value) + "), of which it is a part");
        return;
    }
    const auto keep = [&](std::int64_t layer, CachePart part) {
        part.draft = layer >= model.count();
        model.keep(std::move(part), {layer});
    };
    const auto vector = [&](Kind kind) {
        CachePart part;
        part.kind = kind;
        part.role = Role::latent;
        put(part, &CachePart::keyWidth, "keyWidth", {head.value - rope.value, head.source});
        put(part, &CachePart::ropeWidth, "ropeWidth", rope);
        return part;
    };
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const auto layer = static_cast<std::int64_t>(i);
        CachePart tail = vector(Kind::window_latent);
        put(tail, &CachePart::window, "window", window);
        keep(layer, std::move(tail));
        if (entries[i].ratio.value == 0) continue;
        CachePart entry = vector(Kind::compressed);
        put(entry, &CachePart::ratio, "ratio", entries[i].ratio);
        keep(layer, std::move(entry));
        if (entries[i].indexed) keep(layer, indexPart(index, entries[i].ratio));
    }
}

}  // namespace kvfit::config
