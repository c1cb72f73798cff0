#pragma once

#include <optional>
#include <string_view>

#include "kvfit/reuse_study.hpp"

namespace kvfit {

/// One replay across the boundary: bytes of a trace come in, then its answer is asked for step by step.
class ReuseJob {
public:
    explicit ReuseJob(ReusePlan plan);

    /// False once memory is full: the rest of the trace need not be read.
    bool feed(std::string_view bytes);

    /// The next step: `{"done": n, "total": n}`, with `result` when it was the last. The first call ends the trace;
    /// `problem` then says what cut it short (`gzip_cut_short` or `gzip_damaged`), or is empty.
    std::string next(std::string_view problem);

private:
    ReusePlan plan_;
    TraceReader reader_;
    std::optional<ReuseStudy> study_;

    Errors begin(std::string_view problem);
};

}  // namespace kvfit
