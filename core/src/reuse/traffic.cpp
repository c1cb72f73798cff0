#include "kvfit/traffic.hpp"

#include <algorithm>
#include <map>
#include <queue>
#include <vector>

#include "reuse/random.hpp"
#include "reuse/traffic_shape.hpp"

namespace kvfit {

namespace {

/// A conversation between two turns: the ids of its whole blocks and the tokens behind the last one.
struct Talk {
    std::int64_t number = 0, tokens = 0;
    double nextMs = 0;
    std::vector<std::uint64_t> blocks;

    bool operator<(const Talk& o) const {  // the earliest is on top of the queue
        return nextMs != o.nextMs ? nextMs > o.nextMs : number > o.number;
    }
};

constexpr std::size_t piece = 256 * 1024;

}  // namespace

struct TrafficWriter::State {
    explicit State(reuse::TrafficShape s) : shape(std::move(s)), random(shape.seed) { startMs = gap(); }

    reuse::TrafficShape shape;
    reuse::Random random;
    std::priority_queue<Talk> open;
    std::int64_t begun = 0;
    double startMs = 0;  ///< When the next conversation begins.
    std::uint64_t nextId = 0;
    std::map<std::pair<std::size_t, std::size_t>, std::vector<std::uint64_t>> prefixes;

    double gap() { return random.exponential(1000 * shape.turns / shape.requestsPerSecond); }

    std::int64_t length(double mean) {
        return std::max<std::int64_t>(1, static_cast<std::int64_t>(random.exponential(mean) + 0.5));
    }

    /// Ids of the whole blocks of a system prompt, or of a document behind it.
    const std::vector<std::uint64_t>& prefix(std::size_t system, std::size_t document) {
        std::vector<std::uint64_t>& ids = prefixes[{system, document}];
        if (!ids.empty()) return ids;
        if (document > 0) ids = prefix(system, 0);
        const std::int64_t tokens = shape.systemTokens + (document > 0 ? shape.documentTokens : 0);
        while (static_cast<std::int64_t>(ids.size()) < tokens / shape.blockSize) ids.push_back(nextId++);
        return ids;
    }

    void begin() {
        Talk talk;
        talk.number = begun++;
        talk.nextMs = startMs;
        const std::size_t system = reuse::pick(shape.systemShares, random.unit());
        const bool reads = !shape.documentShares.empty() && random.unit() <= shape.documentShare;
        const std::size_t document = reads ? 1 + reuse::pick(shape.documentShares, random.unit()) : 0;
        talk.blocks = prefix(system, document);
        talk.tokens = shape.systemTokens + (reads ? shape.documentTokens : 0);
        startMs += gap();
        open.push(std::move(talk));
    }

    void extend(Talk& talk, std::int64_t tokens) {
        talk.tokens += tokens;
        while (static_cast<std::int64_t>(talk.blocks.size()) < talk.tokens / shape.blockSize)
            talk.blocks.push_back(nextId++);
    }

    void write(std::string& out, const Talk& talk, std::int64_t answer) {
        out += "{\"timestamp\": " + std::to_string(static_cast<std::int64_t>(talk.nextMs)) +
               ", \"session_id\": " + std::to_string(talk.number) +
               ", \"input_length\": " + std::to_string(talk.tokens) + ", \"output_length\": " + std::to_string(answer) +
               ", \"block_size\": " + std::to_string(shape.blockSize) + ", \"hash_ids\": [";
        const char* comma = "";
        for (const std::uint64_t id : talk.blocks) {
            out += comma + std::to_string(id);
            comma = ", ";
        }
        // The last block is not whole; another turn fills it with other tokens.
        if (talk.tokens % shape.blockSize != 0) out += comma + std::to_string(nextId++);
        out += "]}\n";
    }

    /// False at the end.
    bool turn(std::string& out) {
        while (begun < shape.conversations && (open.empty() || startMs <= open.top().nextMs)) begin();
        if (open.empty()) return false;
        Talk talk = open.top();
        open.pop();
        extend(talk, length(shape.newTokens));
        if (talk.tokens > shape.maxPromptTokens) return true;
        const std::int64_t answer = length(shape.outputTokens);
        write(out, talk, answer);
        if (random.unit() * shape.turns <= 1) return true;
        extend(talk, answer);
        talk.nextMs += random.exponential(1000 * shape.thinkSeconds);
        open.push(std::move(talk));
        return true;
    }
};

TrafficWriter::TrafficWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
TrafficWriter::~TrafficWriter() = default;
TrafficWriter::TrafficWriter(TrafficWriter&&) noexcept = default;

Expected<TrafficWriter> TrafficWriter::of(const Traffic& traffic) {
    Expected<reuse::TrafficShape> shape = reuse::shapeOf(traffic);
    if (!shape) return shape.errors();
    return TrafficWriter(std::make_unique<State>(std::move(*shape)));
}

std::string TrafficWriter::next() {
    std::string out;
    while (out.size() < piece && state_->turn(out)) {
    }
    return out;
}

}  // namespace kvfit
