#include <algorithm>

#include "read/config/frame.hpp"
#include "read/config/keys.hpp"
#include "read/config/words.hpp"

namespace kvfit::config {

namespace {

std::vector<Layer> layersOfWords(const Fields& f, const Node& list) {
    std::vector<Layer> layers;
    for (std::size_t i = 0; i < list.value->size(); ++i) {
        const auto known = layerOfWord(textIn((*list.value)[i]));
        if (!known) refuseWord(f, child(list.source, i), (*list.value)[i]);
        layers.push_back(known.value_or(nothing));
    }
    return layers;
}

std::vector<Layer> layersOfLetters(const Fields& f, const Node& text) {
    std::vector<Layer> layers;
    for (const char letter : textIn(*text.value)) {
        const auto known = layerOfLetter(letter);
        if (!known) refuseWord(f, text.source, std::string(1, letter));
        layers.push_back(known.value_or(nothing));
    }
    return layers;
}

bool isList(const Node& node) { return node && node.value->is_array() && !node.value->empty(); }

/// A word for each layer: transformers' layer_types, layers_block_type of Nemotron-H and Zamba2.
Arrangement words(const Frame& frame, const Fields& f) {
    const Node list = f.find(keys::layerWords);
    if (!isList(list)) return {};
    const bool oneRun = std::ssize(*list.value) * frame.runs == frame.count;
    if (!oneRun && !frame.covers(f, list, list.value->size())) return {};
    std::vector<Layer> layers = layersOfWords(f, list);
    if (oneRun) return {frame.repeated(layers), list.source};
    layers.resize(static_cast<std::size_t>(frame.count));
    return {layers, list.source};
}

/// A cycle of words: RecurrentGemma's block_types, whose attention has a window.
Arrangement cycle(const Frame& frame, const Fields& f) {
    const Node list = f.find(keys::cyclicWords);
    if (!isList(list)) return {};
    std::vector<Layer> layers = layersOfWords(f, list);
    for (std::size_t i = 0; i < layers.size(); ++i)
        if (textIn((*list.value)[i]) == "attention" && f.has(keys::window)) layers[i] = window;
    return {frame.repeated(layers), list.source};
}

/// Cycles of words and how often each is repeated: GPT-Neo's attention_types [[[words], times], ...].
Arrangement repeatedCycles(const Frame& frame, const Fields& f) {
    const Node list = f.find(keys::repeatedWords);
    if (!isList(list)) return {};
    Arrangement a{{}, list.source};
    for (std::size_t i = 0; i < list.value->size(); ++i) {
        const Json& entry = (*list.value)[i];
        const std::string at = child(list.source, i);
        if (!entry.is_array() || entry.size() != 2 || !entry[0].is_array()) {
            refuseWord(f, at, entry);
            return {};
        }
        const Number times = f.integer(entry[1], child(at, 1), layerTotal);
        const std::vector<Layer> part = layersOfWords(f, {&entry[0], child(at, std::size_t{0})});
        if (part.size() * static_cast<std::size_t>(times.value) > static_cast<std::size_t>(layerTotal.most)) return {};
        for (std::int64_t n = 0; n < times.value; ++n) a.layers.insert(a.layers.end(), part.begin(), part.end());
    }
    return frame.covers(f, list, a.layers.size()) ? a : Arrangement{};
}

/// A letter for each layer: Nemotron-H's hybrid_override_pattern.
Arrangement letters(const Frame& frame, const Fields& f) {
    const Node text = f.find(keys::layerLetters);
    if (!text || !text.value->is_string() || !frame.covers(f, text, textIn(*text.value).size())) return {};
    return {frame.repeated(layersOfLetters(f, text)), text.source};
}

/// 0 or 1 for each layer: MiniMax-01's attn_type_list (1: full, 0: linear) and MiMo's
/// hybrid_layer_pattern (1: window, 0: full).
Arrangement numbers(const Frame& frame, const Fields& f) {
    struct Meaning {
        Names names;
        Layer zero, one;
    };
    for (const Meaning& m : {Meaning{keys::linearOrFull, linear, full}, Meaning{keys::windowOrFull, full, window}}) {
        const Node list = f.find(m.names);
        if (!isList(list) || !frame.covers(f, list, list.value->size())) continue;
        Arrangement a{{}, list.source};
        for (std::size_t i = 0; i < static_cast<std::size_t>(frame.count); ++i) {
            const Json& entry = (*list.value)[i];
            const std::int64_t bit = wholeIn(entry);
            if (bit != 0 && bit != 1) refuseWord(f, child(list.source, i), entry);
            a.layers.push_back(bit == 1 ? m.one : m.zero);
        }
        return a;
    }
    return {};
}

/// Kimi Linear lists both kinds, counted from 1; GLM-5.3-Flash the same from 0.
Arrangement kimiLists(const Frame& frame, const Fields& f) {
    const Fields config = f.object(keys::linearConfig);
    // Solar Open 2 describes its states here and lists its layers elsewhere.
    if (!config || f.has(keys::linearOrFullIndices)) return {};
    const auto hasZero = [&](Names names) {
        const Node list = config.find(names);
        return list && list.value->is_array() &&
               std::any_of(list.value->begin(), list.value->end(), [](const Json& i) { return wholeIn(i) == 0; });
    };
    const std::int64_t first = hasZero(keys::kdaLayers) || hasZero(keys::fullLayers) ? 0 : 1;
    const Arrangement kda = frame.marked(config, config.find(keys::kdaLayers), first, linear, full);
    const Arrangement attention = frame.marked(config, config.find(keys::fullLayers), first, full, linear);
    if (!kda && !attention) config.missing(keys::kdaLayers, "which layers are linear is not said");
    if (kda && attention && kda.layers != attention.layers)
        f.refuse("contradiction", attention.source, keyOf(attention.source),
                 "the lists at " + kda.source + " and " + attention.source + " do not name every layer exactly once",
                 "name each layer in one of the two");
    return kda ? kda : attention;
}

/// NAS models describe each layer: attention with a window or without, or none; or its kind as a word.
Arrangement blocks(const Frame& frame, const Fields& f) {
    const Node list = f.find(keys::blocks);
    if (!isList(list) || !frame.covers(f, list, list.value->size())) return {};
    constexpr keys::Key attentionKey[] = {"attention"}, kind[] = {"block_type"}, skipped[] = {"no_op"},
                        replaced[] = {"replace_with_linear"}, windowed[] = {"window_length"};
    Arrangement a{{}, list.source};
    for (std::size_t i = 0; i < static_cast<std::size_t>(frame.count); ++i) {
        const Fields block(&(*list.value)[i], child(list.source, i), f.report());
        if (const Word word = block.word(kind)) {
            const auto known = layerOfWord(word.value);
            if (!known) refuseWord(f, word.source, word.value);
            a.layers.push_back(known.value_or(nothing));
            continue;
        }
        const Fields attention = block.object(attentionKey);
        if (!attention) block.missing(attentionKey, "whether this layer has a cache is not said");
        const bool none = attention.flag(skipped).value || attention.flag(replaced).value;
        a.layers.push_back(none ? nothing : attention.has(windowed) ? window : full);
    }
    return a;
}

/// Lists of indices of one kind: LFM2 (attention among convolutions), Bamba (among Mamba), Zamba
/// (attention beside Mamba), Inkling and Baichuan-M1 (windows), Mllama (vision), GigaChat 3.5 and
/// Solar Open 2 (attention among linear layers).
Arrangement indices(const Frame& frame, const Fields& f) {
    struct Meaning {
        Names names;
        Layer listed, other;
    };
    for (const Meaning& m :
         {Meaning{keys::convOrFullIndices, full, conv}, Meaning{keys::linearOrFullIndices, full, linear},
          Meaning{keys::mambaOrFullIndices, full, mamba},
          Meaning{keys::hybridIndices, {Layer::Attention::full, Layer::State::mamba}, mamba},
          Meaning{keys::localIndices, window, full}, Meaning{keys::crossIndices, crossed, full}})
        if (const Arrangement a = frame.marked(f, f.find(m.names), 0, m.listed, m.other)) return a;
    return {};
}

/// A window or null for each layer, repeated: Mistral's params.json, PLaMo 3.
Arrangement windows(const Frame& frame, const Fields& f) {
    const Node list = f.find(keys::windowList);
    if (!isList(list)) return {};
    std::vector<Layer> layers;
    for (const Json& entry : *list.value) layers.push_back(entry.is_null() || wholeIn(entry) == 0 ? full : window);
    return {frame.repeated(layers), list.source};
}

}  // namespace

const std::vector<Statement>& listStatements() {
    static const std::vector<Statement> statements = {words,     cycle,  repeatedCycles, letters, numbers,
                                                      kimiLists, blocks, indices,        windows};
    return statements;
}

}  // namespace kvfit::config
