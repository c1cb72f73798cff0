#include "read/config/nest.hpp"

#include "read/config/keys.hpp"

namespace kvfit::config {

namespace {

// Where multimodal files keep their language model: transformers (text_config), InternVL (llm_config),
// Qwen-Omni (thinker_config.text_config), DeepSeek-VL and Janus (language_config), T5Gemma (decoder),
// draft models of vLLM speculators (transformer_layer_config), others. TensorRT-LLM's engines keep the
// checkpoint's (pretrained_config), MLC's chat configuration the model's (model_config); models that only
// speak (talker_config), Moondream 3 (config.text).
constexpr keys::Key nests[] = {"text_config",
                               "llm_config",
                               "thinker_config",
                               "language_config",
                               "language_model",
                               "lm_config",
                               "llm",
                               "text_model",
                               "decoder_config",
                               "decoder",
                               "llama_config",
                               "transformer_layer_config",
                               "pretrained_config",
                               "model_config",
                               "talker_config",
                               "config",
                               "text"};

}  // namespace

Fields textModel(const Fields& file) {
    Fields at = file;
    for (int depth = 0; depth < 4; ++depth) {
        bool deeper = false;
        for (const keys::Key& nest : nests) {
            const Node inner = at.find(Names(&nest, 1));
            if (!inner || !inner.value->is_object()) continue;
            at = Fields(inner.value, inner.source, file.report());
            deeper = true;
            break;
        }
        if (!deeper) break;
    }
    return at;
}

}  // namespace kvfit::config
