#pragma once

#include <string_view>

#include "kvfit/architecture.hpp"
#include "kvfit/parameters.hpp"
#include "kvfit/term.hpp"

namespace kvfit {

/// The stable word of each enumerator, as API, cases and messages spell it.
template <class E>
struct Named {
    E value;
    std::string_view name;
};

inline constexpr Named<Role> roleNames[] = {
    {Role::kv, "kv"},     {Role::latent, "latent"}, {Role::indexer, "indexer"}, {Role::recurrent, "recurrent"},
    {Role::conv, "conv"}, {Role::cross, "cross"},
};

inline constexpr Named<Kind> kindNames[] = {
    {Kind::full, "full"},
    {Kind::window, "window"},
    {Kind::chunked, "chunked"},
    {Kind::cross, "cross"},
    {Kind::latent, "latent"},
    {Kind::window_latent, "window_latent"},
    {Kind::compressed, "compressed"},
    {Kind::indexer, "indexer"},
    {Kind::recurrent, "recurrent"},
    {Kind::conv, "conv"},
};

inline constexpr Named<Term::Op> opNames[] = {
    {Term::Op::leaf, "leaf"},
    {Term::Op::add, "add"},
    {Term::Op::multiply, "multiply"},
    {Term::Op::minimum, "minimum"},
    {Term::Op::maximum, "maximum"},
    {Term::Op::subtract, "subtract"},
    {Term::Op::divide, "divide"},
    {Term::Op::floor_divide, "floor_divide"},
    {Term::Op::ceil_divide, "ceil_divide"},
};

inline constexpr Named<ModuleKind> moduleKindNames[] = {
    {ModuleKind::embedding, "embedding"}, {ModuleKind::head, "head"},     {ModuleKind::attention, "attention"},
    {ModuleKind::key_value, "key_value"}, {ModuleKind::latent, "latent"}, {ModuleKind::indexer, "indexer"},
    {ModuleKind::state, "state"},         {ModuleKind::mlp, "mlp"},       {ModuleKind::shared_expert, "shared_expert"},
    {ModuleKind::expert, "expert"},       {ModuleKind::router, "router"}, {ModuleKind::norm, "norm"},
    {ModuleKind::vision, "vision"},
};

constexpr const auto& namesOf(Role) { return roleNames; }
constexpr const auto& namesOf(Kind) { return kindNames; }
constexpr const auto& namesOf(ModuleKind) { return moduleKindNames; }
constexpr const auto& namesOf(Term::Op) { return opNames; }

template <class E>
constexpr std::string_view nameOf(E value) {
    for (const auto& entry : namesOf(value))
        if (entry.value == value) return entry.name;
    return {};
}

/// False when no enumerator has this name; `value` is then unchanged.
template <class E>
bool fromName(std::string_view name, E& value) {
    for (const auto& entry : namesOf(value))
        if (entry.name == name) {
            value = entry.value;
            return true;
        }
    return false;
}

}  // namespace kvfit
