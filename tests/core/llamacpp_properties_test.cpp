#include <doctest/doctest.h>

#include <random>

#include "answers.hpp"
#include "engine/llamacpp/allocation.hpp"
#include "engine/llamacpp/budget.hpp"
#include "llamacpp_models.hpp"

// What any right allocation obeys, on seeded random models and settings.
using namespace kvfit;
using namespace kvfit::test;

namespace {

class Random {
public:
    explicit Random(unsigned seed) : engine_(seed) {}
    std::int64_t upTo(std::int64_t most) { return from(1, most); }
    std::int64_t from(std::int64_t least, std::int64_t most) {
        return least + static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(most - least + 1));
    }
    bool chance() { return engine_() % 2 == 0; }

private:
    std::mt19937 engine_;
};

/// Whole blocks of every type in every row.
Architecture randomModel(Random& random) {
    const std::int64_t layers = random.upTo(12);
    std::vector<CachePart> parts;
    const auto some = [&] {
        models::Layers chosen = models::where(layers, [&](std::int64_t) { return random.chance(); });
        return chosen.empty() ? models::Layers{0} : chosen;
    };
    const auto width = [&] { return 32 * random.upTo(8); };
    // Arguments of one call are evaluated in an order that compilers choose: each draw has a name.
    const auto attention = [&](Kind kind, std::int64_t mostHeads, std::int64_t mostWindow = 0) {
        const models::Layers chosen = some();
        const std::int64_t heads = random.upTo(mostHeads), key = width(), value = width();
        return models::attention(kind, chosen, heads, key, value, mostWindow ? random.upTo(mostWindow) : 0);
    };
    const auto indexer = [&](std::int64_t ratio) {
        const models::Layers chosen = some();
        return models::indexer(chosen, width(), ratio);
    };
    switch (random.from(0, 3)) {
        case 0:
            parts.push_back(attention(Kind::full, 8));
            parts.push_back(attention(Kind::window, 8, 5000));
            break;
        case 1:
            parts.push_back(models::latent(Kind::latent, models::all(layers), width(), 64));
            parts.push_back(indexer(1));
            break;
        case 2: {
            const std::int64_t window = random.upTo(300), ratio = random.from(2, 130);
            const models::Layers compressed = some();
            parts.push_back(models::latent(Kind::window_latent, models::all(layers), width(), 64, window));
            parts.push_back(models::latent(Kind::compressed, compressed, width(), 64, 0, ratio));
            parts.push_back(indexer(random.from(2, 16)));
            break;
        }
        default:
            // An index cache beside heads takes the model's head width: both kinds have the same.
            parts.push_back(attention(Kind::chunked, 8, 9000));
            parts.push_back(parts.back());
            parts.back().kind = Kind::full;
            parts.back().layers = some();
            parts.back().window = 0;
            parts.push_back(indexer(1));
    }
    if (random.chance()) {
        const models::Layers stateful = some(), convolved = some();
        const std::int64_t heads = random.upTo(16), rows = random.upTo(128), columns = random.upTo(128);
        parts.push_back(models::recurrent(stateful, heads, rows, columns));
        const std::int64_t channels = random.upTo(4096);
        parts.push_back(models::conv(convolved, channels, random.from(2, 8)));
    }
    return models::model(layers, parts);
}

Scenario randomScenario(Random& random) {
    constexpr const char* types[] = {"f32", "f16", "bf16", "q8_0", "q4_0", "q4_1", "iq4_nl", "q5_0", "q5_1"};
    Scenario s;
    s.engine = random.chance() ? "llama.cpp" : "ollama";
    s.kvDtype = types[random.from(0, 8)];
    s.nParallel = random.upTo(6);
    s.kvUnified = random.chance();
    s.tokens = random.upTo(30000);
    s.sequences = random.upTo(*s.nParallel);
    s.ctx = *s.tokens * *s.nParallel + random.from(0, 3000);
    s.nUbatch = 64 * random.upTo(32);
    s.flashAttn = findDtype(*s.kvDtype)->elements > 1 || random.chance();
    s.swaFull = random.from(0, 4) == 0;
    s.nRsSeq = random.from(0, 2);
    return s;
}

llamacpp::Settings settingsOf(const Architecture& a, const Scenario& s) {
    const auto program = *s.engine == "ollama" ? llamacpp::Program::ollama : llamacpp::Program::llama;
    return llamacpp::settingsOf(a, s, program, *s.tokens);
}

