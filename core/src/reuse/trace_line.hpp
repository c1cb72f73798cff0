#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "reuse/json_scanner.hpp"

namespace kvfit::reuse {

/// An id that is text, or an integer of more than 64 bits: which of the line's ids it is.
struct TextId {
    std::size_t index = 0;
    std::string_view text = {};
};

/// One request as the line has it. `ids[firstId, lastId)` are its blocks.
struct RawRequest {
    std::size_t firstId = 0, lastId = 0;
    bool hasIds = false, hasInput = false;
    std::int64_t input = 0, output = 0;
    std::int32_t priority = 0;
    double timeMs = 0;
    std::string_view kind = {}, session = {}, chat = {}, parentChat = {};
};

/// One line of a trace taken apart; nothing is kept from a bad one. Views point into the line.
class TraceLine {
public:
    /// Null, or the stable word that says why the line gives no request.
    const char* read(std::string_view line);

    std::vector<std::uint64_t> ids;
    std::vector<TextId> texts;  ///< In the order of `ids`, which has 0 in their place.
    std::vector<RawRequest> requests;
    std::int64_t blockSize = 0;  ///< 0: not named.
    bool localIds = false;       ///< Ids mean other blocks in other lines.
    bool hasText = false;        ///< Messages to be hashed; `requests` has none then.
    std::int64_t withoutBlocks = 0;

private:
    const char* reason_ = nullptr;
    bool mayHaveText_ = false;

    bool wrong(const char* reason) {
        if (reason_ == nullptr) reason_ = reason;
        return false;
    }
    bool object(JsonScanner& s, double offsetMs, int depth);
    bool readIds(JsonScanner& s, RawRequest& r);
    bool readLength(JsonScanner& s, std::int64_t& out);
    bool readBlockSize(JsonScanner& s);
    bool readTime(JsonScanner& s, double unitMs, double& out);
    bool readPriority(JsonScanner& s, std::int32_t& out);
    bool readName(JsonScanner& s, std::string_view& out);
};

}  // namespace kvfit::reuse
