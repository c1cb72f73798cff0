#include "logs/findings.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/digit.hpp"
#include "base/text.hpp"
#include "logs/values.hpp"

namespace kvfit::logs {

namespace {

constexpr std::size_t shownBytes = 240;

template <class T>
T* named(std::vector<T>& all, std::string T::*member, std::string_view name) {
    for (T& one : all)
        if (one.*member == name) return &one;
    return nullptr;
}

bool isMemory(std::string_view key) { return key.size() > 3 && key.substr(key.size() - 3) == "Gib"; }

/// A build from source without a tag calls itself 0.1.dev or dev, an image `latest`.
bool namesRelease(std::string_view version) {
    const bool numbered = !version.empty() && (isDigit(version[0]) || version[0] == 'V');
    return numbered && version.substr(0, 7) != "0.1.dev" && version.substr(0, 4) != "0.0.";
}

/// Without quotes. Empty: an option, a variable of a shell, nothing.
std::string_view nameIn(std::string_view text) {
    while (text.size() > 1 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front())
        text = text.substr(1, text.size() - 2);
    return text == "None" || text.substr(0, 1) == "-" || text.substr(0, 1) == "$" ? std::string_view{} : text;
}

double halfOf(const Number& number) { return number.decimals == 0 ? 0 : 0.5 * std::pow(10.0, -number.decimals); }

}  // namespace

std::string shownLine(std::string_view line) {
    std::size_t end = std::min(line.size(), shownBytes);
    while (end > 0 && end < line.size() && (static_cast<unsigned char>(line[end]) & 0xC0) == 0x80) --end;
    return std::string(line.substr(0, end)) + (end < line.size() ? " ..." : "");
}

void Findings::begin() {
    section_.clear();
    // Of one start several lines tell, and people paste them in any order.
    const bool again = started_ && told_;
    started_ = true;
    told_ = false;
    if (!again) return;
    ++starts_;
    figures_.clear();
    settings_.clear();
    refusals_.clear();
    pools_.clear();
    metadata_.clear();
    generation_.clear();
}

bool Findings::counts(const Form& form) const {
    if (section_ == "draft") return form.starts && form.enters == "-";
    if (form.within.substr(0, 1) == "!") return form.within.substr(1) != section_;
    return form.within.empty() || (form.within == "-" ? section_.empty() : form.within == section_);
}

void Findings::take(const Form& form, const std::vector<Found>& found, std::string_view line, std::int64_t number,
                    bool more) {
    if (!form.shared && !more) ++own_;
    if (form.starts && !more) begin();
    const std::size_t before = figures_.size();
    if (!form.version.empty()) generation_ = form.version;
    if (!form.enters.empty()) section_ = form.enters == "-" ? "" : form.enters;
    for (const auto& [place, text] : found) take(*place, text, line, number);
    if (!form.pool.empty()) narrow(form.pool, found, line, number);
    if (form.lists && !more) ++list_;
    told_ = told_ || figures_.size() > before || !form.refusal.empty();
    if (form.refusal.empty()) return;
    for (const LogRefusal& known : refusals_)
        if (known.code == form.refusal) return;
    refusals_.push_back(
        {std::string(form.refusal), std::string(refusalSentence(form.refusal)), number, shownLine(line)});
}

void Findings::take(const Place& place, std::string_view text, std::string_view line, std::int64_t number) {
    switch (place.read) {
        case Read::skip:
            return;
        case Read::number: {
            Number printed = readNumber(text);
            // People type `32K` on a command line.
            if (printed.length != text.size()) {
                const Expected<std::int64_t> typed = readCount(text, std::string(place.key));
                if (!typed) return;
                printed.value = static_cast<double>(*typed);
                printed.decimals = 0;
            }
            return figure(place, printed, line, number);
        }
        case Read::size: {
            Number printed = readNumber(text);
            std::string_view unit = text.substr(printed.length);
            while (!unit.empty() && unit[0] == ' ') unit.remove_prefix(1);
            Place sized = place;
            sized.unit = unitNamed(unit);
            if (!place.key.empty()) sized.factor = bytesOf(sized.unit) / place.factor;
            return figure(sized, printed, line, number);
        }
        case Read::model:
            if (const std::string_view name = nameIn(text); !name.empty()) model_ = std::string(name.substr(0, 500));
            return;
        case Read::servedModel:
            served_ = std::string(nameIn(text).substr(0, 500));
            return;
        case Read::version:
            if (text.substr(0, 1) == "v") text.remove_prefix(1);
            version_ = std::string(place.key) + std::string(text.substr(0, 60));
            return;
        case Read::dtype:
            if (const std::string_view dtype = dtypeNamed(text); !dtype.empty())
                setting(place, std::string(dtype), 0, line, number);
            return;
        case Read::wideDtype:
            if (dtypeNamed(text) == "fp32") setting(place, std::string("fp32"), 0, line, number);
            return;
        case Read::flag:
        case Read::notFlag:
            if (const int flag = flagNamed(text); flag >= 0)
                setting(place, (flag == 1) == (place.read == Read::flag), 0, line, number);
            return;
        case Read::ownDraft:
            // A head of the model's own, which its configuration declares.
            if (text.find("mtp") != text.npos) setting(place, true, 0, line, number);
            return;
        case Read::pairs:
            return takePairs(text, line, number);
        case Read::metadata:
        case Read::typedMetadata:
            return takeMetadata(text, place.read == Read::typedMetadata);
        default:
            if (!place.key.empty() && !text.empty() && text != "None" && text != "auto")
                setting(place, std::string(text.substr(0, 500)), 0, line, number);
    }
}

void Findings::figure(const Place& place, const Number& number, std::string_view line, std::int64_t at) {
    if (number.length == 0 || !(std::fabs(number.value) < 9e15)) return;
    if (!place.unit.empty()) {
        LogFigure* known = named(figures_, &LogFigure::name, place.name);
        std::int64_t& list = listOf_.try_emplace(std::string(place.name)).first->second;
        const bool anew = std::exchange(list, list_) != list_;
        if (place.keep == Keep::each)
            for (LogFigure& one : figures_)
                if (one.name == place.name && (known = nullptr, one.value == number.value)) {
                    ++one.prints;
                    return;
                }
        if (known == nullptr) known = &figures_.emplace_back();
        const bool first = known->name.empty() || anew, sum = place.keep == Keep::sum && !first;
        const bool used = first || place.keep == Keep::last || sum ||
                          (place.keep == Keep::smallest && number.value < known->value) ||
                          (place.keep == Keep::largest && number.value > known->value);
        known->prints = first ? 1 : known->prints + 1;
        known->least = first ? number.value : std::min(known->least, number.value);
        known->most = first ? number.value : std::max(known->most, number.value);
        if (!used) return;
        known->name = place.name;
        if (!sum) known->unit = place.unit;
        known->value = sum ? known->value + number.value * bytesOf(place.unit) / bytesOf(known->unit) : number.value;
        known->decimals = number.decimals;
        known->key = place.key;
        known->line = at;
        known->text = shownLine(line);
        known->summed = place.keep == Keep::sum;
        known->running = place.running;
    }
    if (place.key.empty()) return;
    double printed = number.value;
    if (place.keep == Keep::sum)
        if (const LogFigure* sum = named(figures_, &LogFigure::name, place.name)) printed = sum->value;
    const double value = printed * place.factor;
    // A share is printed as it was typed; memory is rounded.
    const double rounding = !place.rounded && place.unit.empty() && place.factor == 1 && !isMemory(place.key)
                                ? 0
                                : halfOf(number) * place.factor;
    if (isCount(place.key)) {
        if (value >= 1 || place.key == "nGpuLayers")
            setting(place, static_cast<std::int64_t>(std::llround(value)), rounding, line, at);
    } else if (value >= 0) {
        setting(place, value, rounding, line, at);
    }
}

void Findings::setting(const Place& place, Metric value, double rounding, std::string_view line, std::int64_t at) {
    LogSetting fresh{std::string(place.key), std::move(value), rounding, at, shownLine(line)};
    LogSetting* known = named(settings_, &LogSetting::key, place.key);
    if (known == nullptr)
        settings_.push_back(std::move(fresh));
    else if (place.keep != Keep::first && place.keep != Keep::each)
        *known = std::move(fresh);
}

/// A share is printed rounded: the pool lies between the used part over the share and half a unit more, or less.
void Findings::narrow(std::string_view key, const std::vector<Found>& found, std::string_view line, std::int64_t at) {
    const double used = readNumber(found[0].text).value;
    const Number share = readNumber(found[1].text);
    const double half = halfOf(share);
    constexpr double largest = 1e12;  // nothing has as many tokens; what is computed from it stays whole
    if (used < 1 || used > largest || share.value <= half) return;
    const double least = used / (share.value + half), most = used / (share.value - half);
    for (Pool& known : pools_)
        if (known.key == key) {
            known.least = std::max(known.least, least);
            known.most = std::min(known.most, most);
            ++known.prints;
            return;
        }
    pools_.push_back({key, least, most, 1, at, shownLine(line)});
}

/// Pools of which only a share is printed. Where lines contradict each other, ranks have different ones.
void Findings::addPools(LogReading& reading) const {
    constexpr double widest = 0.1;  // a wider range is told, but nothing is computed from its middle
    for (const Pool& pool : pools_) {
        const double least = std::ceil(pool.least - 1e-6), most = std::floor(pool.most + 1e-6);
        if (least > most || named(reading.settings, &LogSetting::key, pool.key) != nullptr) continue;
        const std::string from = grouped(least), to = grouped(most);
        reading.notes.push_back(
            {"pool_implied",
             std::string(pool.key) + " is between " + from + " and " + to + ", by what is in use and its printed share",
             std::string(pool.key),
             {{"least", from}, {"most", to}, {"count", std::to_string(pool.prints)}}});
        if (most - least <= widest * least)
            reading.settings.push_back({std::string(pool.key), static_cast<std::int64_t>((least + most) / 2),
                                        (most - least) / 2, pool.line, pool.text});
    }
}

void Findings::takePairs(std::string_view text, std::string_view line, std::int64_t number) {
    forEachPair(text, [&](std::string_view word, std::string_view value, bool nested) {
        for (const Pair& pair : dialect_->pairs) {
            if (pair.word != word || (nested && !pair.nested) || value == "None") continue;
            for (const Place& place : dialect_->places)
                if (place.name == pair.place) take(place, value, line, number);
        }
    });
}

void Findings::takeMetadata(std::string_view text, bool typed) {
    const std::size_t equals = text.find('=');
    if (equals == text.npos) return;
    std::string_view key = text.substr(0, equals);
    while (!key.empty() && key.back() == ' ') key.remove_suffix(1);
    const std::size_t end = key.find_first_of(" \t");
    if (typed == (end == key.npos)) return;
    key = key.substr(0, end);
    const std::string value = metadataValue(text.substr(equals + 1));
    if (value.empty()) return;
    if (typed) {
        metadata_[std::string(key)] = value;
        return;
    }
    const std::string_view word = metadataKey(key);
    if (!word.empty()) metadata_.try_emplace(std::string(word), value);
}

LogReading Findings::reading() const {
    LogReading r;
    r.engine = dialect_->engine;
    r.model = model_;
    r.servedModel = served_;
    if (namesRelease(version_)) r.engineVersion = version_;
    if (!generation_.empty() && version_.compare(0, generation_.size(), generation_) != 0)
        r.engineVersion = generation_ + (r.engineVersion.empty() ? "" : " " + r.engineVersion);
    r.metadata = metadataObject(metadata_);
    // A hash of the content is no name; the file's own says more.
    if (const auto name = metadata_.find("general.name");
        name != metadata_.end() && (model_.empty() || model_.find("sha256") != model_.npos))
        r.model = nameIn(name->second);
    r.settings = settings_;
    r.figures = figures_;
    r.refusals = refusals_;
    addPools(r);
    const auto given = [&](std::string_view key) { return named(r.settings, &LogSetting::key, key) != nullptr; };
    if (model_.empty() && r.metadata.empty()) r.missing.push_back({"model", true});
    for (const Need& need : dialect_->needs)
        if (std::none_of(std::begin(need.keys), std::end(need.keys), given))
            r.missing.push_back({std::string(need.keys[0]), need.needed});
    for (const LogFigure& f : figures_)
        if (f.running && f.prints > 1) {
            r.notes.push_back(
                {"running_lines",
                 "what a running engine prints stands here as the most of its lines; hit rates are the last", ""});
            break;
        }
    if (starts_ > 1)
        r.notes.push_back({"several_starts",
                           "the log holds several starts; this is the last one",
                           "",
                           {{"count", std::to_string(starts_)}}});
    return r;
}

}  // namespace kvfit::logs
