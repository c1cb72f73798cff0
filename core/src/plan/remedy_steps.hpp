#pragma once

#include <map>
#include <string>
#include <vector>

#include "plan/attempt.hpp"
#include "plan/refusal.hpp"
#include "plan/setting.hpp"

namespace kvfit {

using Changes = std::map<std::string, Metric>;

/// One change that may make a scenario fit.
struct Step {
    std::string code;
    std::string message;
    Changes changes;
    std::map<std::string, std::string> params = {};
};

/// Settings of the engine that give the cache more room or make it smaller, by kind: the least invasive kind first, in
/// each the weakest change first. Which of them work is not asked here.
std::vector<std::vector<Step>> remedySteps(const Planner& planner, const Attempt& tried);

}  // namespace kvfit
