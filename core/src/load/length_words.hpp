#pragma once

#include <string>
#include <string_view>

#include "base/json.hpp"
#include "base/text.hpp"

namespace kvfit {

/// Lengths that cannot be read, and how they are written.
inline Error refused(const std::string& field, const std::string& what, std::string_view value) {
    const std::string shown = shortened(value);
    return {"bad_lengths",
            "/" + field,
            field,
            field + (shown.empty() ? "" : " has \"" + shown + "\":") + " " + what,
            "write percentiles such as p50 2K, p90 8K, p99 32K, or lengths such as 800 1200 2500",
            0,
            0,
            {{"value", shown}}};
}

/// A number as people type it, whether it stands in quotes or not.
inline std::string wordOf(const Json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

}  // namespace kvfit
