#include "engine/sglang/metrics.hpp"

#include <algorithm>
#include <map>

#include "arch/checks.hpp"
#include "engine/sglang/cell.hpp"
#include "engine/sglang/request.hpp"

namespace kvfit::sglang {

namespace {

using Pool = Buffer::Pool;
using Owner = Buffer::Owner;

/// Pages of the pools: as allocated, one more than the tokens fill, for writes of padded batches; where no pool is
/// known, those that the sequences of the scenario occupy.
class Pages {
public:
    Pages(const Settings& q, const Pools& pools) {
        const auto of = [&](const std::optional<std::int64_t>& tokens, const Exact& live) {
            return tokens ? Exact(*tokens / q.pageSize + 1) : live * Exact(q.sequences);
        };
        full_ = of(pools.tokens, fullPages(q, Moment::live, Exact(q.tokens)));
        window_ = of(pools.windowTokens, windowPages(q, Moment::live, Exact(q.tokens)));
    }

    Exact bytes(const Buffer& b, std::int64_t pageBytes) const {
        return Exact(b.layers) * Exact(pageBytes) * (b.pool == Pool::full ? full_ : window_);
    }

private:
    Exact full_;
    Exact window_;
};

std::string ratioName(const Buffer& b, const char* what) { return "compressed" + std::to_string(b.part->ratio) + what; }

/// Bytes of one layer's page under the names of compressed attention.
void addPages(const Settings& q, const std::vector<Buffer>& buffers, SizeResult& r) {
    r.metrics["blockSize"] = q.pageSize;
    for (const Buffer& b : buffers) {
        const bool index = b.part->role == Role::indexer;
        if (b.owner != Owner::model) continue;
        if (b.ring)
            r.metrics[index ? "indexerStatePageBytes"
                            : "compressor" + std::to_string(b.part->ratio) + "StatePageBytes"] = b.pageBytes;
        else if (index)
            r.metrics["indexerPageBytes"] = b.pageBytes;
        else if (b.pool == Pool::window)
            r.metrics["swaPageBytes"] = b.pageBytes;
        else
            r.metrics[b.part->ratio > 1 ? ratioName(b, "PageBytes") : "pageBytes"] = b.pageBytes;
    }
}

/// Byte figures that are added up; one past 2^53 - 1 refuses the result.
class Sums {
public:
    void add(const std::string& name, const Exact& bytes) { sums_[name] = sums_[name] + bytes; }

