#include "engine/tensorrtllm/versions.hpp"

#include "base/text.hpp"

namespace kvfit::tensorrtllm {

// Rounding: BaseKVCacheManager::calculateMaxNumBlocks (ceilDiv) in cpp/tensorrt_llm/batch_manager/
// kvCacheManager.cpp and calculate_max_num_blocks in tensorrt_llm/_torch/pyexecutor/resource_manager.py,
// which rounds up in 2025 and down @001541bad. Shares: calculateWindowSizeToShare of the first file, and
// calculate_max_num_blocks_for_vswa of the second @001541bad. Logs of 0.8, 0.13 and of the PyTorch backend
// of July 2025 show the rounding; the boundary at 1.2 is that of the files, not of a log.
// Windows: KVCacheManager.__init__ of resource_manager.py, 1.0 and 1.1, takes max_seq_len for every layer where
// kv_cache_config.max_attention_window is not given, and _get_cache_size_per_token of _util.py counts them so; a log of
// 1.1.0rc3 with gpt-oss-120b prints 73,728 bytes a token, those of all 36 layers at full length.
const std::vector<Rules>& rules() {
    static const std::vector<Rules> table = {
        {release(0, 0),
         {"0.8", "C++ runtime, 0.5 to 0.21", "logs of 0.8 and 0.13, read 2026-11-29"},
         true,
         false,
         false},
        {release(1, 0),
         {"1.0", "PyTorch backend, 1.0 and 1.1", "log of July 2025, read 2026-11-29"},
         true,
         false,
         false},
        {release(1, 2), {"1.2", "1.2 and later", "source @001541bad, read 2026-11-29"}, false, true, true},
    };
    return table;
}

const Rules& rulesFor(const Scenario& scenario, Notes& notes) {
    const std::string text = scenario.engineVersion.value_or("");
    if (text.empty()) return rules().back();
    // The backend named without a release: the rules that its logs show.
    if (text.substr(0, 7) == "PyTorch") return rules()[1];
    if (const std::optional<Release> named = readRelease(text)) {
        const Rules* found = &rules().front();
        for (const Rules& r : rules())
            if (r.since <= *named) found = &r;
        return *found;
    }
    notes.push_back({"engine_version_unknown",
                     "\"" + shortened(text) + "\" is not a known version of TensorRT-LLM; the newest rules are used",
                     "engineVersion",
                     {{"value", shortened(text)}, {"used", std::string(rules().back().version.id)}}});
    return rules().back();
}

}  // namespace kvfit::tensorrtllm
