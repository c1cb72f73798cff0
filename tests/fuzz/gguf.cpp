#include "ask.hpp"

// Any bytes as the head of a GGUF file: they are read or refused by name, llama.cpp answers for the
// model, and what was read is itself a model.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace kvfit;
    Session session;
    const Json model = fuzz::result(session.open("gguf", fuzz::text(data, size)));
    if (model.is_null()) return 0;
    fuzz::result(session.call("size", model["handle"].get<int>(), R"({"engine":"llama.cpp","tokens":5000})"));
    if (fuzz::result(session.open("architecture", model["architecture"].dump())).is_null()) std::abort();
    return 0;
}
