#include <algorithm>
#include <array>
#include <cstring>
#include <unordered_map>

#include "kvfit/logs.hpp"
#include "logs/findings.hpp"
#include "logs/lines.hpp"

namespace kvfit {

namespace {

using logs::Dialect;
using logs::Findings;
using logs::Found;
using logs::Pattern;
using Outcome = Pattern::Outcome;

/// Lines that a form may be spread over by a terminal that wraps.
constexpr int mostContinuations = 3;
/// The same of settings, of which there are hundreds; a terminal narrower than this is none.
constexpr int mostSettingLines = 60;
constexpr std::size_t narrowest = 60;
/// How often one form is looked for in a line: the time stays linear in a line that repeats its beginning.
constexpr int mostAttempts = 4;

std::uint32_t gramAt(const char* text) {
    std::uint32_t gram = 0;
    std::memcpy(&gram, text, sizeof gram);
    return gram;
}

/// A form of a dialect, made ready.
struct Entry {
    std::size_t dialect;
    Pattern pattern;
    std::uint32_t gram;
};

/// Which forms may begin at a place of a line, by its first four bytes. A table that stays in the processor's first
/// cache says of nearly all places that none does.
class Index {
public:
    explicit Index(const std::vector<Entry>& entries) {
        for (std::size_t i = 0; i < entries.size(); ++i) {
            marked_[slotOf(entries[i].gram)] = 1;
            forms_[entries[i].gram].push_back(i);
        }
    }
    /// Forms that begin with these bytes, or nullptr.
    const std::vector<std::size_t>* at(std::uint32_t gram) const {
        if (marked_[slotOf(gram)] == 0) return nullptr;
        const auto found = forms_.find(gram);
        return found == forms_.end() ? nullptr : &found->second;
    }

private:
    static constexpr int slotBits = 13;
    /// Multiplication by the golden ratio spreads what differs in a few bits (Knuth, The Art of Computer
    /// Programming 6.4).
    static std::uint32_t slotOf(std::uint32_t gram) { return gram * 2654435769U >> (32 - slotBits); }

    std::array<std::uint8_t, std::size_t{1} << slotBits> marked_{};
    std::unordered_map<std::uint32_t, std::vector<std::size_t>> forms_;
};

std::vector<Entry> allForms() {
    std::vector<Entry> entries;
    const std::vector<const Dialect*> all = logs::dialects();
    for (std::size_t d = 0; d < all.size(); ++d)
        for (const logs::Form& form : all[d]->forms) {
            Pattern pattern(form, all[d]->places);
            const std::uint32_t gram = gramAt(pattern.anchor().data());
            entries.push_back({d, std::move(pattern), gram});
        }
    return entries;
}

/// The line without what a logger writes before every line of a message, `(EngineCore pid=316) `, or a quotation.
std::string_view withoutPrefix(std::string_view line) {
    if (line.substr(0, 2) == "> ") line.remove_prefix(2);
    if (line.empty() || line[0] != '(') return line;
    const std::size_t end = line.find(") ");
    return end == line.npos || end > 60 ? line : line.substr(end + 2);
}

bool beginsWithLevel(std::string_view line) {
    for (const std::string_view level : {"INFO", "WARNING", "ERROR", "DEBUG"})
        if (line.substr(0, level.size()) == level) return true;
    return false;
}

/// A line with a level, a rank or a time at its head does not go on with another one.
bool beginsRecord(std::string_view line) {
    return line.empty() || line[0] == '(' || line[0] == '[' || line.substr(0, 2) == "20" || beginsWithLevel(line);
}

/// What one engine prints in the log of another that runs it.
void merge(LogReading& reading, const LogReading& inner) {
    const auto add = [](auto& all, const auto& more, auto name) {
        const std::size_t own = all.size();
        for (const auto& one : more) {
            const auto end = all.begin() + static_cast<std::ptrdiff_t>(own);
            if (std::none_of(all.begin(), end, [&](const auto& known) { return known.*name == one.*name; }))
                all.push_back(one);
        }
    };
    add(reading.settings, inner.settings, &LogSetting::key);
    add(reading.figures, inner.figures, &LogFigure::name);
    add(reading.refusals, inner.refusals, &LogRefusal::code);
    if (reading.metadata.empty()) reading.metadata = inner.metadata;
    if (reading.model.empty()) reading.model = inner.model;
    const auto known = [&](const LogGap& gap) {
        if (gap.key == "model") return !reading.model.empty() || !reading.metadata.empty();
        return std::any_of(reading.settings.begin(), reading.settings.end(),
                           [&](const LogSetting& s) { return s.key == gap.key; });
    };
    reading.missing.erase(std::remove_if(reading.missing.begin(), reading.missing.end(), known), reading.missing.end());
}

/// Figures of which ranks print different ones: which one stands for all.
void tellRanks(LogReading& reading) {
    for (const LogFigure& f : reading.figures) {
        if (f.summed || f.running || f.least == f.most) continue;
        const std::string used = f.value == f.least ? "smallest" : f.value == f.most ? "largest" : "last";
        reading.notes.push_back(
            {"ranks_differ",
             f.name + " is printed " + std::to_string(f.prints) + " times and differs; the " + used + " is used",
             f.name,
             {{"count", std::to_string(f.prints)}, {"used", used}}});
    }
}

}  // namespace

struct LogReader::State {
    State()
        : entries(allForms()),
          index(entries),
          attempts(entries.size()),
          lines([this](auto line, auto number) { read(line, number); }) {
        for (const Dialect* dialect : logs::dialects()) findings.emplace_back(*dialect);
    }

