#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace kvfit {

/// Layers of a speculative head: a number, or all that the configuration declares.
struct DraftLayers {
    std::int64_t count = 0;
    bool all = false;
};

/// One flat set of settings, shared by every view. An absent value takes the default documented at
/// its description (core/src/arch/scenario_keys.hpp), which also names unit and engine.
struct Scenario {
    template <class T>
    using Maybe = std::optional<T>;
    using Count = Maybe<std::int64_t>;
    using Real = Maybe<double>;
    using Flag = Maybe<bool>;
    using Text = Maybe<std::string>;

    // What is kept
    Count tokens;
    Count sequences;
    Text kvDtype, kDtype, vDtype, indexerDtype, stateDtype, convDtype;
    Flag includeState;
    Count stateCheckpointInterval;
    Maybe<DraftLayers> draftLayers;
    Count draftSlidingLayers;
    Flag mlaExpanded;
    Text draftConfig;

    // How it is divided
    Count tp, pp, dp, dcp;
    Flag attentionDp, expertParallel;
    Count speculativeTokens;

    // Engine and hardware
    Text engine, engineVersion;
    Count maxModelLen;
    Text hardware;
    Count hardwareCount, nodes;
    Count memoryBytes;
    Text accelerator;
    Text hardware2, accelerator2;
    Count hardwareCount2, memoryBytes2;
    Count usedMemoryBytes;
    Real memoryShare;
    Text slice;
    Text weightsDtype;
    Count sharedPrefixTokens;

    // Memory for the cache on one rank
    Count availableKvBytes;
    Real availableKvGib;
    Count availableKvDecimals;
    Count blockSize;

    // vLLM
    Count maxNumBatchedTokens, maxInFlightTokens, maxEncoderTokens;
    Flag prefixCaching;
    Text stateCacheMode;
    Flag hybridKvManager, chunkedLocalHybrid;
    Count numGpuBlocks, kvCacheMemoryBytes, maxNumSeqs;
    Real swapSpaceGib;
    Real gpuTotalGib, gpuMemoryUtilization, weightsGib, activationGib, nonTorchGib;
    Flag enforceEager;
    Count encoderCacheTokens;
    Count gpuTotalBytes, freeAtInitBytes, freeAfterProfileBytes, transientPeakBytes, cudaGraphBytes;

    // SGLang
    Count pageSize;
    Real swaFullTokensRatio;
    Flag radixCache;
    Count maxRunningRequests, chunkedPrefillSize;
    Flag overlap, speculative;
    Count maxTotalNumTokens, swaTotalNumTokens, maxMambaCacheSize;
    Real mambaFullMemoryRatio;
    Count stateSlotsPerRequest;
    Text mlaKvLayout;
    Flag allocateAllIndexers, countIndexer;
    Real freeBeforeLoadGib, freeAfterLoadGib, memFractionStatic;
    Count gpuTotalMib, cudaGraphMaxBs, prefillGraphSizes;

    // llama.cpp and Ollama
    Count ctx, nParallel;
    Flag kvUnified;
    Count nUbatch;
    Flag flashAttn, swaFull;
    Count nCtxPad, nRsSeq;
    Flag mlaStoreV;
    Real totalVramGib;
    Count mlaAttn;
    Real attnMaxBatchMib, computeBufferMib;
    Count nGpuLayers, nCpuMoe;
    Text tensorSplit;
    Flag kvOffload;
    Count fitTargetMib;

    // TensorRT-LLM, lmdeploy, host memory
    Count tokensPerBlock, maxTokens, numBlocks, kvBytesTotal;
    Real freeGpuMemoryFraction, freeMemoryGib;
    Count freeMemoryDecimals;
    Flag attentionWindows;
    Real crossKvCacheFraction;
    Count peakBytes, temporaryKvBytes, hostCacheBytes;
    Count freeMemoryBytes, stateBytes, runtimeBytes;
    Real cacheMaxEntryCount;
    Real hostMemoryPerRankGb, hostMemoryAvailableGb;
    Count offloadChunkTokens;
    Flag saveOnlyFirstRank;
};

}  // namespace kvfit
