#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kvfit::config {

/// A name of modules as quantizers write it: a part of the path (`lm_head`, `model.layers.0.mlp.gate`),
/// with wildcards (`*.attn.*`), or a regular expression behind `re:` of which `.*`, groups of words and
/// classes of digits are understood.
class NamePattern {
public:
    explicit NamePattern(std::string_view written);

    /// Whether it covers the module of this name in this layer, under any of the names that published
    /// checkpoints use. `layer` -1: outside the layers.
    bool covers(const std::string& module, std::int64_t layer) const;

private:
    std::vector<std::string> globs_;  ///< one for each choice of the groups
    bool parts_ = false;              ///< no wildcard: whole parts of the path
    bool linear_ = false;             ///< `Linear`: every linear layer
    std::int64_t layer_ = -1;         ///< the one layer that it names, or -1
};

}  // namespace kvfit::config
