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

/// The text itself, or the texts and text parts of a list.
std::string partsOf(const Json& object, const char* key) {
    std::string out = textOf(object, key);
    const auto parts = object.find(key);
    if (parts != object.end() && parts->is_array())
        for (const Json& part : *parts) {
            if (part.is_object()) out += textOf(part, "text");
            if (part.is_string()) out += part.get<std::string>();
        }
    return out;
}

/// A message, or a turn of aiperf or MT-bench.
std::string contentOf(const Json& message) {
    if (message.is_string()) return message.get<std::string>();
    return partsOf(message, "content") + textOf(message, "value") + partsOf(message, "text") +
           partsOf(message, "texts");
}

std::string roleOf(const Json& message) {
    return message.is_object() ? textOf(message, "role") + textOf(message, "from") : std::string();
}

bool isAnswer(const Json& message) {
    const std::string role = roleOf(message);
    static constexpr const char* roles[] = {"assistant", "gpt", "model", "chatgpt", "bing", "bard", "function_call"};
    return std::any_of(std::begin(roles), std::end(roles), [&](const char* one) { return role == one; });
}

/// Batches of OpenAI and Anthropic, and logs of gateways, wrap a request.
constexpr const char* wrappers[] = {"body", "params", "request", "payload"};
/// Lists of records, or of requests of one session: inputs of aiperf and genai-perf.
constexpr const char *recordLists[] = {"data"}, *sessionLists[] = {"payloads", "payload"};
/// A request's text, where it is no chat; an instruction (Alpaca, Dolly) stands before its input.
constexpr const char* prompts[] = {"instruction", "prompt", "input", "context", "text", "texts", "text_input"};
/// Its answer, and how long that is in tokens.
constexpr const char *answers[] = {"output", "response", "completion"},
                     *answerLengths[] = {"output_length", "output_tokens"};

enum class Requests { one, anAnswer, aTurn };

/// ShareGPT; LMSYS-Chat-1M and WildChat; chat completions; OpenAI's responses; aiperf and MT-bench.
struct List {
    const char* key;
    Requests requests;
};
constexpr List lists[] = {{"conversations", Requests::anAnswer},
                          {"conversation", Requests::anAnswer},
                          {"items", Requests::anAnswer},
                          {"messages", Requests::one},
                          {"input", Requests::one},
                          {"turns", Requests::aTurn}};

std::int64_t answerTokensOf(const Json& object) {
    if (object.is_object())
        for (const char* key : answerLengths)
            if (const auto n = object.find(key); n != object.end() && n->is_number_unsigned())
                return static_cast<std::int64_t>(std::min<std::uint64_t>(n->get<std::uint64_t>(), 0xffffffff));
    return 0;
}

/// The first text in a value, however deep.
std::string firstText(const Json& value) {
    if (value.is_string()) return value.get<std::string>();
    return value.is_structured() && !value.empty() ? firstText(*value.begin()) : std::string();
}

void readList(const Json& list, Requests requests, Chat& out) {
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Json& message = list[i];
        const std::string role = roleOf(message), text = contentOf(message);
        const bool last = i + 1 == list.size(), answers = isAnswer(message);
        if (answers && !out.text.empty() && (requests != Requests::one || last))
            out.requests.push_back({out.text.size(), text.size(), 0});
        // The role and a line break stand for the template's own tokens.
        out.text += role + "\n" + text + "\n";
        const bool asks = requests == Requests::one ? last : requests == Requests::aTurn && role != "system";
        if (asks && !answers) out.requests.push_back({out.text.size(), 0, answerTokensOf(message)});
    }
}

/// The chat of one request's fields; without a request: it has no text.
Chat chatOf(const Json& record) {
    Chat out;
    for (const char* key : {"system", "instructions"})
        if (const std::string lead = partsOf(record, key); !lead.empty()) out.text += "system\n" + lead + "\n";
    for (const List& one : lists) {
        const auto found = record.find(one.key);
        if (found == record.end() || !found->is_array()) continue;
        for (const Json& message : *found)
            if (!message.is_object() && !(message.is_string() && one.requests == Requests::aTurn)) return {};
        readList(*found, one.requests, out);
        return out;
    }
    std::string prompt, answer;
    for (const char* key : prompts)
        if (const std::string part = partsOf(record, key); !part.empty()) prompt += (prompt.empty() ? "" : "\n") + part;
    if (prompt.empty()) return {};
    for (const char* key : answers)
        if (answer.empty()) answer = textOf(record, key);
    out.text += prompt;
    out.requests.push_back({out.text.size(), answer.size(), answerTokensOf(record)});
    return out;
}

void readRecord(const Json& record, int depth, std::vector<Chat>& out) {
    const auto list = [&](const char* key) {
        const auto found = record.find(key);
        return found != record.end() && found->is_array() ? &*found : nullptr;
    };
    for (const char* key : recordLists)
        if (const Json* records = list(key); records != nullptr && depth > 0)
            for (const Json& one : *records)
                if (one.is_object()) readRecord(one, depth - 1, out);
    for (const char* key : sessionLists)
        if (const Json* requests = list(key); requests != nullptr && depth > 0) {
            const std::size_t first = out.size();
            for (const Json& one : *requests)
                if (one.is_object()) readRecord(one, depth - 1, out);
            for (std::size_t i = first + 1; i < out.size(); ++i) out[i].goesOn = true;
        }
    // Samples of lm-eval: what each request was called with, and its answers.
    if (const auto arguments = record.find("arguments"); arguments != record.end() && arguments->is_structured()) {
        std::size_t i = 0;
        const Json* answers = list("resps");
        for (const Json& one : *arguments) {
            Chat chat;
            chat.text = firstText(one);
            const std::string answer = answers != nullptr && i < answers->size() ? firstText((*answers)[i]) : "";
            ++i;
            if (chat.text.empty()) continue;
            chat.requests.push_back({chat.text.size(), answer.size(), 0});
            out.push_back(std::move(chat));
        }
        return;
    }
    for (const char* key : wrappers)
        if (const auto inner = record.find(key); inner != record.end() && inner->is_object() && depth > 0)
            return readRecord(*inner, depth - 1, out);
    if (Chat chat = chatOf(record); !chat.requests.empty()) out.push_back(std::move(chat));
}

template <std::size_t n>
bool isIn(const char* const (&keys)[n], std::string_view key) {
    return std::any_of(std::begin(keys), std::end(keys), [&](const char* one) { return key == one; });
}

}  // namespace

bool isRequestKey(std::string_view key) {
    return isIn(wrappers, key) || isIn(recordLists, key) || isIn(sessionLists, key) || isIn(prompts, key) ||
           key == "arguments";
}

bool isChatKey(std::string_view key) {
    const auto named = [&](const List& one) { return key == one.key; };
    return !isRequestKey(key) && std::any_of(std::begin(lists), std::end(lists), named);
}

std::vector<Chat> readChats(std::string_view line) {
    std::vector<Chat> out;
    const Expected<Json> json = parseJson(line, {line.size(), 16});
    if (json && json->is_object()) readRecord(*json, 3, out);
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
