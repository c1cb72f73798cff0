#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kvfit/block_chains.hpp"
#include "kvfit/error.hpp"

namespace kvfit {

/// One request of a trace.
struct TraceRequest {
    BlockChains::Chain blocks;  ///< Of `Trace::chains`.
    std::uint32_t inputTokens = 0, outputTokens = 0;
    std::uint32_t conversation = 0;  ///< Numbered by first appearance.
    std::uint32_t kind = 0;          ///< Index into `Trace::kinds`.
    std::int32_t priority = 0;       ///< SGLang's of a request; the larger stays longer.
    double timeMs = 0;
};

/// Requests as sequences of block numbers: 0, 1, 2... by first appearance. An equal number means an equal block
/// behind an equal prefix, as the ids of such traces do.
struct Trace {
    std::int64_t blockSize = 0;  ///< Tokens of a whole block.
    BlockChains chains;
    std::vector<TraceRequest> requests;
    std::vector<std::string> kinds;  ///< Request classes, e.g. `text`; the first is for requests without one.

    /// Distinct blocks.
    std::uint32_t names() const { return chains.names(); }
    /// Prompt tokens in the request's block number `i`, counted from its first: the last one may be partial.
    std::uint32_t tokensIn(const TraceRequest& r, std::size_t i) const {
        const auto before = static_cast<std::int64_t>(i) * blockSize;
        const std::int64_t left = std::int64_t{r.inputTokens} - before;
        return static_cast<std::uint32_t>(left < 0 ? 0 : left < blockSize ? left : blockSize);
    }
};

/// The blocks of a trace's requests, written out for one request at a time.
class BlockReader {
public:
    explicit BlockReader(const Trace& trace) : trace_(trace) {}

    /// First to last; valid until the next call.
    std::span<const std::uint32_t> of(std::size_t request) {
        const BlockChains::Chain blocks = trace_.requests[request].blocks;
        if (names_.size() < blocks.length) names_.resize(blocks.length);
        trace_.chains.copy(blocks, names_.data());
        return {names_.data(), blocks.length};
    }

private:
    const Trace& trace_;
    std::vector<std::uint32_t> names_;
};

/// A line that gave no request, and why (a stable word).
struct BadLine {
    std::int64_t line = 0;  ///< Counted from 1.
    std::string reason;
};

/// What was read, what was assumed and what was refused. Nothing is dropped without being counted here.
struct TraceReport {
    std::int64_t bytes = 0, lines = 0, requests = 0, blocks = 0, distinctBlocks = 0;
    std::int64_t inputTokens = 0, outputTokens = 0;
    std::int64_t badLines = 0;
    std::map<std::string, std::int64_t> badByReason;
    std::vector<BadLine> firstBad;  ///< At most `TraceOptions::listedBadLines`.
    std::int64_t blockSize = 0;
    std::string blockSizeSource;           ///< `trace`, `option` or `lengths` (the one power of two that fits all).
    std::int64_t lengthsAssumed = 0;       ///< Requests without a length: whole blocks assumed.
    std::int64_t lengthsUnlikeBlocks = 0;  ///< Requests whose blocks hold fewer or more tokens than their length.
    std::int64_t timeBackwards = 0;        ///< Requests earlier than the one before; the order of the file is kept.
    std::int64_t estimatedTokens = 0;      ///< Prompt tokens that were estimated from text.
    std::int64_t withoutBlocks = 0;        ///< Entries of a session that have no blocks.
    std::int64_t stoppedAtLine = 0;        ///< The first line that memory had no room for; 0: all were read.
    Notes notes;
};

struct TraceOptions {
    std::int64_t blockSize = 0;  ///< Where the trace names none; 0: found from lengths, for text 16.
    double bytesPerToken = 4;    ///< Estimate for message text: UTF-8 bytes a token.
    std::size_t listedBadLines = 100;
    std::int64_t expectedBytes = 0;  ///< Size of the whole text, 0 if it is not known. Only saves memory and time.
    std::int64_t maxBytes = std::int64_t{1} << 33;  ///< Memory for the trace and its replays.
    /// Of it, what the replays take beside the trace, for each distinct block and each request.
    std::int64_t replayBytesOfBlock = 0, replayBytesOfRequest = 0;
};

/// Reads a request trace from its bytes: JSON objects one a line, or over many lines, or in an array. An object has
/// - `hash_ids` with `input_length`, `output_length`, `timestamp` (ms; s beside `chat_id`), `block_size`, `type`,
/// `priority`,
///   `chat_id`, `parent_chat_id` or `session_id` (Mooncake, Bailian and their like);
/// - a session with `requests`, each with `in`, `out`, `t` (s) and `hash_ids`, perhaps nested, its ids local to the
///   session if `hash_id_scope` is `local` (kv-cache-tester);
/// - `messages` (one request), `conversations` (one request an answer), `turns` (one request a turn), `prompt`, `text`
/// or
///   `instruction`, or lists of such objects (chat_log.hpp), with text that is hashed here block by block.
/// Ids are integers of any size, or text; equality is exact.
class TraceReader {
public:
    explicit TraceReader(const TraceOptions& options = {});
    ~TraceReader();
    TraceReader(TraceReader&&) noexcept;

    /// Any piece of the file, cut anywhere. False once memory is full: nothing more is taken.
    bool feed(std::string_view chunk);

    /// Counts so far; complete after `finish`.
    const TraceReport& report() const;

    /// Reads what is left and hands the trace over. Error: no request in it, or no block size to be had.
    Expected<Trace> finish();

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace kvfit
