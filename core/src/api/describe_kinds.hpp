#pragma once

#include "api/describe.hpp"
#include "kvfit/kind_rule.hpp"

namespace kvfit {

template <>
struct Describe<KindRule> {
    static constexpr std::string_view name = "KindRule";
    static constexpr std::string_view doc = "How a kind of cache part is sized.";
    static constexpr auto fields = std::tuple{
        field("kind", &KindRule::kind, "", "The kind."),
        field("sentence", &KindRule::sentence, "", "The rule in one English sentence."),
        field("source", &KindRule::source, "", "Where it is published."),
        field("read", &KindRule::read, "", "Date at which it was read."),
    };
};

}  // namespace kvfit
