#include "engine/vllm/figures.hpp"

#include "arch/checks.hpp"
#include "cache/payload.hpp"
#include "engine/vllm/blocks.hpp"
#include "engine/vllm/stages.hpp"

namespace kvfit::vllm {

namespace {

constexpr const char* managed = "vllm/v1/core/kv_cache_utils.py, vllm/v1/kv_cache_interface.py @7cfb97e337";
constexpr const char* pooled = "vllm/worker/cache_engine.py of 0.2 to 0.9";

class Writer {
public:
    Writer(const Settings& q, const Plan& plan, const Demand& demand, SizeResult& result)
        : q_(q), plan_(plan), demand_(demand), result_(result) {}

    /// blocks(spec) of every group at this length, in bytes, for all sequences.
    template <class Blocks>
    Traced ofBlocks(Blocks blocks) const {
        return sequences(overTables<Traced>(plan_, blocks) * blockBytes());
    }

    Traced sequences(const Traced& one) const {
        return q_.sequences == 1 ? one : leaf(q_.sequences, "sequences", "sequences", "sequences") * one;
    }

    /// Layers x page of the widest group, or of every page size.
    Traced blockBytes() const {
        const Traced whole = leaf(demand_.blockBytes, "bytes of a block", "B", "");
        if (q_.stages > 1 || q_.rules->pool) return whole;
        std::optional<Traced> sum;
        const auto add = [&](std::int64_t layers, std::int64_t page) {
            const Traced own = leaf(layers, "layers", "layers", "") * leaf(page, "page bytes", "B", "");
            sum = sum ? *sum + own : own;
        };
        if (plan_.byPage) {
            for (const auto& [page, layers] : layersByPage(stagesOf(q_.modelLayers, 1).front(), plan_))
                add(layers, page);
            return *sum;
        }
        for (const Table& t : plan_.tables) {
            sum.reset();
            for (const std::size_t i : t.members)
                add((plan_.specs[i].count() + t.groups - 1) / t.groups, plan_.specs[i].page);
            if (integerOf(*sum) == demand_.blockBytes) return *sum;
        }
        return whole;
    }

    Traced admissionBlockBytes() const {
        if (plan_.layout != Plan::Layout::packed) return leaf(demand_.admissionBlockBytes, "bytes of a block", "B", "");
        const std::int64_t tuple = tupleBytes(plan_);
        return leaf(demand_.admissionBlockBytes / tuple, "layers of the largest group", "layers", "") *
               leaf(tuple, "pages of one layer of each size", "B", "");
    }

    void add(const char* name, const Traced& bytes, const char* rule, const char* sentence, const char* versions) {
        lost_ = lost_ || bytes.number.lost;
        result_.figures[name] = {
            bytes.number.value, bytes.term, rule, sentence, q_.rules->pool ? pooled : managed, versions};
    }

    bool lost() const { return lost_; }

private:
    const Settings& q_;
    const Plan& plan_;
    const Demand& demand_;
    SizeResult& result_;
    bool lost_ = false;
};

/// What the model's data takes of the blocks of one request of the maximum length, in the engine's types.
Traced stored(const Settings& q, const Plan& plan) {
    const std::vector<Stage> stages = stagesOf(q.modelLayers, q.stages);
    std::vector<std::int64_t> bytes;
    std::optional<Traced> most;
    for (const Stage& stage : stages) {
        std::optional<Traced> sum;
        for (const Spec& s : plan.specs) {
            if (s.holds == Spec::Holds::compressor) continue;
            const std::int64_t layers = q.stages == 1 ? s.count() : layersOn(stage, s, 1, 0);
            if (layers == 0) continue;
            const bool divided =
                s.part->kind == Kind::full || s.part->kind == Kind::latent || s.part->kind == Kind::indexer;
            const std::int64_t length = divided ? tokensOnRank(q, Exact(q.maxModelLen)).value : q.maxModelLen;
            const Ask<Traced> ask{*s.part, q.types, length, 0, q.ranks};
            const Traced entry =
                s.holds == Spec::Holds::convolution ? rowOf(ask) : leaf(s.entry, "entry bytes", "B", "");
            const Traced own = leaf(layers, "layers", "layers", "") * slotsOf(ask).count * entry;
            sum = sum ? *sum + own : own;
        }
        if (sum && (!most || integerOf(*most) < integerOf(*sum))) most = sum;
    }
    return most ? *most : leaf(0, "", "B", "");
}

}  // namespace

Errors addFigures(const Settings& q, const Plan& plan, const Demand& demand, SizeResult& result) {
    Writer w(q, plan, demand, result);
    const Traced longest = leaf(q.maxModelLen, "max_model_len", "tokens", "maxModelLen");
    const Traced length = leaf(q.tokens, "tokens", "tokens", "tokens");
    const Traced blocks = overTables<Traced>(plan, [&](const Spec& s) { return reservedBlocks(q, s, longest); });
    const Traced reserved = w.sequences(blocks * w.blockBytes());

    w.add("reservedBytes", reserved, "vllm_reserved",
          "Blocks of a request of the maximum length in every group, times the bytes of a block, for all sequences, on "
          "one GPU.",
          "all");
    w.add(
        "admissionBytes", blocks * w.admissionBlockBytes(),
        plan.layout == Plan::Layout::packed ? "vllm_admission_packed" : "vllm_admission",
        plan.layout == Plan::Layout::packed
            ? "What the start-up check demands for one request of the maximum length: it counts as many layers of each "
              "page size as the largest group has, which is more than the blocks take."
            : "What the start-up check demands for one request of the maximum length.",
        q.rules->needOfStage ? "before 0.14, 0.16 and later"
                             : "0.14 and 0.15: of the whole model, not of a pipeline stage");
    w.add("liveBytes", w.ofBlocks([&](const Spec& s) { return liveBlocks(q, s, length); }), "vllm_live",
          "Blocks that sequences of this length occupy between steps: windows have returned what lies before them, "
          "states "
          "are kept once.",
          "all");
    const bool kept = keepsPrefixes(q, plan);
    const auto cached = [&](bool dense) {
        if (!kept) return leaf(0, "", "B", "prefixCaching");
        return w.ofBlocks([&](const Spec& s) { return cachedBlocks(s, length, dense); });
    };
    w.add("cachedBytes", cached(!q.rules->sparseRetention), "vllm_cached",
          "Blocks that can serve a later request while nothing evicts them: full blocks of every token, of windows and "
          "states the tail at the prompt's end.",
          q.rules->sparseRetention ? "0.29 and later, retention interval 0" : "before 0.29: every full block");
    w.add("denseCachedBytes", cached(true), "vllm_cached_dense",
          "The same when the retention interval is unset: every full block of every group stays, also of windows and "
          "states.",
          "all");

    const Traced data = w.sequences(stored(q, plan));
    w.add("paddingBytes", reserved - data, "vllm_padding",
          "Reserved bytes that hold no data of the model: partly filled blocks, room for tokens in flight, layers that "
          "fill groups up, working states of compressors.",
          "all");
    return w.lost() ? Errors{tooLarge()} : Errors{};
}

}  // namespace kvfit::vllm
