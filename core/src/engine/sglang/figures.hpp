#pragma once

#include "engine/sglang/buffers.hpp"
#include "kvfit/size.hpp"

namespace kvfit::sglang {

/// reservedBytes, admissionBytes, liveBytes, cachedBytes and paddingBytes, each with its equation. Bytes are those of
/// one rank on the fullest stage; all but the admission figure, which is of one request, count every sequence of the
/// fullest replica.
Errors addFigures(const Settings& q, const std::vector<Buffer>& buffers, SizeResult& result);

}  // namespace kvfit::sglang
