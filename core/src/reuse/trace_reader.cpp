#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "base/text.hpp"
#include "kvfit/trace.hpp"
#include "reuse/chain_blocks.hpp"
#include "reuse/chat_log.hpp"
#include "reuse/json_scanner.hpp"
#include "reuse/trace_ids.hpp"
#include "reuse/trace_line.hpp"
#include "reuse/trace_records.hpp"

namespace kvfit {

namespace {

/// The block sizes that all lengths agree with: n blocks hold a prompt of L tokens if (n - 1) size < L <= n size.
struct SizesFromLengths {
    std::int64_t least = 1, most = std::int64_t{1} << 31;

    void add(std::int64_t tokens, std::int64_t blocks) {
        if (blocks == 0 || tokens == 0) return;
        least = std::max(least, (tokens + blocks - 1) / blocks);
        if (blocks > 1) most = std::min(most, (tokens - 1) / (blocks - 1));
    }
    /// The one power of two among them, or 0.
    std::int64_t powerOfTwo() const {
        std::int64_t size = 1;
        while (size < least) size *= 2;
        return size <= most && size * 2 > most ? size : 0;
    }
};

}  // namespace

struct TraceReader::State {
    TraceOptions options;
    TraceReport report;
    Trace trace;
    reuse::TraceRecords records;
    reuse::TraceIds ids;
    reuse::ChainBuilder chains;
    std::vector<std::uint32_t> blocks;  ///< Of the present request.
    reuse::TraceLine line;
    SizesFromLengths sizes;
    std::int64_t textRead = 0;  ///< Bytes of the records so far.
    double lastMs = -INFINITY;
    std::uint32_t conversations = 0;
    std::unordered_map<std::string, std::uint32_t> conversationOf, kindOf;
    std::size_t nameBytes = 0;  ///< Of `conversationOf`.

    void bad(const char* reason) {
        ++report.badLines;
        ++report.badByReason[reason];
        if (report.firstBad.size() < options.listedBadLines) report.firstBad.push_back({report.lines, reason});
    }

    /// Whether memory holds so much more; if not, reading ends before the present line.
    bool hasRoom(std::size_t newBlocks, std::size_t newRequests) {
        const auto names = static_cast<std::int64_t>(chains.chains().names() + newBlocks),
                   requests = static_cast<std::int64_t>(trace.requests.size() + newRequests);
        const std::size_t held = chains.bytes() + ids.bytes() + nameBytes;
        if (static_cast<std::int64_t>(held) + names * options.replayBytesOfBlock +
                requests * (static_cast<std::int64_t>(sizeof(TraceRequest)) + options.replayBytesOfRequest) <=
            options.maxBytes)
            return true;
        report.stoppedAtLine = report.lines--;
        return false;
    }

    /// Room for `more` requests. A list that doubles is copied, and held twice, each time; how long it gets in the end
    /// is told by how long the part read so far made it.
    void makeRoom(std::size_t more) {
        std::vector<TraceRequest>& list = trace.requests;
        constexpr std::int64_t enoughToTell = 1 << 20;
        if (list.size() + more <= list.capacity() || textRead < enoughToTell) return;
        const auto size = static_cast<double>(list.size());
        const double whole = 1.02 * static_cast<double>(options.expectedBytes) / static_cast<double>(textRead),
                     most = static_cast<double>(options.maxBytes) / sizeof(TraceRequest);
        const double expected = std::min(size * whole, most);
        if (expected <= size) return;
        list.reserve(std::max(list.size() + more, static_cast<std::size_t>(expected)));
        chains.chains().reserve(
            static_cast<std::size_t>(static_cast<double>(chains.chains().tails()) * expected / size));
    }

    bool isFull() const { return report.stoppedAtLine != 0; }

    reuse::TraceRecords::Take take() {
        return [this](const reuse::TraceRecords::Record& record) {
            read(record);
            return !isFull();
        };
    }

    /// Whether there is room for more; else the lines are those before the one without.
    bool countLines() {
        if (!isFull()) report.lines = records.lines();
        return !isFull();
    }

