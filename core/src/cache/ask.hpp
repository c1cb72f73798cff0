#pragma once

#include <string>
#include <type_traits>

#include "base/traced.hpp"
#include "kvfit/architecture.hpp"
#include "kvfit/types.hpp"

namespace kvfit {

/// What a kind of part is asked: its fields, the stored types, the length, the rank's share.
/// N is Exact to compute, Traced to compute and explain.
template <class N>
struct Ask {
    const CachePart& part;
    const Types& types;
    std::int64_t tokens = 0;
    std::int64_t checkpointInterval = 0;  ///< 0: one state, at the end of the sequence
    std::int64_t ranks = 1;               ///< tensor-parallel ranks that divide the heads
    std::int64_t tokenRanks = 1;          ///< context-parallel ranks that divide the tokens of growing parts

    /// A number that needs no name.
    N number(std::int64_t value) const { return named(value, "", "", ""); }

    /// A number with a name; `source` is a scenario key, a JSON Pointer or a rule.
    N named(std::int64_t value, const char* symbol, const char* unit, const char* source) const {
        return kvfit::named<N>(value, symbol, unit, source);
    }

    N length() const { return named(tokens, "tokens", "tokens", "tokens"); }

    /// A field of the part, with the pointer it was read from.
    N of(std::int64_t value, const char* symbol, const char* field) const {
        if constexpr (std::is_same_v<N, Exact>) {
            return Exact(value);
        } else {
            const auto found = part.sources.find(field);
            return leaf(value, symbol, "", found == part.sources.end() ? std::string() : found->second);
        }
    }

    /// Units (heads, groups, channels) on the fullest rank: divided, and replicated below one per rank.
    N share(const N& all) const { return ranks == 1 ? all : ceilDivide(all, named(ranks, "tp", "ranks", "tp")); }

    /// Bytes of one row of `elements` stored as `type`.
    N row(const N& elements, const ChosenType& type) const {
        const Dtype& d = *type.dtype;
        if (d.elements == 1) return elements * named(d.bytes, "bytes", "B", type.source.c_str());
        return ceilDivide(elements, named(d.elements, "block_elements", "", type.source.c_str())) *
               named(d.bytes, "block_bytes", "B", type.source.c_str());
    }
};

/// How many slots a part holds for n tokens, and how that count grows.
template <class N>
struct Slots {
    N count;                      ///< slots held at this length
    N settled;                    ///< slots that stay in the long run when the growth is taken away
    std::int64_t every = 0;       ///< one further slot each `every` tokens in the long run; 0: none
    std::int64_t fillsUntil = 0;  ///< with `every` 0: below this length each token adds a slot
};

}  // namespace kvfit
