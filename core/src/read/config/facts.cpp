#include <algorithm>

#include "read/config/keys.hpp"
#include "read/config/model.hpp"
#include "read/config/rules.hpp"

namespace kvfit::config {

namespace {

/// The longest sequence that the file states. Tokenizer limits such as 1e30 are no context.
std::int64_t statedContext(const Fields& f) {
    std::int64_t longest = f.number(keys::context).value;
    for (const keys::Key& key : keys::longContext) {
        const Node node = f.find(Names(&key, 1));
        if (node) longest = std::max(longest, wholeIn(*node.value));
    }
    return longest;
}

/// Query heads; where layers differ, the most that one has.
std::int64_t queryHeads(const Fields& f, Names names) {
    const Node node = f.find(names);
    if (!node || !node.value->is_array()) return f.number(names).value;
    std::int64_t most = 0;
    for (const Json& entry : *node.value) most = std::max(most, wholeIn(entry));
    return most;
}

}  // namespace

void readFacts(Model& model) {
    const Fields& f = model.text;
    Architecture& a = model.out;
    const auto any = [&](auto wanted) { return std::any_of(a.parts.begin(), a.parts.end(), wanted); };
    a.layers = model.count();
    a.modelType = (f.has(keys::modelType) ? f : model.file).word(keys::modelType).value;
    // Heads of a pure Mamba-2 are not query heads.
    if (any([](const CachePart& p) { return p.role == Role::kv || p.role == Role::latent; }))
        a.attentionHeads = queryHeads(f, model.encoderDecoder ? Names(keys::decoderHeads) : Names(keys::heads));
    a.hiddenSize = f.number(keys::hiddenSize).value;
    // Meta's first params.json leave it to the tokenizer, as -1.
    a.vocabSize = std::max<std::int64_t>(0, f.number(keys::vocabSize, {-1, Range{}.most}).value);
    a.trainedContext = statedContext(f);
    // An encoder-decoder's num_hidden_layers may be its encoder's; some engines count it.
    const std::int64_t declared = model.encoderDecoder ? f.number(keys::layerCount).value : 0;
    if (declared != a.layers) a.declaredLayers = declared;
    a.windowsInFullPool = !a.modelType.empty() && !hasWindowPool(model.file, f) &&
                          any([](const CachePart& p) { return p.kind == Kind::window || p.kind == Kind::chunked; });
    for (CachePart& part : a.parts)
        if (part.role == Role::recurrent) part.chunk = f.number(keys::stateChunk).value;
}

}  // namespace kvfit::config
