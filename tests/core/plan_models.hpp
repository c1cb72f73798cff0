#pragma once

#include <optional>
#include <string>

#include "kvfit/plan.hpp"

// Models, hardware and scenarios for tests of planning.
namespace kvfit::plans {

inline std::vector<std::int64_t> layers(std::int64_t from, std::int64_t to, std::int64_t step = 1) {
    std::vector<std::int64_t> out;
    for (std::int64_t i = from; i < to; i += step) out.push_back(i);
    return out;
}

inline CachePart part(Kind kind, Role role, std::vector<std::int64_t> at, std::int64_t heads, std::int64_t key,
                      std::int64_t value) {
    CachePart p;
    p.kind = kind;
    p.role = role;
    p.layers = std::move(at);
    p.heads = heads;
    p.keyWidth = key;
    p.valueWidth = value;
    return p;
}

inline Architecture model(std::int64_t count, std::int64_t queryHeads, std::int64_t params) {
    Architecture a;
    a.name = "Test";
    a.layers = count;
    a.attentionHeads = queryHeads;
    a.hiddenSize = 4096;
    a.vocabSize = 128256;
    a.trainedContext = 131072;
    a.modelDtype = "bf16";
    a.weights.totalParams = params;
    a.weights.dtype = "bf16";
    return a;
}

/// 32 layers of 8 KV heads of 128, 8 G parameters.
inline Architecture dense() {
    Architecture a = model(32, 32, 8030261248);
    a.parts = {part(Kind::full, Role::kv, layers(0, 32), 8, 128, 128)};
    return a;
}

/// Five windows of 1,024 to one full layer.
inline Architecture windowed() {
    Architecture a = model(48, 16, 12000000000);
    std::vector<std::int64_t> full = layers(5, 48, 6);
    std::vector<std::int64_t> local;
    for (std::int64_t i = 0; i < 48; ++i)
        if (i % 6 != 5) local.push_back(i);
    a.parts = {part(Kind::window, Role::kv, local, 8, 256, 256), part(Kind::full, Role::kv, full, 8, 256, 256)};
    a.parts[0].window = 1024;
    return a;
}

/// A latent of 512 + 64 on every layer.
inline Architecture latent() {
    Architecture a = model(27, 16, 15700000000);
    a.parts = {part(Kind::latent, Role::latent, layers(0, 27), 1, 512, 0)};
    a.parts[0].ropeWidth = 64;
    return a;
}

/// Three layers of state to one of attention.
inline Architecture hybrid() {
    Architecture a = model(48, 16, 30000000000);
    std::vector<std::int64_t> state;
    for (std::int64_t i = 0; i < 48; ++i)
        if (i % 4 != 3) state.push_back(i);
    CachePart matrix = part(Kind::recurrent, Role::recurrent, state, 32, 128, 128);
    matrix.variant = "gdn";
    CachePart conv;
    conv.kind = Kind::conv;
    conv.role = Role::conv;
    conv.layers = state;
    conv.channels = 8192;
    conv.kernel = 4;
    conv.variant = "gdn";
    a.parts = {part(Kind::full, Role::kv, layers(3, 48, 4), 2, 256, 256), matrix, conv};
    return a;
}

inline Accelerators one(double gib) {
    Accelerator a;
    a.id = "card";
    a.name = "Card";
    a.soldGb = {gib, "test"};
    a.usableGib = {gib * 0.99, "test", "driver"};
    return {a, std::nullopt};
}

inline Scenario scenario(const char* engine, std::int64_t tokens, std::int64_t sequences = 1) {
    Scenario s;
    s.engine = engine;
    s.tokens = tokens;
    s.sequences = sequences;
    return s;
}

}  // namespace kvfit::plans
