#include <emscripten/bind.h>

#include "kvfit/api.hpp"

// The whole boundary: free functions with integer handles, text as UTF-8 bytes, JSON answers.
namespace {

kvfit::Session& session() {
    static kvfit::Session one;
    return one;
}

std::string open(const std::string& kind, const std::string& text) { return session().open(kind, text); }

void close(int handle) { session().close(handle); }

/// The chunk is copied straight into memory of the core: embind would convert it byte by byte.
bool feed(int handle, const emscripten::val& chunk) {
    std::string bytes(chunk["length"].as<std::size_t>(), '\0');
    emscripten::val(emscripten::typed_memory_view(bytes.size(), bytes.data())).call<void>("set", chunk);
    return session().feed(handle, bytes);
}

std::string next(int handle, const std::string& problem) { return session().next(handle, problem); }

std::string call(const std::string& name, int handle, const std::string& scenario) {
    return session().call(name, handle, scenario);
}

std::string describe(const std::string& what) { return session().describe(what); }

// The lengths come in and the bytes go out as one copied array; an error is a string instead.
emscripten::val curve(int handle, const std::string& scenario, const emscripten::val& tokens) {
    const std::vector<double> bytes =
        session().curve(handle, scenario, emscripten::convertJSArrayToNumberVector<double>(tokens));
    if (!session().lastError().empty()) return emscripten::val(session().lastError());
    return emscripten::val(emscripten::typed_memory_view(bytes.size(), bytes.data())).call<emscripten::val>("slice");
}

}  // namespace

EMSCRIPTEN_BINDINGS(kvfit) {
    emscripten::function("open", &open);
    emscripten::function("close", &close);
    emscripten::function("call", &call);
    emscripten::function("feed", &feed);
    emscripten::function("next", &next);
    emscripten::function("describe", &describe);
    emscripten::function("curve", &curve);
}
