#include "kvfit/lengths.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "load/length_words.hpp"

namespace kvfit {

namespace {

using Points = std::vector<std::pair<double, std::int64_t>>;

/// `p90`, `90%`, `min`, `median` or `max` as a share; below 0: none of them.
double shareOf(std::string_view word) {
    if (word == "min") return 0;
    if (word == "median") return 0.5;
    if (word == "max") return 1;
    const bool percent = word.size() > 1 && word.back() == '%';
    if (!percent && (word.size() < 2 || (word[0] != 'p' && word[0] != 'P'))) return -1;
    const std::string digits(percent ? word.substr(0, word.size() - 1) : word.substr(1));
    if (digits.find_first_not_of("0123456789.") != std::string::npos) return -1;
    const double share = std::strtod(digits.c_str(), nullptr) / 100;
    return share <= 1 ? share : -1;
}

/// Words between white space, `;`, `=`, `:`, and commas before a space; `131,072` stays one.
std::vector<std::string_view> wordsOf(std::string_view text) {
    const auto parts = [&](std::size_t i) {
        const char c = text[i];
        if (c == ',') return i + 1 == text.size() || text[i + 1] < '0' || text[i + 1] > '9';
        return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ';' || c == '=' || c == ':';
    };
    std::vector<std::string_view> words;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t begin = i;
        while (i < text.size() && !parts(i)) ++i;
        if (i > begin) words.push_back(text.substr(begin, i - begin));
        while (i < text.size() && parts(i)) ++i;
    }
    return words;
}

Expected<std::int64_t> lengthOfWord(std::string_view word, const std::string& field) {
    const Expected<std::int64_t> count = readCount(word, field);
    if (!count || *count < 0 || *count > longestRequest) return refused(field, "this is no number of tokens", word);
    return *count;
}

Expected<Lengths> ofPoints(Points points, const std::string& field) {
    std::sort(points.begin(), points.end());
    for (std::size_t i = 1; i < points.size(); ++i)
        if (points[i].first == points[i - 1].first || points[i].second < points[i - 1].second)
            return refused(field, "a higher percentile has a longer length, and each is given once", "");
    return Lengths::percentiles(std::move(points));
}

Expected<Lengths> ofWords(const std::vector<std::string_view>& words, const std::string& field) {
    if (words.empty()) return refused(field, "there is no length in it", "");
    Points points;
    std::vector<std::int64_t> values;
    const bool percentiles = shareOf(words.front()) >= 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
        double share = 0;
        if (percentiles) {
            share = shareOf(words[i]);
            if (share < 0) return refused(field, "this is no percentile such as p90 or max", words[i]);
            if (++i == words.size()) return refused(field, "a length is missing behind it", words[i - 1]);
        }
        const Expected<std::int64_t> length = lengthOfWord(words[i], field);
        if (!length) return length.errors();
        if (percentiles)
            points.emplace_back(share, *length);
        else
            values.push_back(*length);
    }
    return percentiles ? ofPoints(std::move(points), field) : Lengths::of(std::move(values));
}

Expected<Lengths> ofJson(const Json& json, const std::string& field) {
    std::vector<std::string> words;
    if (json.is_object())
        for (const auto& [name, value] : json.items()) {
            words.push_back(name);
            words.push_back(wordOf(value));
        }
    else
        for (const Json& value : json) words.push_back(wordOf(value));
    if (json.is_object() && (words.empty() || shareOf(words.front()) < 0))
        return refused(field, "percentiles are named p50, p90, min, max and so on", words.empty() ? "" : words.front());
    return ofWords({words.begin(), words.end()}, field);
}

}  // namespace

Lengths Lengths::of(std::vector<std::int64_t> values) {
    Lengths out;
    std::sort(values.begin(), values.end());
    out.values_ = std::move(values);
    return out;
}

Lengths Lengths::percentiles(std::vector<std::pair<double, std::int64_t>> points) {
    Lengths out;
    if (points.front().first > 0) points.insert(points.begin(), {0, std::min<std::int64_t>(1, points.front().second)});
    out.points_ = std::move(points);
    return out;
}

std::int64_t Lengths::at(double u) const {
    if (points_.empty()) {
        if (values_.empty()) return 0;
        const auto rank = static_cast<std::size_t>(std::ceil(u * static_cast<double>(values_.size())));
        return values_[std::clamp<std::size_t>(rank, 1, values_.size()) - 1];
    }
    const auto above = std::lower_bound(points_.begin(), points_.end(), std::pair<double, std::int64_t>(u, 0));
    if (above == points_.begin()) return points_.front().second;
    if (above == points_.end()) return points_.back().second;
    const auto& [share, length] = *(above - 1);
    const double part = (u - share) / (above->first - share);
    return length + std::llround(part * static_cast<double>(above->second - length));
}

Expected<Lengths> readLengths(std::string_view text, const std::string& field) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first != std::string_view::npos && (text[first] == '[' || text[first] == '{')) {
        const Expected<Json> json = parseJson(text);
        if (!json) return refused(field, "this is not JSON", text);
        return ofJson(*json, field);
    }
    return ofWords(wordsOf(text), field);
}

}  // namespace kvfit
