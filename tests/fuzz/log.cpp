#include "ask.hpp"

// Any bytes as a log, in two pieces: it is read or not recognised, and what was read is explained or refused by name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace kvfit;
    static Session session;
    static const int model = fuzz::openModel(session);
    const int log = fuzz::result(session.open("log", ""))["handle"].get<int>();
    const std::string_view text = fuzz::text(data, size);
    session.feed(log, text.substr(0, size / 2));
    session.feed(log, text.substr(size / 2));
    const Json reading = fuzz::result(session.next(log, ""));
    session.close(log);
    if (reading.is_null()) return 0;
    Json scenario = Json::object();
    for (const Json& setting : reading["settings"]) scenario[setting["key"].get<std::string>()] = setting["value"];
    const Json request = {{"reading", reading}, {"scenario", scenario}};
    fuzz::result(session.call("explain", model, request.dump(-1, ' ', false, Json::error_handler_t::replace)));
    if (!reading["metadata"].get<std::string>().empty())
        session.open("ggufMetadata", reading["metadata"].get<std::string>());
    return 0;
}
