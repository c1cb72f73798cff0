#include <algorithm>

#include "base/text.hpp"
#include "kvfit/dtype.hpp"
#include "read/config/keys.hpp"
#include "read/config/model.hpp"

namespace kvfit::config {

namespace {

/// A stored type as this project spells it; `torch.bfloat16` and `bfloat16` are one.
std::string typeName(std::string word) {
    if (word.rfind("torch.", 0) == 0) word.erase(0, 6);
    std::transform(word.begin(), word.end(), word.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    const Dtype* known = findDtype(word);
    return known == nullptr ? word : std::string(known->name);
}

}  // namespace

void readFacts(Model& model) {
    const Fields& f = model.text;
    Architecture& a = model.out;
    a.layers = model.count();
    a.modelType = (f.has(keys::modelType) ? f : model.file).word(keys::modelType).value;
    a.attentionHeads = f.number(keys::heads).value;
    a.hiddenSize = f.number(keys::hiddenSize).value;
    a.vocabSize = f.number(keys::vocabSize).value;
    const Number context = f.number(keys::context);
    const Number longer = f.number(keys::longContext);
    a.trainedContext = std::max(context.value, longer.value);
}

void readTypes(Model& model) {
    Architecture& a = model.out;
    const auto take = [&](Names names, std::string& into, const char* key) {
        for (const Fields& f : {model.text, model.file}) {
            const Word word = f.word(names);
            if (!word) continue;
            into = typeName(word.value);
            a.typeSources[key] = word.source;
            return;
        }
    };
    take(keys::dtype, a.modelDtype, "modelDtype");
    take(keys::stateDtype, a.stateDtype, "stateDtype");
    a.weights.dtype = a.modelDtype;
}

/// Layers of a speculative head that the file declares.
void addDraft(Model& model) {
    const Fields& f = model.text;
    const Flag used = f.flag(keys::useDraft);
    if (used && !used.value) return;
    const Fields nested = model.file.object(keys::draftConfig);
    const Number count = nested ? nested.number(keys::draftLayers, orZero) : f.number(keys::draftLayers, orZero);
    const Number depth = f.number(keys::draftDepth);
    model.out.draftLayers = count.value * (depth ? depth.value : 1);
}

}  // namespace kvfit::config
