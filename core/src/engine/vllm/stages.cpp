#include <algorithm>
#include <map>
#include <set>

#include "base/exact.hpp"
#include "engine/vllm/blocks.hpp"
#include "engine/vllm/stages.hpp"

namespace kvfit::vllm {

std::vector<Stage> stagesOf(std::int64_t modelLayers, std::int64_t count) {
    std::vector<Stage> out = kvfit::stagesOf(modelLayers, count);
    out.back().last = INT64_MAX;
    return out;
}

std::int64_t layersOn(const Stage& stage, const Spec& spec, std::int64_t groups, std::int64_t group) {
    std::int64_t n = 0;
    for (std::int64_t i = group; i < spec.count(); i += groups) {
        const std::int64_t layer = spec.layers[static_cast<std::size_t>(i)];
        if (layer >= stage.first && layer < stage.last) ++n;
    }
    return n;
}

namespace {

/// The most that `measure` says of any group on any of these stages. With one stage a member's first
/// group is its fullest, so that one is enough.
template <class Measure>
std::int64_t fullest(const std::vector<Stage>& stages, const Plan& plan, Measure measure) {
    std::int64_t most = 0;
    for (const Stage& stage : stages)
        for (const Table& t : plan.tables)
            for (std::int64_t group = 0; group < (stages.size() == 1 ? 1 : t.groups); ++group) {
                const auto layers = [&](std::size_t member) {
                    const Spec& s = plan.specs[member];
                    if (stages.size() == 1) return (s.count() + t.groups - 1) / t.groups;
                    return layersOn(stage, s, t.groups, group);
                };
                most = std::max(most, measure(t, layers));
            }
    return most;
}

/// Bytes of the pages that a group's layers have on a stage; of all of them where it has none there.
std::int64_t groupBytes(const Stage& stage, const Plan& plan, const Table& t, std::int64_t group) {
    std::int64_t bytes = 0;
    for (const std::size_t i : t.members) bytes += plan.specs[i].page * layersOn(stage, plan.specs[i], t.groups, group);
    return bytes > 0 || stage.last == INT64_MAX ? bytes : groupBytes({0, INT64_MAX}, plan, t, group);
}

}  // namespace

std::map<std::int64_t, std::int64_t, std::greater<>> layersByPage(const Stage& stage, const Plan& plan) {
    std::map<std::int64_t, std::int64_t, std::greater<>> most;
    for (const Table& t : plan.tables)
        for (std::int64_t group = 0; group < t.groups; ++group) {
            std::map<std::int64_t, std::int64_t> own;
            for (const std::size_t i : t.members)
                own[plan.specs[i].page] += layersOn(stage, plan.specs[i], t.groups, group);
            for (const auto& [page, layers] : own) most[page] = std::max(most[page], layers);
        }
    return most;
}

// get_kv_cache_config_from_groups and _get_packed_kv_cache_layout: the layouts of all groups overlap in a
// block, so that its width is the widest group's; before, layers of one page size did (_bucket_layers_by_page_size
// @2e2e626b40).
std::int64_t blockBytesOn(const std::vector<Stage>& stages, const Plan& plan) {
    if (plan.byPage) {
        std::int64_t most = 0;
        for (const Stage& stage : stages) {
            Exact bytes(0);
            for (const auto& [page, layers] : layersByPage(stage, plan)) bytes = bytes + Exact(page) * Exact(layers);
            most = std::max(most, bytes.lost ? Exact::limit : bytes.value);
        }
        return most;
    }
    return fullest(stages, plan, [&](const Table& t, const auto& layers) {
        Exact bytes(0);
        for (const std::size_t i : t.members) bytes = bytes + Exact(plan.specs[i].page) * Exact(layers(i));
        return bytes.lost ? Exact::limit : bytes.value;
    });
}

// _max_memory_usage_bytes_from_groups: packed groups count as many tuples as the largest has, each of all
// page sizes that the entries have.
std::int64_t admissionBytesOn(const std::vector<Stage>& stages, const Plan& plan) {
    if (plan.layout != Plan::Layout::packed) return blockBytesOn(stages, plan);
    return tupleBytes(plan) * tuplesOn(stages, plan);
}

// get_max_concurrency_for_kv_cache_config before 2e2e626b40: all that a request takes of the first worker, in pages of
// the entries' group.
Exact countedBlocks(const Settings& q, const Plan& plan, std::int64_t layers) {
    const Stage stage = stagesOf(layers, q.stages).front();
    Exact bytes(0);
    for (const Table& t : plan.tables)
        for (std::int64_t group = 0; group < t.groups; ++group)
            bytes = bytes +
                    reservedBlocks(q, plan.specOf(t), Exact(q.maxModelLen)) * Exact(groupBytes(stage, plan, t, group));
    return ceilDivide(bytes, Exact(groupBytes(stage, plan, plan.tables.front(), 0)));
}

std::int64_t tupleBytes(const Plan& plan) {
    std::set<std::int64_t> pages;
    for (const std::size_t i : plan.tables.front().members) pages.insert(plan.specs[i].page);
    std::int64_t bytes = 0;
    for (const std::int64_t page : pages) bytes += page;
    return bytes;
}

std::int64_t tuplesOn(const std::vector<Stage>& stages, const Plan& plan) {
    return fullest(stages, plan, [&](const Table& t, const auto& layers) {
        std::map<std::int64_t, std::int64_t> counts;
        std::int64_t most = 0;
        for (const std::size_t i : t.members) most = std::max(most, counts[plan.specs[i].page] += layers(i));
        return most;
    });
}

}  // namespace kvfit::vllm
