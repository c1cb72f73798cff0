#include "engine/lmdeploy/figures.hpp"

#include "arch/checks.hpp"
#include "engine/lmdeploy/blocks.hpp"

namespace kvfit::lmdeploy {

namespace {

constexpr const char* source =
    "lmdeploy/pytorch/engine/cache_engine.py, engine/executor/base.py, paging/block_manager @1263d5cd8";

/// Entries that the layers attend to, and one state, in the engine's types but without alignment.
Traced content(const Settings& q, const Traced& length) {
    std::optional<Traced> sum;
    for (const CachePart& p : q.parts) {
        const Ask<Traced> a{p, q.types, integerOf(length), 0, q.ranks};
        const Traced own = leaf(p.layerCount(), "layers", "layers", "") * slotsOf(a).count * rowOf(a);
        sum = sum ? *sum + own : own;
    }
    return sum ? *sum : leaf(0, "", "B", "");
}

}  // namespace

Errors addFigures(const Settings& q, SizeResult& r) {
    const Traced longest = leaf(q.maxModelLen, "session_len", "tokens", "maxModelLen");
    const Traced length = leaf(q.tokens, "tokens", "tokens", "tokens");
    const Traced block = blockBytes<Traced>(q);
    const Traced state = stateBytes<Traced>(q);
    const auto all = [&](const Traced& one) {
        return q.sequences == 1 ? one : leaf(q.sequences, "sequences", "sequences", "sequences") * one;
    };
    const auto withState = [&](const Traced& blocks) {
        return integerOf(state) == 0 ? blocks * block : blocks * block + state;
    };
    bool lost = false;
    const auto add = [&](const char* name, const Traced& bytes, const char* rule, const char* sentence) {
        lost = lost || bytes.number.lost;
        r.figures[name] = {bytes.number.value, bytes.term, rule, sentence, source, "0.2.1 to 0.16, read and not run"};
    };
    const Traced reserved = all(withState(reservedBlocks(q, longest)));
    add("reservedBytes", reserved, "lmdeploy_reserved",
        "Blocks of a sequence of the maximum length in all layers, and its state, for all sequences, on one GPU.");
    add("liveBytes", all(withState(heldBlocks(q, length))), "lmdeploy_live",
        "Blocks that sequences of this length hold, and their states; where every layer has a window, blocks before it "
        "are given back.");
    // Only whole blocks enter the trie, and the last token is computed anew.
    const Traced whole = floorDivide(length, leaf(q.blockSize, "block_size", "tokens", "blockSize"));
    add("cachedBytes", q.prefixCaching ? all(whole * block) : leaf(0, "", "B", "prefixCaching"), "lmdeploy_cached",
        "Whole blocks that stay for later requests; prefix caching is off unless it is asked for.");
    add("paddingBytes", reserved - all(content(q, longest)), "lmdeploy_padding",
        "Reserved bytes that hold no data of the model: partly filled blocks, tensors rounded up to 256 bytes, scales, "
        "layers that keep tokens before their window.");
    return lost ? Errors{tooLarge()} : Errors{};
}

}  // namespace kvfit::lmdeploy
