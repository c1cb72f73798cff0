#include "reuse/traffic_shape.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/text.hpp"
#include "reuse/random.hpp"

namespace kvfit::reuse {

namespace {

constexpr double mostIds = 3e7;

class Checker {
public:
    template <class T>
    T read(const char* key, const Scenario::Maybe<T>& given, double standard, double least, double most) {
        const double value = given ? static_cast<double>(*given) : standard;
        if (value < least || value > most)
            refuse(key, std::string(key) + " is " + grouped(value), "use " + grouped(least) + " to " + grouped(most));
        return static_cast<T>(value);
    }
    void refuse(const char* key, const std::string& message, const std::string& hint) {
        errors.push_back({"out_of_range", std::string("/") + key, key, message, hint});
    }
    Errors errors;
};

std::vector<double> cumulative(std::vector<double> weights) {
    double sum = 0, before = 0;
    for (const double w : weights) sum += w;
    for (double& w : weights) w = before += w / sum;
    if (!weights.empty()) weights.back() = 1;
    return weights;
}

/// Numbers above 0 separated by commas; empty if it is anything else.
std::vector<double> numbers(const std::string& text) {
    std::vector<double> out;
    const char* at = text.c_str();
    while (true) {
        char* end = nullptr;
        const double value = std::strtod(at, &end);
        if (end == at || !(value > 0) || !(value < 1e15)) return {};
        out.push_back(value);
        while (*end == ' ') ++end;
        if (*end == '\0') return out;
        if (*end != ',') return {};
        at = end + 1;
    }
}

}  // namespace

Expected<TrafficShape> shapeOf(const Traffic& t) {
    Checker check;
    TrafficShape s;
    s.conversations = check.read("conversations", t.conversations, 1000, 1, 1e7);
    s.turns = check.read("turns", t.turns, 4, 1, 1e4);
    const std::int64_t systems = check.read("systemPrompts", t.systemPrompts, 4, 1, 1e5);
    s.systemTokens = check.read("systemPromptTokens", t.systemPromptTokens, 1024, 0, 1e7);
    s.newTokens = check.read("newTokens", t.newTokens, 256, 1, 1e7);
    s.outputTokens = check.read("outputTokens", t.outputTokens, 256, 1, 1e7);
    const std::int64_t documents = check.read("documents", t.documents, 0, 0, 1e6);
    s.documentTokens = check.read("documentTokens", t.documentTokens, 8192, 1, 1e7);
    s.documentShare = check.read("documentShare", t.documentShare, 1, 0, 1);
    const double exponent = check.read("zipfExponent", t.zipfExponent, 1, 0, 10);
    s.requestsPerSecond = check.read("requestsPerSecond", t.requestsPerSecond, 1, 1e-6, 1e6);
    s.thinkSeconds = check.read("thinkSeconds", t.thinkSeconds, 30, 0, 1e7);
    s.maxPromptTokens = check.read("maxPromptTokens", t.maxPromptTokens, 131072, 1, 1e8);
    s.blockSize = check.read("blockSize", t.blockSize, 16, 1, 1e6);
    s.seed = static_cast<std::uint64_t>(check.read("seed", t.seed, 1, 0, 9007199254740991.0));

    std::vector<double> shares(static_cast<std::size_t>(std::clamp<std::int64_t>(systems, 1, 100000)), 1);
    if (t.systemPromptShares) {
        shares = numbers(*t.systemPromptShares);
        if (static_cast<std::int64_t>(shares.size()) != systems)
            check.refuse("systemPromptShares", "systemPromptShares is \"" + shortened(*t.systemPromptShares) + "\"",
                         "give one number above 0 for each of the " + std::to_string(systems) + " system prompts");
    }
    // Ids that are held at once: those of the shared prefixes and of the open conversations.
    const double prefix =
        static_cast<double>(s.systemTokens) + (documents > 0 ? static_cast<double>(s.documentTokens) : 0);
    const double talks = static_cast<double>(s.conversations), size = static_cast<double>(s.blockSize);
    const double prefixes = std::min(talks, static_cast<double>(systems) * (1 + static_cast<double>(documents)));
    const double open = std::min(talks, 1 + s.requestsPerSecond * s.thinkSeconds);
    const double longest =
        std::min(static_cast<double>(s.maxPromptTokens), prefix + 4 * s.turns * (s.newTokens + s.outputTokens));
    if ((prefixes * prefix + open * longest) / size > mostIds ||
        static_cast<double>(s.maxPromptTokens) / size > mostIds)
        check.errors.push_back({"too_large", "", "conversations", "this traffic holds too many blocks at once",
                                "use fewer conversations, shorter texts or larger blocks"});
    if (!check.errors.empty()) return check.errors;
    s.systemShares = cumulative(std::move(shares));
    std::vector<double> popularity;
    for (std::int64_t k = 1; k <= documents; ++k)
        popularity.push_back(portableExp(-exponent * portableLog(static_cast<double>(k))));
    s.documentShares = cumulative(std::move(popularity));
    return s;
}

std::size_t pick(const std::vector<double>& shares, double at) {
    return static_cast<std::size_t>(std::lower_bound(shares.begin(), shares.end(), at) - shares.begin());
}

}  // namespace kvfit::reuse
