#pragma once

#include <vector>

#include "engine/sglang/buffers.hpp"

namespace kvfit::sglang {

/// What the engine divides the memory by for each token of the full pool: bytes of all its layers on a rank, with the
/// share of the window pool that comes with it.
double cellBytes(const Settings& q, const std::vector<Buffer>& buffers);

/// The same with `ratio` tokens of the window pool for each of the full pool.
double cellWith(const Settings& q, const std::vector<Buffer>& buffers, double ratio);

/// Bytes of a token of the window pool.
double windowBytes(const Settings& q, const std::vector<Buffer>& buffers);

/// Whether layers of the model grow with every token.
bool hasFullPool(const std::vector<Buffer>& buffers);

}  // namespace kvfit::sglang