    void read(const reuse::TraceRecords::Record& record) {
        const std::string_view text = record.text;
        report.lines = record.line;
        textRead += static_cast<std::int64_t>(text.size()) + 1;
        if (record.problem != nullptr) return bad(record.problem);
        if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return;
        const char* reason = line.read(text);
        if (reason != nullptr) return bad(record.cut && !reuse::isJson(text) ? "cut_short" : reason);
        if (!hasRoom(line.ids.size(), line.requests.size())) return;
        if (line.blockSize != 0) {
            if (trace.blockSize != 0 && trace.blockSize != line.blockSize) return bad("block_size_changed");
            trace.blockSize = line.blockSize;
            report.blockSizeSource = "trace";
        }
        if (line.requests.empty()) return readText(text);
        report.withoutBlocks += line.withoutBlocks;
        if (line.localIds) ids.newScope();
        makeRoom(line.requests.size());
        for (const reuse::RawRequest& r : line.requests) add(r);
    }

    void add(const reuse::RawRequest& raw) {
        TraceRequest r = begin(raw.timeMs, conversation(raw), kind(raw.kind));
        std::size_t i = raw.firstId;
        blocks.clear();
        const auto integersUpTo = [&](std::size_t end) {
            for (; i < end; ++i) blocks.push_back(ids.of(line.ids[i]));
        };
        for (const reuse::TextId& id : line.texts) {
            if (id.index < raw.firstId || id.index >= raw.lastId) continue;
            integersUpTo(id.index);
            blocks.push_back(ids.of(id.text));
            ++i;
        }
        integersUpTo(raw.lastId);
        r.blocks = chains.add(blocks);
        r.inputTokens = raw.hasInput ? static_cast<std::uint32_t>(raw.input) : unknownLength;
        r.outputTokens = static_cast<std::uint32_t>(raw.output);
        r.priority = raw.priority;
        if (raw.hasInput)
            sizes.add(raw.input, static_cast<std::int64_t>(raw.lastId - raw.firstId));
        else
            ++report.lengthsAssumed;
        trace.requests.push_back(r);
    }

    void readText(std::string_view line) {
        const std::vector<reuse::Chat> chats = reuse::readChats(line);
        if (chats.empty()) return bad("no_messages");
        if (trace.blockSize == 0) {
            trace.blockSize = options.blockSize != 0 ? options.blockSize : 16;
            report.blockSizeSource = options.blockSize != 0 ? "option" : "text";
        }
        const auto size =
            static_cast<std::size_t>(std::max(1.0, static_cast<double>(trace.blockSize) * options.bytesPerToken));
        std::size_t blocks = 0, requests = 0;
        for (const reuse::Chat& chat : chats) {
            std::size_t longest = 0;
            for (const auto& request : chat.requests) longest = std::max(longest, request.promptBytes / size);
            blocks += longest + chat.requests.size();
            requests += chat.requests.size();
        }
        if (!hasRoom(blocks, requests)) return;
        for (const reuse::Chat& chat : chats) {
            if (!chat.goesOn) ++conversations;
            addChat(chat, size);
        }
    }

    /// A chat of the last conversation, in blocks of `size` bytes.
    void addChat(const reuse::Chat& chat, std::size_t size) {
        const std::string_view text = chat.text;
        std::vector<std::uint64_t> chain;  // of the text's whole blocks
        for (const reuse::Chat::Request& request : chat.requests) {
            const std::size_t whole = request.promptBytes / size, rest = request.promptBytes % size;
            while (chain.size() < whole)
                chain.push_back(
                    reuse::hashBlock(chain.empty() ? 0 : chain.back(), text.substr(chain.size() * size, size)));
            TraceRequest r = begin(0, conversations - 1, 0);
            blocks.clear();
            for (std::size_t i = 0; i < whole; ++i) blocks.push_back(ids.of(chain[i]));
            if (rest > 0)
                blocks.push_back(
                    ids.of(reuse::hashBlock(whole == 0 ? 0 : chain[whole - 1], text.substr(whole * size, rest))));
            r.blocks = chains.add(blocks);
            r.inputTokens = estimate(request.promptBytes);
            r.outputTokens = request.answerTokens > 0 ? static_cast<std::uint32_t>(request.answerTokens)
                                                      : estimate(request.answerBytes);
            report.estimatedTokens += r.inputTokens;
            trace.requests.push_back(r);
        }
    }

    std::uint32_t estimate(std::size_t bytes) const {
        return static_cast<std::uint32_t>(std::ceil(static_cast<double>(bytes) / options.bytesPerToken));
    }

    TraceRequest begin(double timeMs, std::uint32_t conversation, std::uint32_t kind) {
        TraceRequest r;
        r.timeMs = timeMs;
        r.conversation = conversation;
        r.kind = kind;
        if (timeMs < lastMs) ++report.timeBackwards;
        lastMs = std::max(lastMs, timeMs);
        return r;
    }

