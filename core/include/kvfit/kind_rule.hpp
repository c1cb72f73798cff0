#pragma once

#include <string_view>
#include <vector>

#include "kvfit/architecture.hpp"

namespace kvfit {

/// How a kind of cache part is sized, in words, and where that is published.
struct KindRule {
    Kind kind = Kind::full;
    std::string_view sentence;
    std::string_view source;
    std::string_view read;  ///< date
};

/// One rule for every kind, in the order of the kinds.
const std::vector<KindRule>& kindRules();

}  // namespace kvfit
