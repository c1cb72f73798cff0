#include <algorithm>

#include "read/config/frame.hpp"
#include "read/config/keys.hpp"
#include "read/config/words.hpp"

namespace kvfit::config {

namespace {

/// The number of layers, which a file with an explicit list may leave out. LongCat counts blocks of
/// two attention layers; models that run their layers several times keep a cache for each run.
bool countLayers(const Fields& f, bool encoderDecoder, Frame& frame) {
    const Number caches = f.number(keys::cachesPerLayer, layerTotal);
    const Number blocks = caches ? f.number(keys::blockCount, layerTotal) : Number{};
    const Names names = encoderDecoder ? Names(keys::decoderLayerCount) : Names(keys::layerCount);
    const Number stated = blocks ? blocks : f.number(names, layerTotal);
    if (stated) {
        frame.runs = caches ? caches.value : 1;
        frame.count = stated.value * frame.runs;
        frame.countSource = stated.source;
        if (frame.count <= layerTotal.most) return true;
        f.refuse("out_of_range", stated.source, keyOf(stated.source), "there are more than 1,024 layers with a cache");
        return false;
    }
    for (const Names list : {Names(keys::layerWords), Names(keys::layerLetters), Names(keys::blocks)}) {
        const Node node = f.find(list);
        const std::size_t size = !node ? 0 : node.value->is_array() ? node.value->size() : textIn(*node.value).size();
        if (size < 1 || size > static_cast<std::size_t>(layerTotal.most)) continue;
        frame.count = static_cast<std::int64_t>(size);
        frame.countSource = node.source;
        return true;
    }
    if (!f.has(names)) f.missing(names, "the number of layers decides every figure");
    return false;
}

/// What only the class says of a period.
void readPeriod(const Fields& f, Frame& frame) {
    frame.periodic = layerOfWord(f.word(keys::periodWord).value).value_or(full);
    const Node lead = f.has(keys::attentionPeriod) ? f.find(keys::periodLead) : Node{};
    if (!lead || !lead.value->is_array()) return;
    for (const Json& word : *lead.value) frame.lead.push_back(layerOfWord(textIn(word)).value_or(nothing));
}

/// Whether two statements give the same attention to every layer.
bool agree(const Arrangement& a, const Arrangement& b) {
    return std::equal(a.layers.begin(), a.layers.end(), b.layers.begin(), b.layers.end(),
                      [](const Layer& x, const Layer& y) { return x.attention == y.attention; });
}

}  // namespace

Arrangement arrangementOf(const Fields& fields, bool encoderDecoder, std::int64_t speculative) {
    Frame frame;
    frame.speculative = speculative;
    if (!countLayers(fields, encoderDecoder, frame)) return {};
    readPeriod(fields, frame);
    for (const Fields& f : {fields.own(), fields}) {
        Arrangement first;
        for (const auto* statements : {&listStatements(), &intervalStatements()})
            for (const Statement statement : *statements) {
                const std::size_t errors = f.report().errors.size();
                Arrangement found = statement(frame, f);
                if (f.report().errors.size() > errors) return {};
                if (!found) continue;
                if (!first) {
                    first = std::move(found);
                    continue;
                }
                if (agree(first, found)) continue;
                f.refuse("contradiction", found.source, keyOf(found.source),
                         keyOf(found.source) + " at " + found.source + " arranges the layers differently from " +
                             first.source,
                         "remove one of the two");
                return {};
            }
        if (first) return first;
    }
    return unstated(frame, fields);
}

}  // namespace kvfit::config
