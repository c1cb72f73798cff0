#include "ask.hpp"

// Any text as the keys of a GGUF file.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace kvfit;
    Session session;
    const Json model = fuzz::result(session.open("ggufMetadata", fuzz::text(data, size)));
    if (model.is_null()) return 0;
    fuzz::result(session.call("size", model["handle"].get<int>(), R"({"engine":"ollama","ctx":5000,"nParallel":3})"));
    if (fuzz::result(session.open("architecture", model["architecture"].dump())).is_null()) std::abort();
    return 0;
}
