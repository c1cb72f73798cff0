#include <algorithm>

#include "base/text.hpp"
#include "read/config/keys.hpp"
#include "read/config/layer.hpp"
#include "read/config/words.hpp"

namespace kvfit::config {

namespace {

/// Reads one statement of an arrangement after the other, the explicit ones first.
class Arranger {
public:
    explicit Arranger(const Fields& fields) : f_(fields) {}

    Arrangement run() {
        count_ = countLayers();
        if (count_ < 1) return {};
        for (const Fields& f : {f_.own(), f_}) {
            for (const auto stated :
                 {&Arranger::words, &Arranger::letters, &Arranger::numbers, &Arranger::kdaLists, &Arranger::blocks,
                  &Arranger::fullInterval, &Arranger::convIndices, &Arranger::attentionPeriod, &Arranger::localIndices,
                  &Arranger::windowPattern, &Arranger::chunks}) {
                Arrangement found = (this->*stated)(f);
                if (found || !f_.report().errors.empty()) return found;
            }
        }
        return unstated();
    }

private:
    const Fields& f_;
    std::int64_t count_ = 0;
    std::string countSource_;

    /// The number of layers, which a file with an explicit list may leave out.
    std::int64_t countLayers() {
        const Number stated = f_.number(keys::layerCount, layerTotal);
        if (stated) {
            countSource_ = stated.source;
            return stated.value;
        }
        for (const Names names : {Names(keys::layerWords), Names(keys::layerLetters), Names(keys::blocks)}) {
            const Node list = f_.find(names);
            const std::size_t size = !list                     ? 0
                                     : list.value->is_array()  ? list.value->size()
                                     : list.value->is_string() ? list.value->get_ref<const std::string&>().size()
                                                               : 0;
            if (size < 1 || size > static_cast<std::size_t>(layerTotal.most)) continue;
            countSource_ = list.source;
            return static_cast<std::int64_t>(size);
        }
        if (!f_.has(keys::layerCount)) f_.missing(keys::layerCount, "the number of layers decides every figure");
        return 0;
    }

    /// A list must name every layer. More entries than layers describe speculative layers behind them.
    bool covers(const Node& node, std::size_t size) const {
        if (size >= static_cast<std::size_t>(count_)) return true;
        f_.refuse("contradiction", node.source, keyOf(node.source),
                  keyOf(node.source) + " has " + std::to_string(size) + " entries at " + node.source + ", but " +
                      keyOf(countSource_) + " is " + std::to_string(count_),
                  "give one entry for each layer");
        return false;
    }

    void unknownWord(const std::string& source, const Json& entry) const {
        f_.refuse("unknown_attention", source, keyOf(source),
                  keyOf(source) + " is " + shown(entry) + " at " + source + ", which is not a known kind of layer",
                  "known kinds: " + layerWordList());
    }

    std::vector<Layer> repeated(const std::vector<Layer>& cycle) const {
        std::vector<Layer> all;
        for (std::int64_t i = 0; i < count_ && !cycle.empty(); ++i)
            all.push_back(cycle[static_cast<std::size_t>(i) % cycle.size()]);
        return all;
    }

    /// Every `period`-th layer is `special`, first at `offset`.
    Arrangement interval(std::int64_t period, std::int64_t offset, Layer special, Layer other,
                         const std::string& source) const {
        Arrangement a{{}, source};
        for (std::int64_t i = 0; i < count_; ++i) a.layers.push_back(i % period == offset ? special : other);
        return a;
    }

    Arrangement words(const Fields& f) {
        const bool explicitList = f.has(keys::layerWords);
        const Node node = f.find(explicitList ? Names(keys::layerWords) : Names(keys::cyclicWords));
        if (!node || !node.value->is_array() || node.value->empty()) return {};
        std::vector<Layer> layers;
        for (std::size_t i = 0; i < node.value->size(); ++i) {
            const Json& entry = (*node.value)[i];
            const auto known = layerOfWord(textIn(entry));
            if (!known) unknownWord(child(node.source, i), entry);
            layers.push_back(known.value_or(nothing));
        }
        if (explicitList && !covers(node, layers.size())) return {};
        return {repeated(layers), node.source};
    }

