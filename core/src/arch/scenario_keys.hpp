#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "kvfit/scenario.hpp"

namespace kvfit {

/// One key of a scenario: where it is held, its unit, the default of an absent value, its meaning.
struct ScenarioKey {
    using Member = std::variant<Scenario::Count Scenario::*, Scenario::Real Scenario::*, Scenario::Flag Scenario::*,
                                Scenario::Text Scenario::*, Scenario::Maybe<DraftLayers> Scenario::*>;
    /// The word for each alternative of Member.
    static constexpr std::string_view types[] = {"count", "number", "flag", "word", "count or flag"};

    std::string_view key;
    Member member;
    std::string_view unit;
    std::string_view absent;  ///< what an absent value means, in words
    std::string_view doc;
    std::string_view type = types[member.index()];
};

/// Keys whose word is a document: they take it as an object too.
constexpr bool takesDocument(std::string_view key) {
    return key == "draftConfig" || key == "accelerator" || key == "accelerator2";
}

/// Every key in the order of the reference.
const std::vector<ScenarioKey>& scenarioKeys();

}  // namespace kvfit
