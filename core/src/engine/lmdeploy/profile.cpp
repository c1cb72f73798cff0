#include "engine/lmdeploy/profile.hpp"

#include "engine/lmdeploy/size.hpp"

namespace kvfit::lmdeploy {

EngineProfile profile() {
    return {"lmdeploy",
            "LMDeploy",
            "block",
            {version()},
            {
                {"maxModelLen", "--session-len", "the model's trained context"},
                {"tp", "--tp", "1"},
                {"kvDtype", "--quant-policy", "none: the model's own type"},
                {"blockSize", "--cache-block-seq-len", "64"},
                {"cacheMaxEntryCount", "--cache-max-entry-count", "0.8 of the free memory"},
                {"numBlocks", "num_gpu_blocks", "none: from memory"},
                {"maxNumSeqs", "--max-batch-size", "128; 384 and 1024 on larger GPUs"},
                {"maxNumBatchedTokens", "--max-prefill-token-num", "8192"},
                {"prefixCaching", "--enable-prefix-caching", "off"},
            },
            apply};
}

}  // namespace kvfit::lmdeploy