    Arrangement letters(const Fields& f) {
        const Node node = f.find(keys::layerLetters);
        if (!node || !node.value->is_string()) return {};
        const std::string& text = node.value->get_ref<const std::string&>();
        if (!covers(node, text.size())) return {};
        return {cycleOf(node, text), node.source};
    }

    std::vector<Layer> cycleOf(const Node& node, const std::string& text) const {
        std::vector<Layer> layers;
        for (const char letter : text) {
            const auto known = layerOfLetter(letter);
            if (!known) unknownWord(node.source, std::string(1, letter));
            layers.push_back(known.value_or(nothing));
        }
        return repeated(layers);
    }

    /// Lists of 0 and 1, whose meaning depends on the key.
    Arrangement numbers(const Fields& f) {
        struct Meaning {
            Names names;
            Layer zero, one;
        };
        for (const Meaning& m :
             {Meaning{keys::linearOrFull, linear, full}, Meaning{keys::windowOrFull, full, window}}) {
            const Node node = f.find(m.names);
            if (!node || !node.value->is_array() || !covers(node, node.value->size())) continue;
            Arrangement a{{}, node.source};
            for (std::size_t i = 0; i < static_cast<std::size_t>(count_); ++i) {
                const Json& entry = (*node.value)[i];
                const std::int64_t bit = wholeIn(entry);
                if (bit != 0 && bit != 1) unknownWord(child(node.source, i), entry);
                a.layers.push_back(bit == 1 ? m.one : m.zero);
            }
            return a;
        }
        return {};
    }

    /// Sets the layers that a list of indices names, counted from `first`.
    bool mark(const Node& node, std::int64_t first, Layer kind, std::vector<Layer>& layers) const {
        if (!node.value->is_array()) return false;
        for (std::size_t i = 0; i < node.value->size(); ++i) {
            const Number index = f_.integer((*node.value)[i], child(node.source, i), {first, first + count_ - 1});
            if (index) layers[static_cast<std::size_t>(index.value - first)] = kind;
        }
        return true;
    }

    /// Kimi Linear: both kinds are listed, counted from 1.
    Arrangement kdaLists(const Fields& f) {
        const Fields config = f.object(keys::linearConfig);
        if (!config) return {};
        const Node kda = config.find(keys::kdaLayers);
        const Node attention = config.find(keys::fullLayers);
        if (!kda && !attention) {
            config.missing(keys::kdaLayers, "which layers are linear is not said");
            return {};
        }
        std::vector<Layer> layers(static_cast<std::size_t>(count_), kda ? full : linear);
        if (kda) mark(kda, 1, linear, layers);
        if (attention) {
            std::vector<Layer> second(static_cast<std::size_t>(count_), linear);
            mark(attention, 1, full, second);
            if (kda && second != layers)
                f_.refuse(
                    "contradiction", attention.source, keyOf(attention.source),
                    "the lists at " + kda.source + " and " + attention.source + " do not name every layer exactly once",
                    "name each layer, counted from 1, in one of the two");
            layers = second;
        }
        return {layers, (kda ? kda : attention).source};
    }

    /// NAS: each layer has attention or none.
    Arrangement blocks(const Fields& f) {
        const Node node = f.find(keys::blocks);
        if (!node || !node.value->is_array() || !covers(node, node.value->size())) return {};
        Arrangement a{{}, node.source};
        for (std::size_t i = 0; i < static_cast<std::size_t>(count_); ++i) {
            constexpr keys::Key attentionKey[] = {"attention"}, skipped[] = {"no_op"},
                                replaced[] = {"replace_with_linear"}, windowed[] = {"window_length"};
            const Fields block(&(*node.value)[i], child(node.source, i), f.report());
            const Fields attention = block.object(attentionKey);
            if (!attention) {
                block.missing(attentionKey, "whether this layer has a cache is not said");
                continue;
            }
            const bool none = attention.flag(skipped).value || attention.flag(replaced).value;
            a.layers.push_back(none ? nothing : attention.has(windowed) ? window : full);
        }
        return a;
    }

    /// Qwen3-Next: every n-th layer has full attention, the others are linear.
    Arrangement fullInterval(const Fields& f) {
        const Number n = f.number(keys::fullInterval);
        return n ? interval(n.value, n.value - 1, full, linear, n.source) : Arrangement{};
    }

