#include "reuse/chat_log.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "base/json.hpp"

namespace kvfit::reuse {

namespace {

std::string textOf(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// The text itself, or the text parts of a list.
std::string partsOf(const Json& object, const char* key) {
    std::string out = textOf(object, key);
    const auto parts = object.find(key);
    if (parts != object.end() && parts->is_array())
        for (const Json& part : *parts)
            if (part.is_object()) out += textOf(part, "text");
    return out;
}

std::string contentOf(const Json& message) { return partsOf(message, "content") + textOf(message, "value"); }

bool isAnswer(const Json& message) {
    const std::string role = textOf(message, "role") + textOf(message, "from");
    return role == "assistant" || role == "gpt" || role == "model";
}

/// Batches of OpenAI and Anthropic, and logs of gateways, wrap a request.
constexpr const char* wrappers[] = {"body", "params", "request", "payload"};
/// A request's text, where it is no chat.
constexpr const char* prompts[] = {"prompt", "input", "text"};

const Json& unwrapped(const Json& record) {
    for (const char* key : wrappers)
        if (const auto inner = record.find(key); inner != record.end() && inner->is_object()) return *inner;
    return record;
}

/// ShareGPT; LMSYS-Chat-1M and WildChat; chat completions; OpenAI's responses.
struct List {
    const char* key;
    bool everyAnswer;
};
constexpr List lists[] = {{"conversations", true}, {"conversation", true}, {"messages", false}, {"input", false}};

}  // namespace

bool isRequestKey(std::string_view key) {
    const auto named = [&](const char* one) { return key == one; };
    return std::any_of(std::begin(wrappers), std::end(wrappers), named) ||
           std::any_of(std::begin(prompts), std::end(prompts), named);
}

bool isChatKey(std::string_view key) {
    const auto named = [&](const List& one) { return key == one.key; };
    return !isRequestKey(key) && std::any_of(std::begin(lists), std::end(lists), named);
}

Chat readChat(std::string_view line) {
    Chat out;
    const Expected<Json> json = parseJson(line, {line.size(), 16});
    if (!json || !json->is_object()) return out;
    const Json& record = unwrapped(*json);
    for (const char* key : {"system", "instructions"})
        if (const std::string lead = partsOf(record, key); !lead.empty()) out.text += "system\n" + lead + "\n";
    auto list = record.end();
    bool everyAnswer = false;
    for (const List& one : lists) {
        const auto found = record.find(one.key);
        if (found == record.end() || !found->is_array()) continue;
        list = found;
        everyAnswer = one.everyAnswer;
        break;
    }
    if (list == record.end()) {
        std::string prompt;
        for (const char* key : prompts) prompt += textOf(record, key);
        if (prompt.empty()) return {};
        out.text += prompt;
        out.requests.push_back({out.text.size(), 0});
        return out;
    }
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
