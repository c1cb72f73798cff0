#pragma once

#include "cache/question.hpp"
#include "kvfit/size.hpp"

namespace kvfit {

/// What a given memory holds, payload alone: tokens of one sequence, whole requests, whether it fits;
/// and what a host tier or an offload stores. Figures whose memory is not given are absent; an engine
/// has its own rules for all of them.
void addPoolMetrics(SizeResult& result, const Question& question, const Scenario& scenario);

}  // namespace kvfit
