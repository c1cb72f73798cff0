#include "logs/values.hpp"

#include <algorithm>
#include <cmath>

#include "arch/scenario_keys.hpp"
#include "base/digit.hpp"
#include "base/text.hpp"
#include "kvfit/dtype.hpp"
#include "logs/match.hpp"

namespace kvfit::logs {

namespace {

struct Named {
    std::string_view printed;
    std::string_view ours;
};

template <std::size_t n>
std::string_view lookUp(const Named (&names)[n], std::string_view text) {
    for (const Named& one : names)
        if (one.printed == text) return one.ours;
    return {};
}

bool isWordByte(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_' || c == '-';
}

}  // namespace

std::string_view dtypeNamed(std::string_view text) {
    static constexpr Named names[] = {
        {"float8_e4m3fn", "fp8_e4m3"},
        {"float8_e4m3fnuz", "fp8_e4m3"},
        {"float8_e5m2", "fp8_e5m2"},
        {"bfloat16", "bf16"},
        {"float16", "fp16"},
        {"half", "fp16"},
        {"float32", "fp32"},
        {"float", "fp32"},
        {"float4_e2m1fn_x2", "fp4"},
        // lmdeploy/messages.py QuantPolicy @1263d5cd8, as a number and as its class prints itself.
        {"4", "int4"},
        {"8", "int8"},
        {"16", "fp8"},
        {"17", "fp8_e5m2"},
        {"42", "turbo_quant"},
        {"<QuantPolicy.INT4:", "int4"},
        {"<QuantPolicy.INT8:", "int8"},
        {"<QuantPolicy.FP8:", "fp8"},
        {"<QuantPolicy.FP8_E5M2:", "fp8_e5m2"},
        {"<QuantPolicy.TURBO_QUANT:", "turbo_quant"},
        {"auto", ""},
        {"None", ""},
        {"", ""},
    };
    if (text.substr(0, 6) == "torch.") text.remove_prefix(6);
    for (const Named& one : names)
        if (one.printed == text) return one.ours;
    return findDtype(text) != nullptr ? text : std::string_view{};
}

int flagNamed(std::string_view text) {
    for (const std::string_view yes : {"True", "true", "1", "enabled", "on", "yes"})
        if (text == yes) return 1;
    for (const std::string_view no : {"False", "false", "0", "disabled", "off", "no"})
        if (text == no) return 0;
    return -1;
}

std::string_view unitNamed(std::string_view text) {
    for (const std::string_view unit : {"B", "KiB", "MiB", "GiB", "TiB", "KB", "MB", "GB", "TB"})
        if (text == unit) return unit;
    return "B";
}

double bytesOf(std::string_view unit) {
    constexpr std::string_view prefixes = "KMGT";
    const std::size_t power = unit.empty() ? prefixes.npos : prefixes.find(unit[0]);
    if (power == prefixes.npos || unit.back() != 'B') return 1;
    return std::pow(unit.size() == 3 ? 1024.0 : 1000.0, static_cast<double>(power + 1));
}

bool isCount(std::string_view key) {
    for (const ScenarioKey& known : scenarioKeys())
        if (known.key == key) return known.type == "count" || known.type == "count or flag";
    return false;
}

void forEachPair(std::string_view text,
                 const std::function<void(std::string_view word, std::string_view value, bool nested)>& use) {
    int depth = 0;
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (!isWordByte(c)) {
            if (c == '(' || c == '[' || c == '{') ++depth;
            if ((c == ')' || c == ']' || c == '}') && --depth < 0) return;
            ++at;
            continue;
        }
        std::size_t end = at;
        while (end < text.size() && isWordByte(text[end])) ++end;
        std::string_view word = text.substr(at, end - at);
        std::size_t after = end;
        // `--word value` and `-w value`; a value does not begin with a dash.
        const bool option = word.size() > 1 && word[0] == '-';
        while (!word.empty() && word[0] == '-') word.remove_prefix(1);
        if (after < text.size() && (text[after] == '\'' || text[after] == '"')) ++after;
        const bool assigned = after < text.size() && (text[after] == '=' || text[after] == ':');
        if (!assigned && !option) {
            at = end;
            continue;
        }
        ++after;
        while (after < text.size() && text[after] == ' ') ++after;
        if (after >= text.size()) return;
        if (option && !assigned && text[after] == '-') {
            at = after;
            continue;
        }
        const auto isQuote = [&](std::size_t i) { return i < text.size() && (text[i] == '\'' || text[i] == '"'); };
        const bool nested = depth > 0;
        if (text[after] == '[' && isQuote(after + 1)) ++depth, ++after;  // of a list of texts the first
        const char quote = text[after];
        const bool quoted = isQuote(after);
        const std::size_t from = quoted ? after + 1 : after;
        std::size_t to = from;
        while (to < text.size() &&
               (quoted ? text[to] != quote : std::string_view(" ,)]}").find(text[to]) == std::string_view::npos))
            ++to;
        if (quoted && to == text.size()) return;  // the line was cut
        if (to > from && std::string_view(quoted ? "{" : "([{").find(text[from]) != std::string_view::npos) {
            at = from;  // what is inside has words of its own
            continue;
        }
        use(word, text.substr(from, to - from), nested);
        // A class with settings of its own: `SpeculativeConfig(method=...`.
        const std::size_t inner = quoted ? std::string_view::npos : text.substr(from, to - from).find('(');
        at = inner == std::string_view::npos ? std::min(to + (quoted ? 1 : 0), text.size()) : from + inner;
    }
}

