#include <algorithm>

#include "base/text.hpp"
#include "kvfit/lengths.hpp"
#include "load/length_words.hpp"

namespace kvfit {

namespace {

constexpr std::int64_t assumedOutput = 256;
constexpr std::size_t mostValues = 1000000;

Expected<std::vector<RequestLengths>> pairsOf(const std::string& text, bool& hasOutputs) {
    LengthReader reader;
    reader.feed(text);
    Expected<LengthSample> sample = reader.finish(mostValues);
    if (!sample) return sample.errors();
    if (sample->badLines > 0)
        return refused("lengths",
                       std::to_string(sample->badLines) + " lines give no request (" +
                           sample->badByReason.begin()->first + "); a line has a prompt length and an output length",
                       "");
    hasOutputs = sample->hasOutputs;
    return std::move(sample->pairs);
}

}  // namespace

RequestLengths LengthMix::draw(double u, double v) const {
    RequestLengths r;
    if (pairs.empty()) {
        r = {prompt.at(u), output.at(v)};
    } else {
        const auto rank = static_cast<std::size_t>(u * static_cast<double>(pairs.size()));
        r = pairs[std::min(rank, pairs.size() - 1)];
        if (r.output < 0) r.output = output.at(v);
    }
    r.prompt = std::max<std::int64_t>(r.prompt, 1);
    return r;
}

Expected<LengthMix> lengthMixOf(const LoadSettings& s, std::int64_t tokens, Notes& notes) {
    LengthMix mix;
    Errors errors;
    const auto add = [&](const Errors& more) { errors.insert(errors.end(), more.begin(), more.end()); };
    const auto read = [&](const Scenario::Text& text, const char* field, std::int64_t otherwise, Lengths& out) {
        if (!text) {
            out = Lengths::of({otherwise});
            return;
        }
        mix.measured = true;
        Expected<Lengths> lengths = readLengths(*text, field);
        if (lengths)
            out = std::move(*lengths);
        else
            add(lengths.errors());
    };
    const std::int64_t output = std::min(assumedOutput, std::max<std::int64_t>(tokens - 1, 1));
    read(s.outputLengths, "outputLengths", output, mix.output);
    read(s.promptLengths, "promptLengths", std::max<std::int64_t>(tokens - mix.output.at(1), 1), mix.prompt);
    bool hasOutputs = false;
    if (s.lengths) {
        mix.measured = true;
        Expected<std::vector<RequestLengths>> pairs = pairsOf(*s.lengths, hasOutputs);
        if (!pairs)
            add(pairs.errors());
        else
            mix.pairs = std::move(*pairs);
        if (!hasOutputs)
            for (RequestLengths& r : mix.pairs) r.output = -1;  // drawn from outputLengths
    }
    if (!errors.empty()) return errors;
    if (!s.outputLengths && !hasOutputs)
        notes.push_back({"output_assumed",
                         "answers of " + grouped(static_cast<double>(output)) + " tokens are assumed",
                         "outputLengths",
                         {{"tokens", std::to_string(output)}}});
    if (!s.promptLengths && !s.lengths)
        notes.push_back({"prompts_assumed",
                         "every request is taken to grow to " + grouped(static_cast<double>(tokens)) + " tokens",
                         "promptLengths",
                         {{"tokens", std::to_string(tokens)}}});
    return mix;
}

}  // namespace kvfit
