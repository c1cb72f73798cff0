#include "engine/sglang/figures.hpp"

#include <algorithm>

#include "arch/checks.hpp"
#include "cache/payload.hpp"
#include "engine/sglang/request.hpp"

namespace kvfit::sglang {

namespace {

constexpr const char* pooled =
    "python/sglang/srt/mem_cache/memory_pool.py, swa_memory_pool.py, model_executor/pool_configurator.py @d315eb7250";
constexpr const char* admitted = "python/sglang/srt/managers/schedule_policy.py PrefillAdder @d315eb7250";
constexpr const char* kept = "python/sglang/srt/mem_cache/radix_cache.py, swa_radix_cache.py @d315eb7250";

/// What the model's data takes of the pools for one request of the maximum length, in the engine's types.
Traced stored(const Settings& q) {
    const bool besideText = std::any_of(q.parts.begin(), q.parts.end(),
                                        [](const CachePart& p) { return p.kind == Kind::cross && p.layers.empty(); });
    std::optional<Traced> sum;
    const auto add = [&](const CachePart& p) {
        if (p.layers.empty()) return;
        const bool grows = p.kind == Kind::full || p.kind == Kind::latent || (p.role == Role::indexer && p.ratio == 1);
        const std::int64_t tokenRanks = grows ? q.tokenRanks : 1;
        const std::int64_t encoder = p.kind == Kind::full && besideText ? q.encoderTokens : 0;
        const Traced own =
            payloadOf(Ask<Traced>{p, q.types, q.maxModelLen + encoder, 0, q.ranks / tokenRanks, tokenRanks});
        sum = sum ? *sum + own : own;
    };
    for (const CachePart& p : q.parts) add(p);
    for (const CachePart& p : q.draftModel) add(p);
    return sum ? *sum : leaf(0, "", "B", "");
}

}  // namespace

Errors addFigures(const Settings& q, const std::vector<Buffer>& buffers, SizeResult& r) {
    const Traced longest = leaf(q.maxModelLen, "context length", "tokens", "maxModelLen");
    const Traced length = leaf(q.tokens, "tokens", "tokens", "tokens");
    const auto sequences = [&](const Traced& one) {
        return q.sequences == 1 ? one : leaf(q.sequences, "sequences", "sequences", "sequences") * one;
    };
    bool lost = false;
    const auto add = [&](const char* name, const Traced& bytes, const char* rule, const char* sentence,
                         const char* source, const char* versions) {
        lost = lost || bytes.number.lost;
        r.figures[name] = {bytes.number.value, bytes.term, rule, sentence, source, versions};
    };

    const Traced one = requestBytes(q, buffers, Moment::reserved, longest);
    const Traced reserved = sequences(one);
    add("reservedBytes", reserved, "sglang_reserved",
        "Pages and state slots that requests of the maximum length hold at most: every token in the full pool, in the "
        "window pool the window, what waits for eviction and the next step.",
        pooled, "0.5.11 and later");
    Traced admission = one;
    if (const std::optional<Traced> page = pageBytes<Traced>(buffers, Buffer::Pool::full)) admission = one + *page;
    add("admissionBytes", admission, "sglang_admission",
        "What must be free before the scheduler takes one request of the maximum length: its pages and one more. It "
        "counts at most 4,096 tokens of the answer ahead.",
        admitted, "all");
    add("liveBytes", sequences(requestBytes(q, buffers, Moment::live, length)), "sglang_live",
        "Pages and states that sequences of this length occupy between two evictions of their windows.", pooled,
        "0.5.11 and later");
    add("cachedBytes",
        q.radixCache ? sequences(requestBytes(q, buffers, Moment::cached, length)) : leaf(0, "", "B", "radixCache"),
        "sglang_cached",
        "Whole pages that the radix cache keeps after a request until it needs the room, of windows the tail, and one "
        "state.",
        kept, "all");
    add("paddingBytes", reserved - sequences(stored(q)), "sglang_padding",
        "Reserved bytes that hold no data of the model: partly filled and padded pages, tokens that wait for eviction, "
        "spare states, inputs of compressors.",
        pooled, "0.5.11 and later");
    return lost ? Errors{tooLarge()} : Errors{};
}

}  // namespace kvfit::sglang
