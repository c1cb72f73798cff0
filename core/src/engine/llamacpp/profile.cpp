#include "engine/llamacpp/profile.hpp"

#include "engine/llamacpp/room.hpp"
#include "engine/llamacpp/size.hpp"
#include "engine/llamacpp/versions.hpp"

namespace kvfit::llamacpp {

namespace {

std::vector<EngineSetting> settings(bool ollama) {
    std::vector<EngineSetting> all = {
        {"ctx", "-c", "the model's trained context"},
        {"nParallel", "-np", "4 in llama-server"},
        {"kvUnified", "-kvu", "on where -np is automatic"},
        {"nUbatch", "-ub", "512"},
        {"kDtype", "-ctk", "f16"},
        {"vDtype", "-ctv", "f16"},
        {"flashAttn", "-fa", "auto"},
        {"swaFull", "--swa-full", "off"},
        {"draftLayers", "-md", "none"},
        {"nRsSeq", "", "0"},
    };
    if (!ollama) return all;
    return {
        {"ctx", "num_ctx x OLLAMA_NUM_PARALLEL", "4,096, 32,768 from 23 GiB, 262,144 from 47 GiB of device memory"},
        {"nParallel", "OLLAMA_NUM_PARALLEL", "1"},
        {"kvDtype", "OLLAMA_KV_CACHE_TYPE", "f16"},
        {"flashAttn", "OLLAMA_FLASH_ATTENTION", "auto"},
        {"nUbatch", "num_batch", "512"},
        {"totalVramGib", "", "all devices, less OLLAMA_GPU_OVERHEAD"},
    };
}

}  // namespace

EngineProfile llamaProfile() {
    std::vector<EngineVersion> versions;
    for (const VersionRules& rules : versionRules()) versions.push_back(rules.version);
    return {"llama.cpp", "llama.cpp", "cell", versions, settings(false), applyLlama, roomLlama};
}

EngineProfile ollamaProfile() {
    return {"ollama", "Ollama", "cell", {ollamaVersion()}, settings(true), applyOllama, roomOllama};
}

}  // namespace kvfit::llamacpp
