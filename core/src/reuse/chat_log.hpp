#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kvfit::reuse {

/// A prompt as text, and the text of its answer.
struct ChatRequest {
    std::string prompt, answer;
};

/// The requests of a logged chat: with `messages` one, whose answer is the last message if an assistant wrote it; with
/// `conversations` one an answer, each prompt holding everything before. Empty if the line has no text.
std::vector<ChatRequest> readChat(std::string_view line);

/// One hash a block of `blockBytes`, each over its bytes and the hash before, so that equal hashes mean an equal
/// prefix.
std::vector<std::uint64_t> hashBlocks(std::string_view text, std::size_t blockBytes);

}  // namespace kvfit::reuse
