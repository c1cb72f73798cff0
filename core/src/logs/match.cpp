#include "logs/match.hpp"

#include <cmath>

#include "base/digit.hpp"
#include "base/text.hpp"

namespace kvfit::logs {

namespace {

bool isBlank(char c) { return c == ' ' || c == '\t'; }

std::size_t pastBlanks(std::string_view text, std::size_t at) {
    while (at < text.size() && isBlank(text[at])) ++at;
    return at;
}

enum class Step { past, differs, ended };

/// Moves `at` past the literal text; a blank in it stands for any number of them.
Step pass(std::string_view literal, std::string_view line, std::size_t& at) {
    for (const char c : literal) {
        if (isBlank(c)) {
            at = pastBlanks(line, at);
            continue;
        }
        if (at >= line.size()) return Step::ended;
        if (line[at] != c) return Step::differs;
        ++at;
    }
    return Step::past;
}

/// Where the text of a place ends that reaches up to `literal`; npos: it does not come.
std::size_t endBefore(std::string_view literal, std::string_view line, std::size_t at) {
    const std::size_t skip = pastBlanks(literal, 0);
    if (skip == literal.size()) return line.size();
    for (std::size_t i = line.find(literal[skip], at); i != line.npos; i = line.find(literal[skip], i + 1)) {
        std::size_t after = i;
        if (pass(literal.substr(skip), line, after) == Step::past) return i;
    }
    return line.npos;
}

std::size_t endOfWord(std::string_view line, std::size_t at) {
    constexpr std::string_view stops = " \t,;()[]{}\"'";
    while (at < line.size() && stops.find(line[at]) == stops.npos) ++at;
    return at;
}

/// `1.3 GiB`: the number with the unit behind it.
std::size_t endOfSize(std::string_view line, std::size_t at) {
    const Number number = readNumber(line.substr(at));
    if (number.length == 0) return at;
    std::size_t end = pastBlanks(line, at + number.length);
    while (end < line.size() && ((line[end] | 32) >= 'a' && (line[end] | 32) <= 'z')) ++end;
    return end;
}

}  // namespace

Number readNumber(std::string_view text) {
    Number out;
    std::size_t at = !text.empty() && text[0] == '-' ? 1 : 0;
    const bool negative = at == 1;
    const auto digitAt = [&](std::size_t i) { return i < text.size() && isDigit(text[i]); };
    if (!digitAt(at)) return out;
    for (; at < text.size(); ++at) {
        if (isDigit(text[at])) {
            out.value = out.value * 10 + (text[at] - '0');
            continue;
        }
        const bool groups =
            text[at] == ',' && digitAt(at + 1) && digitAt(at + 2) && digitAt(at + 3) && !digitAt(at + 4);
        if (!groups) break;
    }
    if (at < text.size() && text[at] == '.' && digitAt(at + 1)) {
        double unit = 0.1, scale = 1;
        for (++at; digitAt(at); ++at, ++out.decimals, unit /= 10, scale *= 10) out.value += unit * (text[at] - '0');
        // As decimal notation means it: the sum of tenths alone is off by a last bit.
        if (out.decimals < 12) out.value = std::round(out.value * scale) / scale;
    }
    if (negative) out.value = -out.value;
    out.length = at;
    return out;
}

Pattern::Pattern(const Form& form, std::span<const Place> places) : form_(&form) {
    std::string_view rest = form.text;
    while (!rest.empty()) {
        Piece piece;
        const std::size_t open = rest.find('{');
        const std::size_t shut = open == rest.npos ? rest.npos : rest.find('}', open);
        if (shut == rest.npos) {
            piece.literal = rest;
            rest = {};
        } else {
            piece.literal = rest.substr(0, open);
            const std::string_view name = rest.substr(open + 1, shut - open - 1);
            for (const Place& place : places)
                if (place.name == name) piece.place = &place;
            // `{{` is a brace of the line itself, as in printed settings.
            if (piece.place == nullptr) {
                piece.literal = rest.substr(0, open + 1);
                rest.remove_prefix(open + 1);
                pieces_.push_back(piece);
                continue;
            }
            rest.remove_prefix(shut + 1);
        }
        pieces_.push_back(piece);
    }
}

bool Pattern::begins(std::string_view line) const {
    std::size_t at = 0;
    return pass(pieces_.front().literal, line, at) != Step::differs;
}

Pattern::Outcome Pattern::match(std::string_view line, std::vector<Found>& found) const {
    found.clear();
    std::size_t at = 0;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
        const auto& [literal, place] = pieces_[i];
        const Step step = pass(literal, line, at);
        if (step != Step::past) return step == Step::ended ? Outcome::cut : Outcome::none;
        if (place == nullptr) continue;
        const std::string_view next = i + 1 < pieces_.size() ? pieces_[i + 1].literal : std::string_view{};
        at = pastBlanks(line, at);
        std::size_t end = at;
        switch (place->read) {
            case Read::number:
                end = at + readNumber(line.substr(at)).length;
                break;
            case Read::size:
                end = endOfSize(line, at);
                break;
            case Read::word:
            case Read::dtype:
            case Read::wideDtype:
            case Read::flag:
            case Read::notFlag:
            case Read::version:
                end = endOfWord(line, at);
                break;
            case Read::model:
                end = pastBlanks(next, 0) == next.size() ? endOfWord(line, at) : endBefore(next, line, at);
                break;
            default:
                end = endBefore(next, line, at);
        }
        if (end == line.npos) return Outcome::none;
        const bool mayBeEmpty = place->read == Read::skip || place->read == Read::text || place->read == Read::pairs;
        if (end == at && !mayBeEmpty) return at >= line.size() ? Outcome::cut : Outcome::none;
        found.push_back({place, trimmed(line.substr(at, end - at))});
        at = end;
    }
    return Outcome::whole;
}

}  // namespace kvfit::logs
