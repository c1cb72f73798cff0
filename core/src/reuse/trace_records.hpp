#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "kvfit/error.hpp"

namespace kvfit::reuse {

/// Cuts the bytes of a trace into its records. The first lines tell how they stand: one a line, or as JSON values over
/// many lines, one after another or as the items of an array. A broken record costs only its line where each has one.
class TraceRecords {
public:
    struct Record {
        std::string_view text = {};
        std::int64_t line = 0;          ///< Where it begins, counted from 1.
        const char* problem = nullptr;  ///< Why there is no text: `line_too_long` or `record_too_long`.
        bool cut = false;               ///< The bytes end with it, so that its own end may be missing.
    };
    /// False: nothing more is wanted.
    using Take = std::function<bool(const Record&)>;

    static constexpr std::size_t longest = std::size_t{64} << 20;

    /// Any piece of the bytes, cut anywhere.
    void feed(std::string_view chunk, const Take& take);
    /// What is left.
    void finish(const Take& take);

    /// What the bytes are instead of text: nothing where they may be text.
    std::optional<Error> notText() const;

    std::int64_t lines() const { return lines_ + (lineOpen_ ? 1 : 0); }

private:
    enum class Layout { unknown, lines, values };

    Layout layout_ = Layout::unknown;
    std::string start_;  ///< The first bytes, which name a file's form.
    std::string head_;   ///< The first lines, until they tell the layout.
    int headLines_ = 0;

    std::string carry_;     ///< The start of a record whose end is in a later chunk.
    bool tooLong_ = false;  ///< The rest of this record is skipped.
    bool stopped_ = false;
    std::int64_t lines_ = 0;  ///< That have ended.
    bool lineOpen_ = false;   ///< Bytes stand behind the last line break.

    bool inRecord_ = false, inText_ = false, escaped_ = false;
    std::int64_t begunAt_ = 0;           ///< Line of the present record.
    std::int64_t depth_ = 0, base_ = 0;  ///< Open brackets; `base_` is 1 inside an array of records.

    static Layout layoutOf(std::string_view head, int lines, bool atEnd);
    void settle(const Take& take, bool lineEnded);
    void useHead(const Take& take);
    void feedLines(std::string_view chunk, const Take& take);
    void feedValues(std::string_view chunk, const Take& take);
    void keep(std::string_view part);
    void give(std::string_view last, std::int64_t line, const char* problem, const Take& take, bool cut = false);
};

}  // namespace kvfit::reuse
