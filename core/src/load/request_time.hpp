#pragma once

#include <optional>
#include <string_view>

namespace kvfit {

/// When a request arrives.
struct RequestTime {
    double seconds = 0;
    bool absolute = false;  ///< since 1970; else since a beginning of its own
};

/// `2023-11-16 18:17:03.97`, also with `T` and a zone, or a number. A field whose plain name ends in `ns`, `nano`, `us`
/// or `ms` has that unit; elsewhere a number beyond 10^9 counts since 1970 in the unit that puts it into this century,
/// and a smaller one counts in seconds.
std::optional<RequestTime> requestTime(std::string_view text, std::string_view plainName);

}  // namespace kvfit
