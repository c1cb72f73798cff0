#pragma once

#include "engine/tensorrtllm/capacity.hpp"
#include "kvfit/size.hpp"

namespace kvfit::tensorrtllm {

/// What the engine lowers or ignores when it starts.
void addWarnings(const Settings& q, const std::vector<Pool>& pools, const Budget& budget,
                 const std::optional<Capacity>& capacity, const Scenario& scenario, SizeResult& result);

/// How sure each rule is: all were read, none was run.
void addNotes(const Settings& q, const std::vector<Pool>& pools, SizeResult& result);

}  // namespace kvfit::tensorrtllm
