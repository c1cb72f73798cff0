#include "engine/llamacpp/metrics.hpp"

#include <map>

namespace kvfit::llamacpp {

namespace {

/// K and V bytes of one cache.
struct Cache {
    std::int64_t k = 0;
    std::int64_t v = 0;
    std::int64_t both() const { return k + v; }
};

enum class Store { full, window, compressed, indexer, conv, recurrent };

Store storeOf(const Settings& s, const CachePart& part) {
    switch (part.kind) {
        case Kind::window:
        case Kind::chunked:
            return s.windowCache ? Store::window : Store::full;
        case Kind::window_latent:
            return Store::window;
        case Kind::compressed:
            return Store::compressed;
        case Kind::indexer:
            return Store::indexer;
        case Kind::conv:
            return Store::conv;
        case Kind::recurrent:
            return Store::recurrent;
        default:
            return Store::full;
    }
}

/// Bytes that one further token takes once all windows are full.
double bytesPerToken(const Settings& s) {
    double sum = 0;
    for (const CachePart& part : s.parts) {
        const Store store = storeOf(s, part);
        const bool fixed = store == Store::conv || store == Store::recurrent || part.kind == Kind::cross ||
                           (store == Store::window && !s.fullLength(part));
        if (fixed) continue;
        const CellBytes<Exact> cell = cellBytes<Exact>(s, part, Holding::reserved);
        const std::int64_t bytes = cell.k.value + (cell.v ? cell.v->value : 0);
        sum += static_cast<double>(part.layerCount() * bytes) / static_cast<double>(part.ratio);
    }
    return sum;
}

}  // namespace

void addMetrics(SizeResult& r, const Settings& s, const std::vector<Allocation<Exact>>& reserved) {
    std::map<Store, Cache> caches;
    std::map<std::int64_t, std::int64_t> compressed;  // ratio -> bytes
    Cache draft;
    std::int64_t compressor = 0;
    std::int64_t swaCells = 0;
    const Context<Exact> context = contextOf<Exact>(s, s.ctx);
    for (const Allocation<Exact>& a : reserved) {
        const CachePart& part = *a.part;
        const Store store = storeOf(s, part);
        const bool state = store == Store::conv || store == Store::recurrent;
        Cache& cache = part.draft && !state ? draft : caches[store];
        cache.k += a.k.value;
        cache.v += a.v ? a.v->value : 0;
        if (a.compressor) compressor += a.compressor->value;
        if (store == Store::compressed) compressed[part.ratio] += a.k.value;
        if (store == Store::window) swaCells = std::max(swaCells, windowCells(s, part, context).value);
    }

    auto& m = r.metrics;
    const Cache& full = caches[Store::full];
    const Cache& window = caches[Store::window];
    const Cache& indexer = caches[Store::indexer];
    const std::int64_t recurrent = caches[Store::conv].k + caches[Store::recurrent].k;
    const std::int64_t attention = full.both() + window.both() + caches[Store::compressed].both() + draft.both();
    m["nCtx"] = context.total.value;
    m["nCtxPerSequence"] = context.perStream.value;
    m["attentionKvBytes"] = attention;
    m["indexerBytes"] = indexer.both();
    m["kvBytesTotal"] = attention + indexer.both();
    m["kBytes"] = full.k + window.k + caches[Store::compressed].k + indexer.k + draft.k;
    m["vBytes"] = full.v + window.v + indexer.v + draft.v;
    m["fullKvBytes"] = full.both();
    m["fullKBytes"] = full.k;
    m["fullVBytes"] = full.v;
    m["swaKvBytes"] = window.both();
    m["swaKBytes"] = window.k;
    m["swaVBytes"] = window.v;
    m["draftKvBytes"] = draft.both();
    if (swaCells > 0) m["swaCells"] = swaCells;
    for (const auto& [ratio, bytes] : compressed) m["compressed" + std::to_string(ratio) + "Bytes"] = bytes;
    m["convStateBytes"] = caches[Store::conv].k;
    m["ssmStateBytes"] = caches[Store::recurrent].k;
    m["recurrentBytes"] = recurrent;
    m["stateBytes"] = recurrent + compressor;
    m["stateBytesPerSlot"] = (recurrent + compressor) / s.slots;
    m["stateBytesPerSequence"] = (recurrent + compressor) / s.slots / (1 + s.rollback);
    m["contextBytes"] = attention + indexer.both() + recurrent + compressor;
    m["kvBytesPerToken"] = bytesPerToken(s);
    m.erase("kvBytesPerTokenPerRank");
    if (s.defaultContext > 0) m["defaultCtx"] = s.defaultContext;
}

}  // namespace kvfit::llamacpp
