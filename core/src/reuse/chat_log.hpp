#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kvfit::reuse {

/// A logged chat: its text, and the requests, each of which has the text's first bytes as prompt.
struct Chat {
    struct Request {
        std::size_t promptBytes = 0, answerBytes = 0;
    };
    std::string text;
    std::vector<Request> requests;
};

/// With `messages`, `input` or a bare `prompt` the chat is one request, whose answer is the last message if an
/// assistant wrote it; with `conversations` or `conversation` one an answer. No request if the line has no text.
Chat readChat(std::string_view line);

/// Whether readChat finds a whole chat under this key; and whether a request, or its text, which may stand beside
/// blocks.
bool isChatKey(std::string_view key);
bool isRequestKey(std::string_view key);

/// A hash over a block's bytes and the hash before, 0 at the start, so that equal hashes mean an equal prefix.
std::uint64_t hashBlock(std::uint64_t before, std::string_view block);

}  // namespace kvfit::reuse
