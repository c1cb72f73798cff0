#pragma once

#include <algorithm>
#include <functional>

#include "kvfit/reuse_study.hpp"
#include "reuse/capacity_grid.hpp"

namespace kvfit {

/// A study under way: what is asked, what is known so far, and the steps that are left.
struct ReuseStudy::State {
    ReusePlan plan;
    Trace trace;
    ReuseResult result;
    CurveOptions options;
    EngineCache cache;
    std::optional<std::int64_t> own;  ///< The scenario's capacity in blocks.
    std::int64_t useful = 0;          ///< More blocks than can ever be in use change nothing.
    std::size_t done = 0;
    std::vector<std::function<void()>> steps;

    Hits all;      ///< What is measured.
    LruCurve lru;  ///< Leaf-first, or the plain one where that is the policy.
    std::optional<std::int64_t> lruKnee;
    FoundBlocks found;            ///< At the capacity, or without one at the ceiling.
    Hits onHost;                  ///< At the capacity, those that the engine's own tree or pools hold on the host.
    std::vector<bool> preferred;  ///< Blocks of system prompts.

    void begin(const BlockBytes& bytes);
    void note(const char* code, const std::string& message, const char* field, const std::string& value);
    std::optional<std::int64_t> ownBlocks() const;
    void chooseCapacities();
    void schedule();

    bool isGeneric() const { return plan.cache == CacheEngine::generic; }
    bool onePass() const { return isGeneric() && hasInclusion(plan.policy); }
    std::int64_t bytesOf(std::int64_t blocks) const;
    std::int64_t blocksOf(double bytes) const;  ///< Whole ones; a block must have bytes.
    std::uint32_t held(std::int64_t blocks) const { return static_cast<std::uint32_t>(std::min(blocks, useful)); }
    std::optional<double> secondsOf(std::int64_t tokens) const;

    EngineHits simulated(std::int64_t blocks, FoundBlocks* each = nullptr);
    void add(ReuseCurve& curve, const Hits& hits) const;
    void insert(ReuseCurve& curve, std::size_t point, const Hits& hits) const;
    void bounds();
    void observe();
    void pointAtKnee();
    void otherLines();

    void answer();
    void tiers();
    void addTier(const char* name, std::int64_t blocks, const std::string& policy, const Hits& hits,
                 const std::optional<double>& gbPerSecond);
    Hits foundBeyond(FoundBlocks& above, const FoundBlocks& below) const;
    void nextGib();
    void priority();
    void finish();
};

}  // namespace kvfit
