#include "read/config/name_pattern.hpp"

#include "base/digit.hpp"

namespace kvfit::config {

namespace {

/// `*` stands for any text.
bool matches(std::string_view glob, std::string_view text) {
    std::size_t g = 0, t = 0, star = std::string_view::npos, mark = 0;
    while (t < text.size()) {
        if (g < glob.size() && glob[g] == '*') {
            star = g++;
            mark = t;
        } else if (g < glob.size() && glob[g] == text[t]) {
            ++g;
            ++t;
        } else if (star != std::string_view::npos) {
            g = star + 1;
            t = ++mark;
        } else {
            return false;
        }
    }
    while (g < glob.size() && glob[g] == '*') ++g;
    return g == glob.size();
}

/// `(a|b)` is written out, a class or `\d` with its repetition becomes `*`, `\.` a dot.
void expand(std::string_view regex, std::string done, std::vector<std::string>& out) {
    if (out.size() > 64) return;
    while (!regex.empty()) {
        const char c = regex.front();
        if (c == '(') {
            const std::size_t end = regex.find(')');
            if (end == std::string_view::npos) return;
            std::string_view choices = regex.substr(1, end - 1);
            if (choices.substr(0, 2) == "?:") choices.remove_prefix(2);
            std::string_view rest = regex.substr(end + 1);
            const bool optional = !rest.empty() && (rest.front() == '?' || rest.front() == '*');
            if (!rest.empty() && (rest.front() == '?' || rest.front() == '*' || rest.front() == '+'))
                rest.remove_prefix(1);
            if (optional) expand(rest, done, out);
            while (true) {
                const std::size_t bar = choices.find('|');
                expand(std::string(choices.substr(0, bar)) + std::string(rest), done, out);
                if (bar == std::string_view::npos) return;
                choices.remove_prefix(bar + 1);
            }
        }
        if (c == '[') {
            const std::size_t end = regex.find(']');
            if (end == std::string_view::npos) return;
            done += '*';
            regex.remove_prefix(end + 1);
            if (!regex.empty() && (regex.front() == '+' || regex.front() == '*')) regex.remove_prefix(1);
            continue;
        }
        if (c == '\\' && regex.size() > 1) {
            const bool digit = regex[1] == 'd';
            done += digit ? '*' : regex[1];
            regex.remove_prefix(2);
            if (digit && !regex.empty() && regex.front() == '+') regex.remove_prefix(1);
            continue;
        }
        regex.remove_prefix(1);
        if (c == '.' && !regex.empty() && (regex.front() == '*' || regex.front() == '+')) {
            done += '*';
            regex.remove_prefix(1);
        } else if (c != '^') {
            done += c;
        }
    }
    out.push_back(std::move(done));
}

/// The layer that a path names behind `layers.`, or -1.
std::int64_t layerIn(std::string_view path) {
    for (const std::string_view before : {"layers.", ".h.", "blocks."}) {
        const std::size_t at = path.find(before);
        if (at == std::string_view::npos) continue;
        std::size_t i = at + before.size();
        std::int64_t layer = 0;
        const std::size_t start = i;
        while (i < path.size() && isDigit(path[i]) && layer < 100000) layer = layer * 10 + (path[i++] - '0');
        const bool whole = i == path.size() || path[i] == '.' || path[i] == '*' || path[i] == '$';
        if (i > start && whole) return layer;
    }
    return -1;
}

// Parts of a path that stand for one another in published checkpoints.
constexpr std::string_view spellings[][5] = {
    {"self_attn.", "attn.", "attention.", "self_attention.", "mixer."},
    {"linear_attn.", "attn.", "attention.", "self_attn.", "mixer."},
    {"mlp.", "ffn.", "feed_forward.", "block_sparse_moe.", "mixer."},
    {"shared_experts.", "shared_expert.", "shared_mlp.", "shared_expert.", "shared_experts."},
    {"vision_tower", "visual", "vision_model", "vision_embed_tokens", "embed_vision"},
};

/// A fused projection goes by the names of its halves too.
constexpr std::string_view halves[][2] = {
    {"gate_up_proj", "gate_proj"}, {"gate_up_proj", "up_proj"}, {"gate_up_proj", "w1"}, {"down_proj", "w2"},
    {"mlp.gate", "mlp.router"},    {"lm_head", "head"},         {"lm_head", "output"},  {"embed_tokens", "embed"},
    {"q_proj", "qkv_proj"},        {"k_proj", "qkv_proj"},      {"v_proj", "qkv_proj"},
};

bool replaced(std::string& name, std::string_view from, std::string_view to) {
    const std::size_t at = name.find(from);
    if (at == std::string::npos) return false;
    name.replace(at, from.size(), to);
    return true;
}

std::vector<std::string> namesOf(const std::string& module) {
    std::vector<std::string> names{module};
    for (const auto& row : spellings)
        for (const std::string_view other : row) {
            std::string name = module;
            if (other != row[0] && replaced(name, row[0], other)) names.push_back(std::move(name));
        }
    for (std::size_t i = 0, first = names.size(); i < first; ++i)
        for (const auto& pair : halves) {
            std::string name = names[i];
            if (replaced(name, pair[0], pair[1])) names.push_back(std::move(name));
        }
    return names;
}

}  // namespace

NamePattern::NamePattern(std::string_view written) {
    linear_ = written == "Linear";
    const bool regex = written.substr(0, 3) == "re:";
    if (regex)
        expand(written.substr(3), "", globs_);
    else
        globs_.emplace_back(written);
    parts_ = !regex && written.find('*') == std::string_view::npos;
    if (globs_.size() == 1) layer_ = layerIn(globs_.front());
    for (std::string& glob : globs_) {
        if (parts_) {
            glob = "*." + glob + ".*";
            continue;
        }
        const bool end = !glob.empty() && glob.back() == '$';
        if (end) glob.pop_back();
        glob = "*" + glob + (end ? "." : "*");
    }
}

bool NamePattern::covers(const std::string& module, std::int64_t layer) const {
    if (linear_) return true;
    if (layer_ >= 0 && layer_ != layer) return false;
    const std::string path = layer < 0 ? "." : ".model.layers." + std::to_string(layer) + ".";
    for (const std::string& name : namesOf(module))
        for (const std::string& glob : globs_)
            if (matches(glob, path + name + ".")) return true;
    return false;
}

}  // namespace kvfit::config
