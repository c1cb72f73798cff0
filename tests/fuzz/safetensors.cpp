#include "ask.hpp"

// Any bytes as a safetensors header or index: weights, or an error that names what is wrong.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace kvfit;
    Session session;
    fuzz::result(session.open("safetensors", fuzz::text(data, size)));
    return 0;
}