    /// Chats belong to their parent's conversation, requests of a session to the session's.
    std::uint32_t conversation(const reuse::RawRequest& raw) {
        std::string key;
        if (!raw.session.empty())
            key = "s" + std::string(raw.session);
        else if (!raw.chat.empty())
            key = "c" + std::string(raw.chat);
        else
            return conversations++;
        const auto parent = conversationOf.find("c" + std::string(raw.parentChat));
        const std::uint32_t number = parent != conversationOf.end() ? parent->second : conversations;
        const auto [known, added] = conversationOf.try_emplace(key, number);
        if (added) nameBytes += key.size() + reuse::TraceIds::bytesOfName;
        if (added && number == conversations) ++conversations;
        return known->second;
    }

    std::uint32_t kind(std::string_view name) {
        const auto known = kindOf.find(std::string(name));
        if (known != kindOf.end()) return known->second;
        // Classes are few; a field that differs in every request is not one.
        if (name.empty() || trace.kinds.size() == 256) return 0;
        const auto number = static_cast<std::uint32_t>(trace.kinds.size());
        trace.kinds.emplace_back(name);
        kindOf.emplace(name, number);
        return number;
    }

    static constexpr std::uint32_t unknownLength = 0xffffffff;

    /// Lengths that depend on the block size, once it is known.
    void settleLengths() {
        for (TraceRequest& r : trace.requests) {
            const std::int64_t held = r.blocks.length * trace.blockSize;
            if (r.inputTokens == unknownLength)
                r.inputTokens = static_cast<std::uint32_t>(std::min<std::int64_t>(held, unknownLength - 1));
            const std::int64_t missing = r.inputTokens - held;
            if (missing >= trace.blockSize || -missing >= trace.blockSize) ++report.lengthsUnlikeBlocks;
            report.blocks += r.blocks.length;
            report.inputTokens += r.inputTokens;
            report.outputTokens += r.outputTokens;
        }
    }
};

TraceReader::TraceReader(const TraceOptions& options) : state_(std::make_unique<State>()) {
    state_->options = options;
    state_->trace.kinds = {""};
}
TraceReader::~TraceReader() = default;
TraceReader::TraceReader(TraceReader&&) noexcept = default;

const TraceReport& TraceReader::report() const { return state_->report; }

bool TraceReader::feed(std::string_view chunk) {
    State& s = *state_;
    if (s.isFull()) return false;
    s.report.bytes += static_cast<std::int64_t>(chunk.size());
    s.records.feed(chunk, s.take());
    return s.countLines();
}

Expected<Trace> TraceReader::finish() {
    State& s = *state_;
    s.records.finish(s.take());
    s.countLines();
    s.report.requests = static_cast<std::int64_t>(s.trace.requests.size());
    s.ids = {};
    s.trace.chains = std::move(s.chains.chains());
    s.report.distinctBlocks = s.trace.names();
    const std::optional<Error> notText = s.records.notText();
    if (s.trace.requests.empty() && notText) return *notText;
    if (s.trace.requests.empty())
        return Error{"empty_trace", "", "trace", "there is no request in this trace",
                     "a record is a JSON object with hash_ids, requests, messages or conversations, of 64 MiB at most"};
    if (s.trace.blockSize == 0 && s.options.blockSize != 0) {
        s.trace.blockSize = s.options.blockSize;
        s.report.blockSizeSource = "option";
    }
    if (s.trace.blockSize == 0) {
        s.trace.blockSize = s.sizes.powerOfTwo();
        s.report.blockSizeSource = "lengths";
        if (s.trace.blockSize == 0)
            return Error{"missing_block_size", "", "blockSize", "the trace does not say how many tokens a block has",
                         "give the block size"};
        const std::string size = std::to_string(s.trace.blockSize);
        s.report.notes.push_back({"block_size_from_lengths",
                                  "block size " + size + " is the one power of two that fits all lengths",
                                  "blockSize",
                                  {{"value", size}}});
    }
    s.report.blockSize = s.trace.blockSize;
    s.settleLengths();
    if (s.chains.idsWithoutPrefix())
        s.report.notes.push_back(
            {"ids_without_prefix",
             "the same id stands behind different blocks: a block is told apart by all ids before it", "hash_ids"});
    return std::move(s.trace);
}

}  // namespace kvfit
