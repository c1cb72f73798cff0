#include "read/config/other_file.hpp"

#include <initializer_list>

#include "read/config/keys.hpp"
#include "read/config/nest.hpp"

namespace kvfit::config {

namespace {

/// What such a file may have of its own without being a model's.
enum class Holds { nothing, type, layers };

/// Keys by which a file is known: one of them being there.
struct Sign {
    const char* file;
    std::initializer_list<std::string_view> keys;
    const char* hint;
    Holds holds = Holds::nothing;
};

constexpr const char* beside = "take the config.json beside it";

// PEFT; diffusers; tokenizers; transformers (processors, generation); safetensors; AutoGPTQ; ModelOpt;
// Medusa; Ultravox, whose file names its language model; ONNX Runtime GenAI.
const Sign signs[] = {
    {"the adapter_config.json of an adapter", {"peft_type"}, "take the config.json of its base model", Holds::layers},
    {"the configuration of a diffusion model",
     {"_diffusers_version"},
     "a diffusion model keeps no KV cache",
     Holds::layers},
    {"a tokenizer.json", {"pre_tokenizer"}, beside},
    {"a tokenizer_config.json", {"added_tokens_decoder", "chat_template", "clean_up_tokenization_spaces"}, beside},
    {"a preprocessor_config.json",
     {"image_processor_type", "feature_extractor_type", "processor_class", "image_mean"},
     beside},
    {"a model.safetensors.index.json", {"weight_map"}, beside},
    {"the settings of a quantizer",
     {"quant_algo", "producer", "desc_act", "damp_percent"},
     "take the config.json beside it; where that has no quantization_config, add this file's settings to it as "
     "`quantization`"},
    {"the configuration of draft heads", {"medusa_num_heads"}, "take the config.json of the model that they draft for"},
    {"a configuration that only names its language model",
     {"text_model_id"},
     "take the config.json of that model",
     Holds::type},
    {"a genai_config.json", {"search"}, "take the config.json of the model that it was made from"},
    {"a generation_config.json", {"do_sample", "temperature", "top_p", "eos_token_id"}, beside},
};

}  // namespace

std::optional<Error> otherFile(const Json& root) {
    Report report;
    const Fields text = textModel(Fields(&root, "", report));
    const Holds has = text.has(keys::layerCount) || text.has(keys::decoderLayerCount) ? Holds::layers
                      : text.has(keys::modelType)                                     ? Holds::type
                                                                                      : Holds::nothing;
    for (const Sign& sign : signs) {
        if (has > sign.holds) continue;
        for (const std::string_view key : sign.keys)
            if (root.contains(std::string(key)))
                return Error{"other_file", child("", key), std::string(key),
                             std::string("this is not the config.json of a model, but ") + sign.file, sign.hint};
    }
    return std::nullopt;
}

}  // namespace kvfit::config
