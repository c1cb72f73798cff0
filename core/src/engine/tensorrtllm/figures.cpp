#include "engine/tensorrtllm/figures.hpp"

#include "arch/checks.hpp"
#include "engine/tensorrtllm/blocks.hpp"

namespace kvfit::tensorrtllm {

namespace {

constexpr const char* source =
    "cpp/tensorrt_llm/batch_manager/kvCacheManager.cpp, tensorrt_llm/_torch/pyexecutor/resource_manager.py @001541bad";
constexpr const char* versions = "all, read and not run";

/// Data of the stage that has most.
Traced content(const Settings& q, const Traced& length) {
    std::optional<Traced> most;
    for (const std::vector<CachePart>& parts : stageParts(q)) {
        const Traced own = contentBytes(q, parts, length);
        if (!most || integerOf(*most) < integerOf(own)) most = own;
    }
    return *most;
}

}  // namespace

Errors addFigures(const Settings& q, const std::vector<Pool>& pools, const std::vector<CachePart>& slots,
                  SizeResult& result) {
    const Traced longest = leaf(q.maxModelLen, "max_seq_len", "tokens", "maxModelLen");
    const Traced length = leaf(q.tokens, "tokens", "tokens", "tokens");
    const auto all = [&](const Traced& one) {
        return q.sequences == 1 ? one : leaf(q.sequences, "sequences", "sequences", "sequences") * one;
    };
    bool lost = false;
    const auto add = [&](const char* name, const Traced& bytes, const char* rule, const char* sentence) {
        lost = lost || bytes.number.lost;
        result.figures[name] = {bytes.number.value, bytes.term, rule, sentence, source, versions};
    };
    const Traced reserved = all(sequenceBytes(q, pools, slots, Holding::reserved, longest));
    add("reservedBytes", reserved, "tensorrtllm_reserved",
        "Blocks that the scheduler sets aside for a request of the maximum length in every attention window, and its "
        "state, for all sequences, on one GPU.");
    add("liveBytes", all(sequenceBytes(q, pools, slots, Holding::live, length)), "tensorrtllm_live",
        "Blocks that sequences of this length hold while they generate: a window gives a block back once a whole block "
        "lies before it.");
    add("cachedBytes", all(sequenceBytes(q, pools, slots, Holding::cached, length)), "tensorrtllm_cached",
        "Blocks that stay for later requests until they are evicted: all of a sequence but its last token, the last "
        "one partly filled.");
    add("paddingBytes", reserved - all(content(q, longest)), "tensorrtllm_padding",
        "Reserved bytes that hold no data of the model: partly filled blocks, room of a window for one step, a value "
        "as wide as the key, working states.");
    return lost ? Errors{tooLarge()} : Errors{};
}

}  // namespace kvfit::tensorrtllm
