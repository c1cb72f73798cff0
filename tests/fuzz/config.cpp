#include <iterator>

#include "ask.hpp"

// Any text as a config.json: it is read or refused by name, an engine (another for each length of text) answers for it,
// and the architecture that came out of it is itself a model with the same payload.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace kvfit;
    Session session;
    const Json model = fuzz::result(session.open("config", fuzz::text(data, size)));
    if (model.is_null()) return 0;
    const int handle = model["handle"].get<int>();
    const Json payload = fuzz::result(session.call("size", handle, R"({"tokens":5000,"sequences":3})"));
    constexpr const char* engines[] = {"vllm", "sglang", "tensorrt-llm", "llama.cpp", "ollama", "lmdeploy"};
    const std::string engine = engines[size % std::size(engines)];
    fuzz::result(session.call("size", handle, R"({"tokens":5000,"tp":2,"engine":")" + engine + "\"}"));

    const Json again = fuzz::result(session.open("architecture", model["architecture"].dump()));
    if (again.is_null()) std::abort();
    const Json same =
        fuzz::result(session.call("size", again["handle"].get<int>(), R"({"tokens":5000,"sequences":3})"));
    if (payload.is_null() != same.is_null()) std::abort();
    if (!payload.is_null() && payload["payloadBytes"] != same["payloadBytes"]) std::abort();
    return 0;
}
