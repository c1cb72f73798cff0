#include <algorithm>

#include "read/config/expert_layers.hpp"
#include "read/config/parameter_keys.hpp"

namespace kvfit::config {

namespace {

/// `3,4,5` (Step 3).
bool listed(std::string_view text, std::int64_t layer) {
    const std::string all = "," + std::string(text) + ",";
    return all.find("," + std::to_string(layer) + ",") != std::string::npos;
}

bool contains(const Json& list, std::int64_t value) {
    return std::any_of(list.begin(), list.end(), [&](const Json& entry) { return wholeIn(entry) == value; });
}

}  // namespace

/// Words of NAS-like patterns in which a block is attention, state, feed-forward or experts, one of them
/// (Nemotron-H: M, *, -, E).
BlockKind blockKind(const Fields& f, std::int64_t layer) {
    const Node words = f.find(keys::blockWords);
    const auto i = static_cast<std::size_t>(layer);
    if (!words) return BlockKind::unsaid;
    std::string_view word;
    if (words.value->is_string() && i < textIn(*words.value).size()) word = textIn(*words.value).substr(i, 1);
    if (words.value->is_array() && i < words.value->size()) word = textIn((*words.value)[i]);
    if (word == "-" || word == "mlp") return BlockKind::dense;
    if (word == "E" || word == "moe") return BlockKind::experts;
    const bool single = words.value->is_string() || contains(*words.value, -1) ||
                        std::any_of(words.value->begin(), words.value->end(),
                                    [](const Json& entry) { return textIn(entry) == "mlp" || textIn(entry) == "moe"; });
    return single ? BlockKind::none : BlockKind::unsaid;
}

bool hasExperts(const Fields& f, std::int64_t layer) {
    if (const Node words = f.find(keys::mlpWords); words && words.value->is_array()) {
        const auto i = static_cast<std::size_t>(layer);
        return i < words.value->size() && textIn((*words.value)[i]) != "dense";
    }
    if (const Node text = f.find(keys::moeLayerText); text && text.value->is_string())
        return listed(textIn(*text.value), layer);
    if (const Node dense = f.find(keys::denseIndices);
        dense && dense.value->is_array() && contains(*dense.value, layer))
        return false;
    if (const Number first = f.number(keys::firstDense, orZero); layer < first.value) return false;
    if (const Number step = f.number(keys::sparseStep, orZero); step && step.value > 0)
        return (layer + 1) % step.value == 0;
    if (const Number period = f.number(keys::expertPeriod))
        return layer % period.value == f.number(keys::expertOffset, orZero).value;
    const Node frequency = f.find(keys::moeFrequency);
    if (frequency && frequency.value->is_array()) {
        const auto i = static_cast<std::size_t>(layer);
        return i < frequency.value->size() && wholeIn((*frequency.value)[i]) == 1;
    }
    const std::int64_t every = frequency ? std::max<std::int64_t>(1, wholeIn(*frequency.value)) : 1;
    return layer % every == 0;
}

}  // namespace kvfit::config