    Arrangement convIndices(const Fields& f) {
        const Node node = f.find(keys::convOrFullIndices);
        if (!node) return {};
        Arrangement a{std::vector<Layer>(static_cast<std::size_t>(count_), conv), node.source};
        mark(node, 0, full, a.layers);
        return a;
    }

    Arrangement attentionPeriod(const Fields& f) {
        const Number period = f.number(keys::attentionPeriod);
        if (!period) return {};
        const Number offset = f.need(keys::attentionOffset, "it goes with " + keyOf(period.source), orZero);
        return offset ? interval(period.value, offset.value, full, mamba, period.source) : Arrangement{};
    }

    Arrangement localIndices(const Fields& f) {
        const Node node = f.find(keys::localIndices);
        if (!node) return {};
        Arrangement a{std::vector<Layer>(static_cast<std::size_t>(count_), full), node.source};
        mark(node, 0, window, a.layers);
        return a;
    }

    /// A number n: every n-th layer is global. A text such as LLLG: repeated over the layers.
    Arrangement windowPattern(const Fields& f) {
        const Node node = f.find(keys::windowPattern);
        if (!node || !f_.has(keys::window)) return {};
        if (node.value->is_string()) return {cycleOf(node, node.value->get<std::string>()), node.source};
        const Number n = f.number(keys::windowPattern);
        return n ? interval(n.value, n.value - 1, full, window, n.source) : Arrangement{};
    }

    /// Llama 4: layers without rotary positions attend to everything, the others within a chunk.
    Arrangement chunks(const Fields& f) {
        if (!f_.has(keys::chunk)) return {};
        const Node list = f.find(keys::noRopeLayers);
        if (list && list.value->is_array() && !list.value->empty() && covers(list, list.value->size())) {
            Arrangement a{{}, list.source};
            for (std::size_t i = 0; i < static_cast<std::size_t>(count_); ++i)
                a.layers.push_back(wholeIn((*list.value)[i]) == 0 ? full : chunked);
            return a;
        }
        const Number n = f.number(keys::noRopeInterval);
        return n ? interval(n.value, n.value - 1, full, chunked, n.source) : Arrangement{};
    }

    /// No statement: every layer is alike, and what the file describes besides heads decides the kind.
    Arrangement unstated() {
        if (f_.has(keys::parallelState)) return all(parallel, f_.find(keys::parallelState).source);
        const bool states = f_.has(keys::stateSize) && f_.has(keys::stateKernel);
        const bool attention = f_.has(keys::heads);
        if (states && !attention) return all(mamba, f_.find(keys::stateSize).source);
        if (states || f_.has(keys::gdnValueHeads)) {
            f_.missing(keys::layerWords, "the file describes both attention and state layers, but not which is which");
            return {};
        }
        if (f_.has(keys::chunk)) return all(chunked, f_.find(keys::chunk).source);
        return windowed();
    }

    Arrangement all(Layer kind, const std::string& source) const {
        return {std::vector<Layer>(static_cast<std::size_t>(count_), kind), source};
    }

    /// A window without a pattern holds in every layer from max_window_layers on, unless it is switched
    /// off or as wide as the context.
    Arrangement windowed() const {
        if (!f_.has(keys::window)) return all(full, countSource_);
        const Flag used = f_.flag(keys::useWindow);
        if (used && !used.value) return all(full, used.source);
        const Number size = f_.number(keys::window);
        const Number context = f_.number(keys::context);
        if (!size) return {};
        if (context && size.value >= context.value) {
            f_.report().note("window_above_context", keyOf(size.source),
                             keyOf(size.source) + " reaches the whole context, so no layer is windowed");
            return all(full, countSource_);
        }
        Arrangement a = all(window, size.source);
        const Number first = used && used.value ? f_.number(keys::firstWindowLayer, orZero) : Number{};
        if (first)
            for (std::int64_t i = 0; i < std::min(first.value, count_); ++i)
                a.layers[static_cast<std::size_t>(i)] = full;
        return a;
    }
};

}  // namespace

Arrangement arrangementOf(const Fields& fields) { return Arranger(fields).run(); }

}  // namespace kvfit::config
