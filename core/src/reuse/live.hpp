#pragma once

#include <cstdint>
#include <deque>

namespace kvfit::reuse {

/// The requests that hold blocks, oldest first. Before a request starts the oldest ones end until fewer
/// than `atOnce` are live; 0 lets each end before the next starts.
template <class Request>
class LiveRequests {
public:
    explicit LiveRequests(std::int64_t atOnce) : atOnce_(atOnce) {}

    template <class End>
    void makeRoom(End end) {
        while (static_cast<std::int64_t>(live_.size()) >= atOnce_ && endOldest(end)) {
        }
    }

    /// False when none is live.
    template <class End>
    bool endOldest(End end) {
        if (live_.empty()) return false;
        end(live_.front());
        live_.pop_front();
        return true;
    }

    template <class End>
    void add(Request request, End end) {
        live_.push_back(std::move(request));
        if (atOnce_ == 0) endOldest(end);
    }

private:
    std::int64_t atOnce_;
    std::deque<Request> live_;
};

}  // namespace kvfit::reuse
