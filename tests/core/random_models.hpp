#pragma once

#include <algorithm>
#include <random>

#include "llamacpp_models.hpp"

// Seeded random models of every arrangement, for properties that any right set of rules has.
namespace kvfit::models {

class Random {
public:
    explicit Random(unsigned seed) : engine_(seed) {}
    std::int64_t from(std::int64_t least, std::int64_t most) {
        return least + static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(most - least + 1));
    }
    bool chance() { return engine_() % 2 == 0; }

private:
    std::mt19937 engine_;
};

inline Architecture randomModel(Random& random) {
    const std::int64_t layers = random.from(2, 64);
    const std::int64_t every = random.from(2, 6);
    const Layers global = where(layers, [&](std::int64_t i) { return i % every == every - 1; });
    const Layers local = where(layers, [&](std::int64_t i) { return i % every != every - 1; });
    const std::int64_t heads = std::int64_t{1} << random.from(0, 4);
    const std::int64_t width = 64 * random.from(1, 4);
    Architecture a;
    switch (global.empty() ? 0 : random.from(0, 6)) {
        case 0:
            a = model(layers, {attention(Kind::full, all(layers), heads, width, width)});
            break;
        case 1:
            a = model(layers, {attention(Kind::full, global, heads, width, width),
                               attention(Kind::window, local, heads * 2, width, width, random.from(1, 9000))});
            break;
        case 2:
            a = model(layers, {attention(Kind::full, global, heads, width, width),
                               attention(Kind::chunked, local, heads, width, width, 16 * random.from(1, 600))});
            break;
        case 3:
            a = model(layers, {latent(Kind::latent, all(layers), 512, 64), indexer(global, 128)});
            break;
        case 4:
            a = model(layers, {attention(Kind::full, global, heads, width, width), recurrent(local, 16, 128, 64),
                               conv(local, 16 * random.from(1, 500), 4)});
            a.parts[1].variant = a.parts[2].variant = random.chance() ? "gdn" : "mamba2";
            break;
        case 5:
            a = model(layers,
                      {latent(Kind::latent, global, 512, 64), recurrent(local, 16, 128, 128), conv(local, 6144, 4)});
            a.parts[1].variant = a.parts[2].variant = "kda";
            break;
        default:
            a = model(layers, {latent(Kind::window_latent, all(layers), 448, 64, 128),
                               latent(Kind::compressed, global, 448, 64, 0, 4),
                               latent(Kind::compressed, local, 448, 64, 0, 128), indexer(global, 128, 4)});
    }
    return a;
}

inline bool hasWindows(const Architecture& a) {
    return std::any_of(a.parts.begin(), a.parts.end(), [](const CachePart& p) { return p.kind == Kind::window; });
}

}  // namespace kvfit::models
