#include "read/config/indexer.hpp"

#include <algorithm>

#include "read/config/attention.hpp"
#include "read/config/keys.hpp"

namespace kvfit::config {

CachePart indexPart(const Number& width, const Number& ratio) {
    CachePart part;
    part.kind = Kind::indexer;
    part.role = Role::indexer;
    put(part, &CachePart::keyWidth, "keyWidth", width);
    if (ratio) put(part, &CachePart::ratio, "ratio", ratio);
    return part;
}

namespace {

/// Which layers share the indexer of an earlier one and keep no index keys: GLM-5.2's indexer_types,
/// its pattern of F and S, or an interval (transformers GlmMoeDsaConfig); LongCat's cli_factor.
class SharedIndexers {
public:
    explicit SharedIndexers(const Fields& fields)
        : f_(fields),
          types_(fields.find(keys::indexerTypes)),
          pattern_(fields.find(keys::indexPattern)),
          interval_(fields.number(keys::indexInterval)),
          offset_(fields.number(keys::indexOffset, orZero)),
          every_(fields.number(keys::indexEvery)) {}

    bool operator()(std::int64_t layer) const {
        const auto i = static_cast<std::size_t>(layer);
        if (types_) return shares(types_, i, textOf(types_, i), "full", "shared");
        if (pattern_ && pattern_.value->is_string()) {
            const std::string_view letters = textIn(*pattern_.value);
            return shares(pattern_, i, i < letters.size() ? letters.substr(i, 1) : std::string_view(), "F", "S");
        }
        if (every_) return layer % every_.value != 0;
        if (!interval_) return false;
        return std::max<std::int64_t>(layer - (offset_ ? offset_.value : 2) + 1, 0) % interval_.value != 0;
    }

private:
    const Fields& f_;
    Node types_, pattern_;
    Number interval_, offset_, every_;

    static std::string_view textOf(const Node& list, std::size_t i) {
        return list.value->is_array() && i < list.value->size() ? textIn((*list.value)[i]) : std::string_view();
    }

    bool shares(const Node& node, std::size_t i, std::string_view word, std::string_view owns,
                std::string_view shared) const {
        if (word == shared || word == owns) return word == shared;
        f_.refuse("unknown_attention", node.source, keyOf(node.source),
                  keyOf(node.source) + " says neither " + std::string(owns) + " nor " + std::string(shared) +
                      " for layer " + std::to_string(i),
                  "give one entry for each layer");
        return false;
    }
};

/// MiniMax-M3: a flag for each layer says whether it selects blocks by index keys.
void addBlockIndexer(Model& model, const Fields& sparse) {
    const Flag used = sparse.flag(keys::sparseUsed);
    if (used && !used.value) return;
    CachePart part = indexPart(sparse.need(keys::sparseDim, "the width of an index key decides its size"), {});
    part.variant = "msa";
    const Node flags = sparse.find(keys::sparseLayers);
    if (!flags) return sparse.missing(keys::sparseLayers, "which layers have an indexer is not said");
    if (!flags.value->is_array() || flags.value->size() < static_cast<std::size_t>(model.count())) {
        sparse.refuse("contradiction", flags.source, keyOf(flags.source),
                      keyOf(flags.source) + " does not name every layer", "give one entry for each layer");
        return;
    }
    model.keep(std::move(part), model.layersWhere([&](const Layer& l, std::int64_t i) {
        return l.attention == Layer::Attention::full && wholeIn((*flags.value)[static_cast<std::size_t>(i)]) != 0;
    }));
}

/// InfLLM-V2 of MiniCPM 4.1 (arXiv 2509.24663): keys averaged over windows that begin every kernel_stride
/// tokens, and every four times as many, choose blocks. vLLM and llama.cpp keep none of them.
void noteBlockKeys(const Fields& sparse) {
    const Number stride = sparse.need(keys::poolStride, "it says how often keys that choose blocks are kept");
    if (!stride) return;
    sparse.report().note("block_keys_not_counted", stride.source,
                         "keys that choose blocks are not counted: SGLang keeps one for each " +
                             std::to_string(stride.value) + " tokens and one for each " +
                             std::to_string(4 * stride.value) + " in the token slots of its pool");
}

}  // namespace

void addIndexer(Model& model) {
    const Fields& f = model.text;
    if (const Fields sparse = f.object(keys::blockSparse)) noteBlockKeys(sparse);
    if (const Fields sparse = f.object(keys::sparseConfig)) return addBlockIndexer(model, sparse);
    const auto worded = model.layersWhere([](const Layer& l, std::int64_t) { return l.indexed; });
    if (isCompressed(model)) return;
    const bool expected = !worded.empty() || f.has(keys::indexHeads);
    const Number width = expected ? f.need(keys::indexDim, "layers of sparse attention keep index keys of this width")
                                  : f.number(keys::indexDim);
    if (!width) return;
    const SharedIndexers shares(f);
    // Keys of so many tokens are pooled into one: GLM-5.3-Flash, Qwen3.8-Flash-Next.
    const Number ratio = f.number(keys::indexRatio);
    CachePart part = indexPart(width, ratio);
    if (!isLatent(f)) part.variant = ratio ? "pooled" : "msa";
    model.keep(std::move(part), model.layersWhere([&](const Layer& l, std::int64_t i) {
        return l.attention == Layer::Attention::full && (worded.empty() || l.indexed) && !shares(i);
    }));
}

}  // namespace kvfit::config