    /// A form of which the last line held the beginning.
    struct Cut {
        std::size_t entry;
        std::string text;
        std::int64_t number;
        std::size_t width = 0;  ///< of a terminal whose lines settings fill; 0: the form itself was cut
        int lines = 0;
    };

    void read(std::string_view line, std::int64_t number) {
        continueCut(line);
        for (std::size_t at = 0; at + sizeof(std::uint32_t) <= line.size(); ++at) {
            const std::uint32_t gram = gramAt(line.data() + at);
            if (const std::vector<std::size_t>* forms = index.at(gram))
                for (const std::size_t i : *forms) tryForm(i, line, at, number);
        }
        for (const std::size_t i : touched) attempts[i] = 0;
        touched.clear();
    }

    void tryForm(std::size_t i, std::string_view line, std::size_t at, std::int64_t number) {
        const Entry& entry = entries[i];
        Findings& finding = findings[entry.dialect];
        const std::string_view rest = line.substr(at);
        if (attempts[i] >= mostAttempts || !entry.pattern.begins(rest) || !finding.counts(entry.pattern.form())) return;
        if (attempts[i]++ == 0) touched.push_back(i);
        const Outcome outcome = entry.pattern.match(rest, found);
        if (outcome == Outcome::cut && cuts.size() < 8) cuts.push_back({i, std::string(rest), number});
        if (outcome != Outcome::whole) return;
        if (entry.pattern.endsWithPairs() && line.size() >= narrowest)
            cuts.push_back({i, std::string(rest), number, line.size()});
        attempts[i] = mostAttempts;
        finding.take(entry.pattern.form(), found, line, number);
    }

    /// The next line of a terminal goes on where the last one was cut, in the middle of a word too.
    void continueCut(std::string_view line) {
        if (cuts.empty()) return;
        const std::string_view rest = withoutPrefix(line);
        std::vector<Cut> waiting;
        for (Cut& cut : cuts) {
            if (cut.width > 0 ? beginsRecord(line) : beginsWithLevel(rest)) continue;
            cut.text += rest;
            const Entry& entry = entries[cut.entry];
            const Outcome outcome = entry.pattern.match(cut.text, found);
            if (outcome == Outcome::whole)
                findings[entry.dialect].take(entry.pattern.form(), found, cut.text, cut.number, cut.width > 0);
            const bool filled = cut.width > 0 && line.size() == cut.width && cut.lines < mostSettingLines;
            const bool cutAgain = cut.width == 0 && outcome == Outcome::cut && cut.lines + 1 < mostContinuations;
            ++cut.lines;
            if ((filled || cutAgain) && cut.text.size() < logs::longestLine) waiting.push_back(std::move(cut));
        }
        cuts = std::move(waiting);
    }

    std::vector<Entry> entries;
    Index index;
    std::vector<int> attempts;         ///< in this line, by form
    std::vector<std::size_t> touched;  ///< forms with attempts
    std::vector<Findings> findings;
    std::vector<Cut> cuts;
    std::vector<Found> found;
    logs::Lines lines;
};

LogReader::LogReader() : state_(std::make_unique<State>()) {}
LogReader::~LogReader() = default;
LogReader::LogReader(LogReader&&) noexcept = default;
LogReader& LogReader::operator=(LogReader&&) noexcept = default;

void LogReader::feed(std::string_view bytes) { state_->lines.feed(bytes); }

Expected<LogReading> LogReader::finish() {
    state_->lines.finish();
    const Findings* most = nullptr;
    const Findings* inner = nullptr;
    for (const Findings& one : state_->findings) {
        if (one.own() == 0) continue;
        if (one.dialect().engine == "llama.cpp") inner = &one;
        const bool host = most != nullptr && most->dialect().engine == "ollama" && inner == &one;
        if (most == nullptr || (!host && one.own() > most->own())) most = &one;
    }
    if (most == nullptr)
        return Error{"not_recognised", "", "log", "no line of a known engine is in this text",
                     "paste the start-up log of vLLM, SGLang, llama.cpp, Ollama, TensorRT-LLM or lmdeploy"};
    LogReading reading = most->reading();
    if (most->dialect().engine == "ollama" && inner != nullptr) merge(reading, inner->reading());
    tellRanks(reading);
    reading.lines = state_->lines.count();
    return reading;
}

}  // namespace kvfit
