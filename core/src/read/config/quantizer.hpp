#pragma once

#include <string>
#include <vector>

#include "kvfit/parameters.hpp"
#include "read/config/document.hpp"
#include "read/config/name_pattern.hpp"

namespace kvfit::config {

/// One stored type of a quantized checkpoint and the modules that have it.
struct Scheme {
    std::string type;                  ///< as weights/width.hpp spells it; empty: left as it is
    std::vector<NamePattern> targets;  ///< empty: every linear layer
    std::vector<NamePattern> ignored;  ///< left in the model's own type
    bool expertsAlone = false;         ///< mxfp4 of gpt-oss: nothing but the routed experts
};

/// The schemes of the file's quantization settings, most specific first after the common one, which is
/// in front; empty where the file has none.
std::vector<Scheme> schemesOf(const Fields& file);

/// The stored type of a module in a layer (-1: outside the layers); empty: the model's own.
std::string typeIn(const std::vector<Scheme>& schemes, const Module& module, std::int64_t layer);

}  // namespace kvfit::config
