#include <string>
#include <utility>

#include "arch/checks.hpp"
#include "base/text.hpp"
#include "engine/sglang/settings.hpp"

namespace kvfit::sglang {

namespace {

/// A ratio, which may be above 1.
void requireRatio(Errors& errors, const Scenario::Real& value, const char* field) {
    constexpr double most = 1000;
    if (!value || (*value > 0 && *value <= most)) return;
    errors.push_back({"out_of_range",
                      std::string("/") + field,
                      field,
                      std::string(field) + " is " + grouped(*value) + ", which is out of range",
                      "use a number above 0, at most " + grouped(most),
                      0,
                      0,
                      {{"value", grouped(*value)}, {"least", "0"}, {"most", grouped(most)}}});
}

Error unknownLayout(const std::string& layout) {
    return {"unknown_value",
            "/mlaKvLayout",
            "mlaKvLayout",
            "mlaKvLayout is \"" + shortened(layout) + "\"",
            "use tile_scaled or raw",
            0,
            0,
            {{"value", shortened(layout)}}};
}

}  // namespace

Errors checkSettings(const Scenario& s) {
    Errors errors;
    constexpr std::int64_t most = std::int64_t{1} << 40;
    requireRange(errors, s.pageSize, "pageSize", 1, 1 << 20);
    requireRange(errors, s.maxRunningRequests, "maxRunningRequests", 1, 1 << 24);
    requireRange(errors, s.maxMambaCacheSize, "maxMambaCacheSize", 1, 1 << 24);
    for (const auto& [value, field] : {std::pair{s.maxTotalNumTokens, "maxTotalNumTokens"},
                                       {s.swaTotalNumTokens, "swaTotalNumTokens"},
                                       {s.gpuTotalMib, "gpuTotalMib"},
                                       {s.cudaGraphMaxBs, "cudaGraphMaxBs"}})
        requireRange(errors, value, field, 1, most);
    requireRange(errors, s.prefillGraphSizes, "prefillGraphSizes", 0, most);
    requireRange(errors, s.stateSlotsPerRequest, "stateSlotsPerRequest", 1, 1 << 10);
    requireRange(errors, s.speculativeTokens, "speculativeTokens", 0, 1 << 16);
    if (s.chunkedPrefillSize != -1) requireRange(errors, s.chunkedPrefillSize, "chunkedPrefillSize", 1, most);
    requireShare(errors, s.swaFullTokensRatio, "swaFullTokensRatio");
    requireRatio(errors, s.mambaFullMemoryRatio, "mambaFullMemoryRatio");
    requireShare(errors, s.memFractionStatic, "memFractionStatic");
    const std::string layout = s.mlaKvLayout.value_or("");
    if (!layout.empty() && layout != "auto" && layout != "tile_scaled" && layout != "raw")
        errors.push_back(unknownLayout(layout));
    return errors;
}

}  // namespace kvfit::sglang
