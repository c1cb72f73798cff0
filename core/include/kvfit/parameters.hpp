#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace kvfit {

/// What a group of weights does: whether quantizers touch it, and how engines divide it over ranks.
enum class ModuleKind : std::uint8_t {
    embedding,      ///< token embedding, and positions that are learnt
    head,           ///< output head, where it is not the embedding again
    attention,      ///< query and output projections
    key_value,      ///< key and value projections: ranks beyond the KV heads hold copies
    latent,         ///< down-projections to a latent and its query, whole on every rank
    indexer,        ///< projections of a sparse attention's index, whole on every rank
    state,          ///< projections of linear attention, state spaces and recurrences
    mlp,            ///< dense feed-forward layer
    shared_expert,  ///< experts that every token passes
    expert,         ///< routed experts: `copies` of them
    router,         ///< scores of the routed experts, whole on every rank
    norm,           ///< norms, biases, gates of a few elements: whole on every rank
    vision,         ///< towers of other modalities and their projectors
};

/// Weights of one kind and shape in a group of layers.
struct Module {
    ModuleKind kind = ModuleKind::norm;
    std::string name = {};                  ///< as a checkpoint calls it, e.g. `self_attn.q_proj`
    std::int64_t params = 0;                ///< of one copy
    std::int64_t copies = 1;                ///< routed experts
    std::int64_t heads = 0;                 ///< key_value: KV heads
    std::int64_t width = 0;                 ///< the dimension that tensor parallelism divides and kernels may pad
    std::vector<std::int64_t> layers = {};  ///< 0-based; empty: outside the layers
    bool draft = false;                     ///< belongs to a speculative head, loaded on request
    std::string dtype = {};                 ///< stored type; empty: the model's own
    std::map<std::string, std::string> sources = {};  ///< key -> JSON Pointer of what decided `params`
};

/// What the shape of the layers says beside the cache: for weights, and for the work space of a step.
struct Parameters {
    std::int64_t intermediateSize = 0;        ///< width of a dense feed-forward layer
    std::int64_t expertIntermediateSize = 0;  ///< width of a routed expert
    std::int64_t experts = 0;                 ///< routed experts of a layer
    std::int64_t expertsPerToken = 0;
    std::int64_t visionParams = 0;                    ///< of all towers and projectors
    std::int64_t headWidth = 0;                       ///< of a query head; latents: what it is expanded to
    std::int64_t rotaryElements = 0;                  ///< of the tables of sines and cosines, all positions
    std::string quantization = {};                    ///< stored type of quantized modules, empty: none
    std::vector<Module> modules = {};                 ///< empty: the file does not say enough to count
    std::map<std::string, std::string> sources = {};  ///< field -> JSON Pointer
};

}  // namespace kvfit
