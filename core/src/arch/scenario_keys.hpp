#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "kvfit/scenario.hpp"

namespace kvfit {

/// One key of a flat object that is read into an S: where it is held, its unit, the default of an absent value, its
/// meaning.
template <class S>
struct Key {
    using Member = std::variant<Scenario::Count S::*, Scenario::Real S::*, Scenario::Flag S::*, Scenario::Text S::*,
                                Scenario::Maybe<DraftLayers> S::*>;
    /// The word for each alternative of Member.
    static constexpr std::string_view types[5] = {"count", "number", "flag", "word", "count or flag"};

    constexpr Key(std::string_view word, Member where, std::string_view measured, std::string_view otherwise,
                  std::string_view meaning)
        : key(word), member(where), unit(measured), absent(otherwise), doc(meaning), type(types[where.index()]) {}

    std::string_view key;
    Member member;
    std::string_view unit;
    std::string_view absent;  ///< what an absent value means, in words
    std::string_view doc;
    std::string_view type;
};

using ScenarioKey = Key<Scenario>;

/// Keys whose word is a document: they take it as an object or a list too.
constexpr bool takesDocument(std::string_view key) {
    return key == "draftConfig" || key == "accelerator" || key == "accelerator2" || key == "lengths" ||
           key == "promptLengths" || key == "outputLengths";
}

/// Every key in the order of the reference.
std::span<const ScenarioKey> scenarioKeys();

}  // namespace kvfit
