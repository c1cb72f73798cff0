#include <string>
#include <utility>

#include "arch/checks.hpp"
#include "base/text.hpp"
#include "engine/sglang/settings.hpp"

namespace kvfit::sglang {

namespace {

/// A share or a factor: above `least`, at most `most`.
void requireReal(Errors& errors, const Scenario::Real& value, const char* field, double least, double most) {
    if (!value || (*value > least && *value <= most)) return;
    errors.push_back({"out_of_range",
                      std::string("/") + field,
                      field,
                      std::string(field) + " is " + grouped(*value) + ", which is out of range",
                      "use a number above " + grouped(least) + ", at most " + grouped(most),
                      0,
                      0,
                      {{"value", grouped(*value)}, {"least", grouped(least)}, {"most", grouped(most)}}});
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
    constexpr double mostGib = 1 << 22;
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
    requireReal(errors, s.swaFullTokensRatio, "swaFullTokensRatio", 0, 1);
    requireReal(errors, s.mambaFullMemoryRatio, "mambaFullMemoryRatio", 0, 1000);
    requireReal(errors, s.memFractionStatic, "memFractionStatic", 0, 1);
    requireReal(errors, s.freeBeforeLoadGib, "freeBeforeLoadGib", 0, mostGib);
    requireReal(errors, s.freeAfterLoadGib, "freeAfterLoadGib", 0, mostGib);
    requireReal(errors, s.availableKvGib, "availableKvGib", -1, mostGib);
    const std::string layout = s.mlaKvLayout.value_or("");
    if (!layout.empty() && layout != "auto" && layout != "tile_scaled" && layout != "raw")
        errors.push_back(unknownLayout(layout));
    return errors;
}

}  // namespace kvfit::sglang
