#pragma once

#include "engine/llamacpp/settings.hpp"
#include "kvfit/size.hpp"

namespace kvfit::llamacpp {

/// Memory for the context: given, else what all devices leave beside the weights and the margin of `--fit`.
std::optional<std::int64_t> availableBytes(const Architecture& architecture, const Scenario& scenario);

/// Memory for the context from the scenario's figures, and the longest context that fits into it as
/// `--fit` would choose it (llama.cpp common/fit.cpp @82bb48500). Nothing where no memory is given.
void addBudget(SizeResult& result, const Settings& settings, const Architecture& architecture, const Scenario& scenario,
               std::int64_t contextBytes);

/// The largest context, in whole paddings, whose bytes are at most `available`; 0 where none fits.
std::int64_t longestContext(const Settings& settings, std::int64_t available);

}  // namespace kvfit::llamacpp
