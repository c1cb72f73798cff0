#pragma once

#include <map>
#include <optional>

#include "plan/attempt.hpp"
#include "plan/layout.hpp"

namespace kvfit {

/// A number of GPUs and how the model is spread over them.
struct GpuChoice {
    std::int64_t perNode = 1;
    std::int64_t nodes = 1;
    Layout layout;

    std::int64_t count() const { return perNode * nodes; }
};

/// What the scenario says to have these GPUs.
std::map<std::string, Metric> changesOf(const GpuChoice& choice, const Scenario& scenario);

/// What the scenario says to run so many copies of the model as it is laid out, on more and full nodes where the GPUs
/// are too few.
std::map<std::string, Metric> changesForReplicas(const Attempt& tried, std::int64_t replicas);

/// The smallest number of GPUs of the scenario's kind with which it fits, and a layout that the model allows:
/// tensor parallel within a node, attention data-parallel where the cache is a latent, pipeline stages. nullopt: none
/// up to 64 nodes does.
std::optional<GpuChoice> fewestGpus(const Planner& planner, const Scenario& scenario);

}  // namespace kvfit
