#pragma once

#include "kvfit/parameters.hpp"
#include "kvfit/scenario.hpp"

namespace kvfit {

/// How the scenario's ranks divide the weights.
struct RankLayout {
    std::int64_t tp = 1;
    std::int64_t pp = 1;
    std::int64_t attention = 1;  ///< ranks that divide attention: 1 where it runs data-parallel
    std::int64_t experts = 1;    ///< ranks that divide the routed experts of a layer
    bool whole = false;          ///< experts are shared out whole (expert parallelism)
};
RankLayout rankLayoutOf(const Scenario& scenario);

/// What one rank holds of a module in one layer: so many copies, each divided by so many ranks.
struct Share {
    std::int64_t copies = 1;
    std::int64_t ranks = 1;
};
Share shareOf(const Module& module, const RankLayout& layout);

}  // namespace kvfit
