#pragma once

#include <vector>

#include "kvfit/reuse_study.hpp"

namespace kvfit::reuse {

/// Blocks that the last `concurrent` requests share, over the requests behind `warmup`.
Sharing sharing(const Trace& trace, std::size_t warmup, std::size_t concurrent);

/// Working set and reuse distance of equal stretches of the trace, and the distances of all reuses behind the warm-up
/// by powers of two. Bytes are left to the caller.
struct Observed {
    std::vector<ReuseWindow> timeline;
    std::vector<DistanceBin> distances;
};
Observed observe(const Trace& trace, std::size_t warmup);

/// Hits by class, by turn and by conversation, from the blocks found for each request.
struct Groups {
    std::vector<ReuseGroup> byKind, byTurn, byConversation;
};
Groups groups(const Trace& trace, std::size_t warmup, const FoundBlocks& found);

/// Blocks of system prompts: those among the first `blocks` of a request, or, without a length, those that begin at
/// least 1% of the conversations and two of them.
std::vector<bool> systemPromptBlocks(const Trace& trace, std::optional<std::int64_t> blocks);

}  // namespace kvfit::reuse
