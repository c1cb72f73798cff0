#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/json.hpp"
#include "kvfit/api.hpp"

// What every fuzz target holds of the core: it answers with JSON that is a result or names what is wrong.
namespace kvfit::fuzz {

inline std::string_view text(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

/// The result, or null where the core refused.
inline Json result(const std::string& answer) {
    const Json json = Json::parse(answer, nullptr, false);
    if (json.is_discarded()) std::abort();
    if (json["ok"] == true) return json["result"];
    const Json& error = json["errors"][0];
    if (error["code"].empty() || error["message"].empty()) std::abort();
    return nullptr;
}

/// The handle of a model that what is fuzzed is asked of.
inline int openModel(Session& session) {
    return result(session.open("config", R"({
        "model_type": "llama", "num_hidden_layers": 32, "hidden_size": 4096, "num_attention_heads": 32,
        "num_key_value_heads": 8, "max_position_embeddings": 131072, "torch_dtype": "bfloat16"})"))["handle"]
        .get<int>();
}

}  // namespace kvfit::fuzz
