#include "reuse/chat_log.hpp"

#include <cstring>

#include "base/json.hpp"

namespace kvfit::reuse {

namespace {

std::string textOf(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// A message's text: the content itself, or the text parts of a content list.
std::string contentOf(const Json& message) {
    std::string out = textOf(message, "content") + textOf(message, "value");
    const auto parts = message.find("content");
    if (parts != message.end() && parts->is_array())
        for (const Json& part : *parts)
            if (part.is_object()) out += textOf(part, "text");
    return out;
}

bool isAnswer(const Json& message) {
    const std::string role = textOf(message, "role") + textOf(message, "from");
    return role == "assistant" || role == "gpt" || role == "model";
}

}  // namespace

std::vector<ChatRequest> readChat(std::string_view line) {
    std::vector<ChatRequest> out;
    const Expected<Json> json = parseJson(line, {line.size(), 16});
    if (!json || !json->is_object()) return out;
    const bool everyAnswer = json->contains("conversations");
    const auto list = json->find(everyAnswer ? "conversations" : "messages");
    if (list == json->end() || !list->is_array()) return out;
    std::string history;
    for (std::size_t i = 0; i < list->size(); ++i) {
        const Json& message = (*list)[i];
        if (!message.is_object()) return {};
        const std::string text = contentOf(message);
        const bool last = i + 1 == list->size();
        if (isAnswer(message) && !history.empty() && (everyAnswer || last)) out.push_back({history, text});
        // The role and a line break stand for the template's own tokens.
        history += textOf(message, "role") + textOf(message, "from") + "\n" + text + "\n";
        if (last && !everyAnswer && !isAnswer(message)) out.push_back({history, {}});
    }
    return out;
}

std::vector<std::uint64_t> hashBlocks(std::string_view text, std::size_t blockBytes) {
    std::vector<std::uint64_t> out;
    std::uint64_t hash = 0;
    for (std::size_t at = 0; at < text.size(); at += blockBytes) {
        const std::string_view block = text.substr(at, blockBytes);
        hash ^= block.size();
        for (std::size_t i = 0; i < block.size(); i += 8) {
            std::uint64_t word = 0;
            std::memcpy(&word, block.data() + i, std::min<std::size_t>(8, block.size() - i));
            hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
            hash ^= hash >> 29;
        }
        hash *= 0xbf58476d1ce4e5b9u;
        out.push_back(hash ^= hash >> 32);
    }
    return out;
}

}  // namespace kvfit::reuse