std::int64_t reserved(const Architecture& a, const Scenario& s) {
    return sized(a, s).figures.at("reservedBytes").bytes;
}

/// Payload at the types that llama.cpp stores.
std::int64_t payload(const Architecture& a, Scenario s) {
    s.engine = "payload";
    s.indexerDtype = s.kvDtype;
    s.stateDtype = s.convDtype = "f32";
    return sized(a, s).payloadBytes;
}

template <class Check>
void forRandom(unsigned seed, Check check) {
    Random random(seed);
    for (int i = 0; i < 300; ++i) {
        CAPTURE(i);
        const Architecture a = randomModel(random);
        const Scenario s = randomScenario(random);
        check(a, s);
    }
}

}  // namespace

TEST_CASE("reserved >= live >= payload") {
    forRandom(1, [](const Architecture& a, const Scenario& s) {
        const SizeResult r = sized(a, s);
        const std::int64_t live = r.figures.at("liveBytes").bytes;
        CHECK(r.figures.at("reservedBytes").bytes >= live);
        CHECK(live >= payload(a, s));
        CHECK(r.figures.at("paddingBytes").bytes >= 0);
    });
}

TEST_CASE("Every figure is the value of its equation") {
    forRandom(2, [](const Architecture& a, const Scenario& s) { checkEquations(sized(a, s)); });
}

TEST_CASE("Parts add up to the context, and content and padding to what is reserved") {
    forRandom(3, [](const Architecture& a, const Scenario& s) {
        const SizeResult r = sized(a, s);
        const auto m = [&](const char* name) { return std::get<std::int64_t>(r.metrics.at(name)); };
        CHECK(m("kvBytesTotal") == m("kBytes") + m("vBytes"));
        CHECK(m("kvBytesTotal") == m("attentionKvBytes") + m("indexerBytes"));
        CHECK(m("contextBytes") == m("kvBytesTotal") + m("stateBytes"));
        CHECK(m("contextBytes") == r.figures.at("reservedBytes").bytes);
        CHECK(m("recurrentBytes") == m("convStateBytes") + m("ssmStateBytes"));

        const llamacpp::Settings settings = settingsOf(a, s);
        const Exact content = totalOf(allocateAll<Exact>(settings, llamacpp::Holding::content, settings.ctx));
        CHECK(content.value + r.figures.at("paddingBytes").bytes == m("contextBytes"));
    });
}

TEST_CASE("More context, slots, sequences or tokens never take less") {
    forRandom(4, [](const Architecture& a, const Scenario& s) {
        Scenario more = s;
        more.ctx = *s.ctx + 257;
        CHECK(reserved(a, more) >= reserved(a, s));
        more = s;
        more.tokens = *s.tokens + 1;
        CHECK(sized(a, more).figures.at("liveBytes").bytes >= sized(a, s).figures.at("liveBytes").bytes);
        more = s;
        more.sequences = *s.sequences + 1;
        CHECK(sized(a, more).figures.at("liveBytes").bytes >= sized(a, s).figures.at("liveBytes").bytes);
        more = s;
        more.nParallel = *s.nParallel * 2;
        more.ctx = *s.ctx * 2;
        CHECK(reserved(a, more) >= reserved(a, s));
    });
}

TEST_CASE("No layer is lost: a part's bytes grow by a layer's share") {
    forRandom(5, [](const Architecture& a, const Scenario& s) {
        Architecture more = a;
        for (CachePart& part : more.parts) part.layers.push_back(more.layers);
        std::int64_t share = 0;
        const llamacpp::Settings settings = settingsOf(a, s);
        for (const auto& one : llamacpp::allocateAll<Exact>(settings, llamacpp::Holding::content, *s.ctx))
            share += (one.k.value + (one.v ? one.v->value : 0)) / one.part->layerCount();
        CHECK(reserved(more, s) - reserved(a, s) >= share);
    });
}

TEST_CASE("The longest context fits and the next one does not") {
    forRandom(6, [](const Architecture& a, const Scenario& s) {
        const llamacpp::Settings settings = settingsOf(a, s);
        const auto bytes = [&](std::int64_t ctx) {
            return totalOf(llamacpp::allocateAll<Exact>(settings, llamacpp::Holding::reserved, ctx)).value;
        };
        const std::int64_t available = bytes(*s.ctx) + 12345;
        const std::int64_t longest = llamacpp::longestContext(settings, available);
        CHECK(bytes(longest) <= available);
        CHECK(bytes(longest + 256) > available);
        CHECK(longest + 256 > *s.ctx);
    });
}