    Errors writeTo(SizeResult& r) const {
        for (const auto& [name, bytes] : sums_) {
            if (bytes.lost) return {tooLarge()};
            r.metrics[name] = bytes.value;
        }
        return {};
    }

private:
    std::map<std::string, Exact> sums_;
};

void addPoolBytes(const Settings& q, const std::vector<Buffer>& buffers, const Pools& pools, Sums& sums) {
    const Pages pages(q, pools);
    const bool hasFull = std::any_of(buffers.begin(), buffers.end(), [](const Buffer& b) {
        return b.owner == Owner::model && b.pool == Pool::full && !b.isIndex();
    });
    for (const char* name : {"kvBytesTotal", "attentionKvBytes", "indexerBytes", "stateBytes"}) sums.add(name, 0);
    for (const Buffer& b : buffers) {
        const Exact bytes = pages.bytes(b, b.pageBytes);
        if (b.ring) {
            sums.add("stateBytes", bytes);
        } else if (b.isIndex()) {
            if (!q.countIndexer) continue;
            sums.add("indexerBytes", bytes);
            sums.add("kvBytesTotal", bytes);
        } else {
            const Exact keys = pages.bytes(b, b.keyPageBytes);
            const std::string kind = b.owner != Owner::model ? "draft" : b.pool == Pool::window ? "swa" : "full";
            sums.add("attentionKvBytes", bytes);
            sums.add("kvBytesTotal", bytes);
            sums.add(kind + "KvBytes", bytes);
            sums.add(kind + "KBytes", keys);
            sums.add(kind + "VBytes", bytes - keys);
            if (b.part->ratio > 1) sums.add(ratioName(b, "Bytes"), bytes);
            // The pool that the engine prints: of full layers, where there are any.
            if (b.owner == Owner::model && (b.pool == Pool::full || !hasFull)) {
                sums.add("kBytes", keys);
                sums.add("vBytes", bytes - keys);
            }
        }
    }
}

void addStates(const Settings& q, const Pools& pools, SizeResult& r, Sums& sums) {
    if (q.layout == Layout::compressed) sums.add("stateBytes", ringPoolBytes(q, pools.running.value_or(*q.running)));
    const SlotBytes slot = slotBytes(q);
    if (slot.both() == 0) return;
    r.metrics["stateBytesPerSlot"] = slot.both();
    r.metrics["stateBytesPerSequence"] = slot.both();
    if (!pools.slots) return sums.add("stateBytes", Exact(slot.both()) * Exact(q.sequences));
    const Exact rows(*pools.slots + 1);
    const std::int64_t requests = std::min(*pools.slots / q.slotsPerRequest, q.running.value_or(*pools.slots));
    r.metrics["maxMambaCacheSize"] = *pools.slots;
    r.metrics["maxStateSequences"] = *pools.slots / q.slotsPerRequest;
    sums.add("convStateBytes", rows * Exact(slot.conv));
    sums.add("ssmStateBytes", rows * Exact(slot.recurrent));
    sums.add("recurrentBytes", rows * Exact(slot.both()));
    sums.add("statePoolBytes", rows * Exact(slot.both()));
    sums.add("stateBytes", rows * Exact(slot.both()));
    if (q.draftTokens > 0) sums.add("stateBytes", Exact(requests + 1) * Exact(q.draftTokens) * Exact(slot.both()));
}

}  // namespace

Errors addMetrics(const Settings& q, const std::vector<Buffer>& buffers, const Memory& memory, const Pools& pools,
                  const std::optional<Fit>& fit, SizeResult& r) {
    r.metrics["kvBytesPerToken"] = r.metrics["kvBytesPerTokenPerRank"] = cellBytes(q, buffers);
    r.metrics["kvBytesNeeded"] = r.figures.at("reservedBytes").bytes / q.sequences;
    r.metrics["blocksPerRequest"] = fullPages(q, Moment::reserved, Exact(q.maxModelLen)).value;
    addPages(q, buffers, r);
    Sums sums;
    addPoolBytes(q, buffers, pools, sums);
    addStates(q, pools, r, sums);
    if (pools.tokens) sums.add("kvCapacityTokens", Exact(*pools.tokens) * Exact(q.tokenRanks));
    if (Errors errors = sums.writeTo(r); !errors.empty()) return errors;

    const auto add = [&](const char* name, const auto& value) {
        if (value) r.metrics[name] = *value;
    };
    add("memFractionStatic", memory.fraction);
    add("budgetReservedBytes", memory.setAside);
    add("availableKvBytes", memory.available);
    add("stateBudgetBytes", pools.stateBudget);
    add("kvBudgetBytes", pools.kvBudget);
    add("swaCapacityTokens", pools.windowTokens);
    add("maxRunningRequests", pools.running);
    if (pools.tokens) {
        r.metrics["numBlocks"] = *pools.tokens / q.pageSize;
        for (const Buffer& b : buffers)
            if (b.part->ratio > 1 && !b.isIndex() && !b.ring)
                r.metrics[ratioName(b, "CapacityTokens")] = *pools.tokens / b.part->ratio;
    }
    if (!fit) return {};
    r.metrics["maxConcurrency"] = fit->concurrency;
    r.metrics["requestsThatFit"] = fit->requests;
    r.metrics["estimatedMaxModelLen"] = fit->longest;
    r.metrics["maxModelLenFits"] = fit->longest == q.maxModelLen;
    r.metrics["fits"] = fit->requests >= q.sequences;
    return {};
}

}  // namespace kvfit::sglang
