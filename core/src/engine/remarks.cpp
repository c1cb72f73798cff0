#include "engine/remarks.hpp"

#include "base/text.hpp"
#include "kvfit/dtype.hpp"

namespace kvfit {

Error keyAndValueDiffer(std::string_view stores, const Types& types) {
    const std::string key(types.key.dtype->name);
    const std::string value(types.value.dtype->name);
    return {"kv_types_differ",
            "/vDtype",
            "vDtype",
            std::string(stores) + ", but kDtype is " + key + " and vDtype " + value,
            "set both to the same type",
            0,
            0,
            {{"key", key}, {"value", value}}};
}

Error unknownRatio(std::int64_t ratio) {
    return {"unsupported_compression",
            "",
            "compress_ratios",
            "this engine compresses 4 or 128 tokens into one, not " + std::to_string(ratio),
            "choose another engine",
            0,
            0,
            {{"value", std::to_string(ratio)}}};
}

void warnAboveMaximum(const Scenario& scenario, std::int64_t maxModelLen, SizeResult& result) {
    if (!scenario.tokens || *scenario.tokens <= maxModelLen) return;
    const std::string tokens = grouped(static_cast<double>(*scenario.tokens));
    const std::string most = grouped(static_cast<double>(maxModelLen));
    result.warnings.push_back(
        {"tokens_above_max_model_len",
         tokens + " tokens is above the maximum length of " + most + "; the engine's figures are for the maximum",
         "tokens",
         {{"tokens", tokens}, {"most", most}}});
}

}  // namespace kvfit