std::string_view metadataKey(std::string_view printed) {
    // src/llama-model.cpp print_info, llama.cpp of 2023 to 2026: the dimension and the key it was read from.
    static constexpr Named names[] = {
        {"arch", "general.architecture"},
        {"general.name", "general.name"},
        {"n_layer", "*.block_count"},
        {"n_embd", "*.embedding_length"},
        {"n_head", "*.attention.head_count"},
        {"n_head_kv", "*.attention.head_count_kv"},
        {"n_embd_head_k", "*.attention.key_length"},
        {"n_embd_head_v", "*.attention.value_length"},
        {"n_embd_head_k_mla", "*.attention.key_length_mla"},
        {"n_embd_head_v_mla", "*.attention.value_length_mla"},
        {"n_lora_kv", "*.attention.kv_lora_rank"},
        {"n_lora_q", "*.attention.q_lora_rank"},
        {"n_rot", "*.rope.dimension_count"},
        {"n_swa", "*.attention.sliding_window"},
        {"n_ctx_train", "*.context_length"},
        {"n_vocab", "*.vocab_size"},
        {"n_ff", "*.feed_forward_length"},
        {"n_ff_exp", "*.expert_feed_forward_length"},
        {"n_expert", "*.expert_count"},
        {"n_expert_used", "*.expert_used_count"},
        {"n_expert_shared", "*.expert_shared_count"},
        {"n_layer_dense_lead", "*.leading_dense_block_count"},
        {"ssm_d_conv", "*.ssm.conv_kernel"},
        {"ssm_d_inner", "*.ssm.inner_size"},
        {"ssm_d_state", "*.ssm.state_size"},
        {"ssm_dt_rank", "*.ssm.time_step_rank"},
        {"ssm_n_group", "*.ssm.group_count"},
    };
    return lookUp(names, printed);
}

std::string metadataValue(std::string_view printed) {
    std::string_view text = trimmed(printed);
    if (text.empty()) return {};
    if (text == "true" || text == "false") return std::string(text);
    const Number number = readNumber(text);
    if (number.length == text.size()) return std::string(text);
    if (text.front() == '[') {
        if (text.back() != ']') return {};  // cut at 40 characters
        for (const char c : text)
            if (std::string_view("[]0123456789.-, truefalse").find(c) == std::string_view::npos) return {};
        return std::string(text);
    }
    if (text.front() == '\'' && text.size() > 1 && text.back() == '\'') text = text.substr(1, text.size() - 2);
    std::string out = "\"";
    for (const char c : text.substr(0, 200)) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + "\"";
}

std::string metadataObject(const std::map<std::string, std::string, std::less<>>& values) {
    const auto named = values.find("general.architecture");
    if (named == values.end()) return {};
    const std::string& quoted = named->second;
    const std::string arch = quoted.size() > 2 ? quoted.substr(1, quoted.size() - 2) : "";
    // What prints the heads prints their width too; where it is missing the log was cut, and no width is guessed.
    if (values.count(arch + ".attention.head_count") == 0 && values.count("*.attention.key_length") == 0) return {};
    std::string out;
    for (const auto& [key, value] : values) {
        if (value == "\"\"" || key.find('"') != key.npos || key.find('\\') != key.npos) continue;
        std::string full = key;
        if (key[0] == '*') {
            full = arch + key.substr(1);
            // A zero is printed for what the file does not have, and the file's own key says more.
            if (value == "0" || values.count(full) > 0) continue;
        }
        out += (out.empty() ? "{\"" : ",\"") + full + "\":" + value;
    }
    return out + "}";
}

std::string_view refusalSentence(std::string_view code) {
    static constexpr Named sentences[] = {
        {"max_model_len_too_long", "One request of the maximum length needs more cache than there is."},
        {"no_cache_memory", "No memory is left for the cache."},
        {"free_memory_below_request", "Less memory is free than the engine is asked to use."},
        {"out_of_memory", "An allocation failed: the device has no memory left."},
        {"state_blocks_exceeded", "More sequences may run than there are blocks for their states."},
        {"flash_attention_needed", "A quantized V cache needs flash attention."},
        {"window_pool_too_small", "The pool of the window layers is smaller than a window and a page."},
        {"system_memory_short", "The model needs more memory than the system has."},
        {"tokens_below_limit", "The cache holds fewer tokens than one request may have."},
    };
    return lookUp(sentences, code);
}

}  // namespace kvfit::logs
