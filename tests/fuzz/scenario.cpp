#include "ask.hpp"

// Any text as a scenario, for a model with windows, states and latents: it is answered or refused by name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace kvfit;
    static Session session;
    static const int model = fuzz::openModel(session);
    const std::string_view scenario = fuzz::text(data, size);
    fuzz::result(session.call("size", model, scenario));
    session.curve(model, scenario, {1, 4096, 1e6});
    return 0;
}
