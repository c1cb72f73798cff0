#pragma once

#include <cstdint>
#include <vector>

#include "kvfit/trace.hpp"
#include "reuse/optimal.hpp"

namespace kvfit::reuse {

/// When the blocks of each request are used next. Where a prefix is used so is all before it, so the blocks of a
/// request are a few runs, each with one next request, and the runs follow each other in time.
class NextRequests {
public:
    /// A use by the first `warmup` requests counts nothing, so it is not waited for.
    NextRequests(const Trace& trace, std::size_t warmup);

    struct Run {
        std::uint32_t next;  ///< A request, or `never`.
        std::uint32_t blocks;
    };
    /// Calls `each(request, run)` for all runs, the requests first to last, their runs from the start.
    template <class Each>
    void eachRun(const Trace& trace, Each each) const {
        std::size_t at = runs_.size();
        for (std::uint32_t r = 0; r < trace.requests.size(); ++r)
            for (std::uint32_t left = trace.requests[r].blocks.length; left > 0; left -= runs_[at].blocks)
                each(r, runs_[--at]);
    }

private:
    std::vector<Run> runs_;  ///< Last to first.
};

/// The offline bound at one capacity: blocks found for each request behind the warm-up. Keeps the blocks whose next
/// use is nearest (`OptimalCache`), which for each request to come are the first so many of its blocks.
std::vector<std::uint32_t> optimalFound(const Trace& trace, const NextRequests& uses, std::uint32_t capacity);

}  // namespace kvfit::reuse
