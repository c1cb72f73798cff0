#include "read/config/frame.hpp"
#include "read/config/keys.hpp"
#include "read/config/words.hpp"

namespace kvfit::config {

namespace {

/// Qwen3-Next: every n-th layer has full attention, the others are linear.
Arrangement fullInterval(const Frame& frame, const Fields& f) {
    const Number n = f.number(keys::fullInterval);
    return n ? frame.interval(n.value, n.value - 1, full, linear, n.source) : Arrangement{};
}

/// Ling and Ring 2.x: the last layer of each group, and all behind the last whole group, see everything.
Arrangement groups(const Frame& frame, const Fields& f) {
    const Number n = f.number(keys::groupSize);
    if (!n) return {};
    Arrangement a = frame.interval(n.value, n.value - 1, full, linear, n.source);
    for (std::int64_t i = frame.count / n.value * n.value; i < frame.count; ++i)
        a.layers[static_cast<std::size_t>(i)] = full;
    return a;
}

/// Jamba: attention in every period-th layer from an offset on, Mamba in the others. Zamba's attention
/// stands beside Mamba, and the period begins behind its first layers.
Arrangement attentionPeriod(const Frame& frame, const Fields& f) {
    const Number period = f.number(keys::attentionPeriod);
    if (!period) return {};
    const Number offset = f.need(keys::attentionOffset, "it goes with " + keyOf(period.source), orZero);
    if (!offset) return {};
    Arrangement a = frame.interval(period.value, offset.value, frame.periodic, mamba, period.source);
    a.layers.insert(a.layers.begin(), frame.lead.begin(), frame.lead.end());
    a.layers.resize(static_cast<std::size_t>(frame.count));
    return a;
}

/// PLaMo 2: attention in the middle of each step, with a window unless the layer is listed.
Arrangement mambaStep(const Frame& frame, const Fields& f) {
    const Number step = f.number(keys::mambaStep, {2, Range{}.most});
    if (!step) return {};
    const bool short_ = frame.count <= step.value / 2;
    Arrangement a = frame.interval(step.value, short_ ? frame.count - 1 : step.value / 2, window, mamba, step.source);
    const Arrangement listed = frame.marked(f, f.find(keys::fullIndices), 0, full, nothing);
    for (std::size_t i = 0; i < listed.layers.size(); ++i)
        if (listed.layers[i] == full && a.layers[i] == window) a.layers[i] = full;
    return a;
}

/// Phi-4-mini-flash (SambaY, arXiv 2507.06607): the first half alternates Mamba and windowed attention;
/// then one Mamba and one attention layer, whose results the rest shares.
Arrangement sambaY(const Frame& frame, const Fields& f) {
    const Number n = f.number(keys::mambaPerLayer);
    if (!n) return {};
    if (n.value != 2 || frame.count % 4 != 0) {
        f.refuse("unknown_attention", n.source, keyOf(n.source),
                 keyOf(n.source) + " is " + std::to_string(n.value) + " with " + std::to_string(frame.count) +
                     " layers, but only 2 with a multiple of 4 layers is a published arrangement");
        return {};
    }
    Arrangement a = frame.all(nothing, n.source);
    for (std::int64_t i = 0; i <= frame.count / 2 + 1 && i < frame.count; ++i)
        a.layers[static_cast<std::size_t>(i)] = i % 2 == 0 ? mamba : i < frame.count / 2 ? window : full;
    return a;
}

/// A number n: every n-th layer is global. A text such as LLLG: repeated over the layers. Motif 3 has a
/// period beside a word, and begins with a global layer.
Arrangement windowPattern(const Frame& frame, const Fields& f) {
    const Node node = f.find(keys::windowPattern);
    if (!node || !f.has(keys::window)) {
        if (node && !f.writes(keys::window)) f.missing(keys::window, "layers attend within a window of unknown size");
        return {};
    }
    if (!node.value->is_string()) {
        const Number n = f.number(keys::windowPattern);
        return n ? frame.interval(n.value, n.value - 1, full, window, n.source) : Arrangement{};
    }
    if (textIn(*node.value) == "interleave") {
        const Number period = f.need(keys::windowPeriod, "one layer in so many sees everything");
        return period ? frame.interval(period.value, 0, full, window, period.source) : Arrangement{};
    }
    std::vector<Layer> layers;
    for (const char letter : textIn(*node.value)) {
        const auto known = layerOfLetter(letter);
        if (!known) refuseWord(f, node.source, std::string(1, letter));
        layers.push_back(known.value_or(nothing));
    }
    return layers.empty() ? Arrangement{} : Arrangement{frame.repeated(layers), node.source};
}

/// Llama 4: layers without rotary positions (0 in the list) see everything, the others their chunk.
Arrangement chunks(const Frame& frame, const Fields& f) {
    if (!f.has(keys::chunk)) return {};
    const Node list = f.find(keys::noRopeLayers);
    if (list && list.value->is_array() && !list.value->empty() && frame.covers(f, list, list.value->size())) {
        Arrangement a{{}, list.source};
        for (std::size_t i = 0; i < static_cast<std::size_t>(frame.count); ++i)
            a.layers.push_back(wholeIn((*list.value)[i]) == 0 ? full : chunked);
        return a;
    }
    const Number n = f.number(keys::noRopeInterval);
    return n ? frame.interval(n.value, n.value - 1, full, chunked, n.source) : Arrangement{};
}

}  // namespace

const std::vector<Statement>& intervalStatements() {
    static const std::vector<Statement> statements = {fullInterval, groups,        attentionPeriod, mambaStep,
                                                      sambaY,       windowPattern, chunks};
    return statements;
}

}  // namespace kvfit::config
