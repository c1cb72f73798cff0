#pragma once

#include <string>
#include <utility>
#include <vector>

#include "kvfit/architecture.hpp"

// Published geometries as cache parts, for tests of the llama.cpp rules.
namespace kvfit::models {

using Layers = std::vector<std::int64_t>;

/// Layers 0 to count - 1 whose index passes `test`.
template <class Test>
Layers where(std::int64_t count, Test test) {
    Layers out;
    for (std::int64_t i = 0; i < count; ++i)
        if (test(i)) out.push_back(i);
    return out;
}

inline Layers all(std::int64_t count) {
    return where(count, [](std::int64_t) { return true; });
}

inline CachePart attention(Kind kind, Layers layers, std::int64_t heads, std::int64_t key, std::int64_t value,
                           std::int64_t window = 0) {
    CachePart p;
    p.kind = kind;
    p.role = Role::kv;
    p.layers = std::move(layers);
    p.heads = heads;
    p.keyWidth = key;
    p.valueWidth = value;
    p.window = window;
    return p;
}

inline CachePart latent(Kind kind, Layers layers, std::int64_t width, std::int64_t rope, std::int64_t window = 0,
                        std::int64_t ratio = 1) {
    CachePart p;
    p.kind = kind;
    p.role = Role::latent;
    p.layers = std::move(layers);
    p.keyWidth = width;
    p.ropeWidth = rope;
    p.window = window;
    p.ratio = ratio;
    return p;
}

inline CachePart indexer(Layers layers, std::int64_t width, std::int64_t ratio = 1) {
    CachePart p = latent(Kind::indexer, std::move(layers), width, 0, 0, ratio);
    p.role = Role::indexer;
    return p;
}

inline CachePart recurrent(Layers layers, std::int64_t heads, std::int64_t rows, std::int64_t columns) {
    CachePart p = attention(Kind::recurrent, std::move(layers), heads, rows, columns);
    p.role = Role::recurrent;
    return p;
}

inline CachePart conv(Layers layers, std::int64_t channels, std::int64_t kernel) {
    CachePart p;
    p.kind = Kind::conv;
    p.role = Role::conv;
    p.layers = std::move(layers);
    p.channels = channels;
    p.kernel = kernel;
    return p;
}

inline Architecture model(std::int64_t layers, std::vector<CachePart> parts) {
    Architecture a;
    a.layers = layers;
    a.parts = std::move(parts);
    return a;
}

inline Architecture llama8b() { return model(32, {attention(Kind::full, all(32), 8, 128, 128)}); }

inline Architecture gemma3of27b() {
    const auto global = [](std::int64_t i) { return i % 6 == 5; };
    return model(62,
                 {attention(Kind::full, where(62, global), 16, 128, 128),
                  attention(Kind::window, where(62, [&](std::int64_t i) { return !global(i); }), 16, 128, 128, 1024)});
}

inline Architecture gptOss120b() {
    return model(36, {attention(Kind::window, where(36, [](std::int64_t i) { return i % 2 == 0; }), 8, 64, 64, 128),
                      attention(Kind::full, where(36, [](std::int64_t i) { return i % 2 == 1; }), 8, 64, 64)});
}

inline Architecture llama4Scout() {
    const auto full = [](std::int64_t i) { return i % 4 == 3; };
    return model(48,
                 {attention(Kind::full, where(48, full), 8, 128, 128),
                  attention(Kind::chunked, where(48, [&](std::int64_t i) { return !full(i); }), 8, 128, 128, 8192)});
}

inline Architecture mimoV2Flash() {
    const auto full = [](std::int64_t i) { return i % 6 == 0 || i == 47; };
    return model(48, {attention(Kind::full, where(48, full), 4, 192, 128),
                      attention(Kind::window, where(48, [&](std::int64_t i) { return !full(i); }), 8, 192, 128, 128)});
}

inline Architecture deepSeekV3() { return model(61, {latent(Kind::latent, all(61), 512, 64)}); }

inline Architecture deepSeekV32() {
    Architecture a = deepSeekV3();
    a.parts.push_back(indexer(all(61), 128));
    return a;
}

inline Architecture deepSeekV4Flash() {
    const auto fine = where(43, [](std::int64_t i) { return i >= 2 && i % 2 == 0; });
    const auto coarse = where(43, [](std::int64_t i) { return i >= 2 && i % 2 == 1; });
    return model(43, {latent(Kind::window_latent, all(43), 448, 64, 128), latent(Kind::compressed, fine, 448, 64, 0, 4),
                      latent(Kind::compressed, coarse, 448, 64, 0, 128), indexer(fine, 128, 4)});
}

inline Architecture miniMaxM3() {
    return model(60, {attention(Kind::full, all(60), 4, 128, 128),
                      indexer(where(60, [](std::int64_t i) { return i >= 3; }), 128)});
}

inline Architecture qwen3Next80b() {
    const auto full = [](std::int64_t i) { return i % 4 == 3; };
    const Layers linear = where(48, [&](std::int64_t i) { return !full(i); });
    return model(48, {attention(Kind::full, where(48, full), 2, 256, 256), recurrent(linear, 32, 128, 128),
                      conv(linear, 8192, 4)});
}

inline Architecture mamba2of2700m() { return model(64, {recurrent(all(64), 80, 64, 128), conv(all(64), 5376, 4)}); }

}  // namespace kvfit::models
