#pragma once

#include <string_view>

#include "api/json_text.hpp"
#include "kvfit/reuse.hpp"

namespace kvfit {

/// A workload and the spelling of its keys; the answer uses the same.
struct NamedWorkload {
    Workload workload;
    bool camelCase = false;
};

/// Reads one prefix-cache workload (keys in snake_case or camelCase), and all that is wrong with it.
Expected<NamedWorkload> readWorkload(std::string_view text);

/// The figures that the workload's engine and mode define.
void write(JsonText& out, const ReplayResult& result, const NamedWorkload& named);

}  // namespace kvfit
