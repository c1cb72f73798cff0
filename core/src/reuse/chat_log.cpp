#include "reuse/chat_log.hpp"

#include <algorithm>
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

Chat readChat(std::string_view line) {
    Chat out;
    const Expected<Json> json = parseJson(line, {line.size(), 16});
    if (!json || !json->is_object()) return out;
    const bool everyAnswer = json->contains("conversations");
    const auto list = json->find(everyAnswer ? "conversations" : "messages");
    if (list == json->end() || !list->is_array()) return out;
    for (std::size_t i = 0; i < list->size(); ++i) {
        const Json& message = (*list)[i];
        if (!message.is_object()) return {};
        const std::string text = contentOf(message);
        const bool last = i + 1 == list->size();
        if (isAnswer(message) && !out.text.empty() && (everyAnswer || last))
            out.requests.push_back({out.text.size(), text.size()});
        // The role and a line break stand for the template's own tokens.
        out.text += textOf(message, "role") + textOf(message, "from") + "\n" + text + "\n";
        if (last && !everyAnswer && !isAnswer(message)) out.requests.push_back({out.text.size(), 0});
    }
    return out;
}

std::uint64_t hashBlock(std::uint64_t before, std::string_view block) {
    std::uint64_t hash = before ^ block.size();
    for (std::size_t i = 0; i < block.size(); i += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, block.data() + i, std::min<std::size_t>(8, block.size() - i));
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    hash *= 0xbf58476d1ce4e5b9u;
    return hash ^ (hash >> 32);
}

}  // namespace kvfit::reuse
