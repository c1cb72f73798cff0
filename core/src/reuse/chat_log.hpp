#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kvfit::reuse {

/// A logged chat: its text, and the requests, each of which has the text's first bytes as prompt.
struct Chat {
    struct Request {
        std::size_t promptBytes = 0, answerBytes = 0;
        std::int64_t answerTokens = 0;  ///< That the record states.
    };
    std::string text;
    std::vector<Request> requests;
    bool goesOn = false;  ///< It belongs to the conversation of the chat before.
};

/// With `messages`, `input` or a bare `prompt` the chat is one request, whose answer is the last message if an
/// assistant wrote it; with `conversations` one an answer; with `turns` one a turn, whose answers are not in the text.
/// A record may hold several chats. No request if the line has no text.
std::vector<Chat> readChats(std::string_view line);

/// Whether readChats finds a whole chat under this key; and whether a request, or its text, which may stand beside
/// blocks.
bool isChatKey(std::string_view key);
bool isRequestKey(std::string_view key);

/// A hash over a block's bytes and the hash before, 0 at the start, so that equal hashes mean an equal prefix.
std::uint64_t hashBlock(std::uint64_t before, std::string_view block);

}  // namespace kvfit::reuse
