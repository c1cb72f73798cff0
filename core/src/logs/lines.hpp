#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace kvfit::logs {

/// Bytes of a line that are read; the rest of a longer one is passed over.
inline constexpr std::size_t longestLine = std::size_t{1} << 16;

/// Splits what comes in pieces into lines, without colour codes and control characters. A carriage return ends a line
/// too, for progress bars, but does not count as one.
class Lines {
public:
    using Use = std::function<void(std::string_view line, std::int64_t number)>;

    explicit Lines(Use use) : use_(std::move(use)) {}

    void feed(std::string_view bytes);
    void finish();
    std::int64_t count() const { return number_; }

private:
    void emit();

    Use use_;
    std::string line_;
    std::int64_t number_ = 0;
    std::size_t held_ = 0;  ///< bytes of a line that goes on behind a backslash
    bool begun_ = false;    ///< the line that is being read has a byte
};

/// The line without terminal sequences and control characters; what container runtimes wrap in JSON, unwrapped.
void clean(std::string& line);

}  // namespace kvfit::logs
